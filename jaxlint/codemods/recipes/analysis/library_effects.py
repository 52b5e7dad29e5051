"""Does a call, or what it leads to, do more than give a value?  What libraries do is said in ``knowledge.effects``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import callee, method
from jaxlint.knowledge.effects import METHODS, MODULES, STREAMS, has_effect
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import BoundMethod, ClassValue, Function, Instance, Library, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_DEPTH = 3
_LAYER = "layer:"


def is_effect(site: Site, call: ast.Call, depth: int = _DEPTH) -> bool:
    """Of a library, or of a function in view that comes to one."""
    if has_effect(callee(site, call) or _dotted(site, call.func)):
        return True
    receiver = method(call)
    if receiver is not None and receiver[1] in METHODS:
        return True
    holder = call.func if receiver is None else receiver[0]
    if getattr(holder, "attr", None) in STREAMS or (receiver is not None and getattr(holder, "id", None) in STREAMS):
        return True
    function = _function(site.value(call.func))
    return function is not None and depth > 0 and _does(site, function, depth - 1)


def keeps_state(site: Site, call: ast.Call) -> bool:
    """Of a module of flax's or haiku's, which makes its parameters, or moves its state on, when it is called."""
    value = site.value(call.func)
    if isinstance(value, BoundMethod):
        value = value.receiver
    if isinstance(value, Instance):
        return _is_module(value.cls)
    return isinstance(value, Library) and value.name.removeprefix(_LAYER).startswith(MODULES) and _LAYER in value.name


def _does(site: Site, function: Function, depth: int) -> bool:
    inside = site.at(function.module, function.node)
    return any(isinstance(part, ast.Call) and is_effect(inside, part, depth) for part in walk(function.node))


def _function(value: Value) -> Function | None:
    while isinstance(value, (Transformed, BoundMethod)):
        value = value.func
    if isinstance(value, Instance):
        called = value.cls.attributes.get("__call__")
        value = called if called is not None else value
    return value if isinstance(value, Function) else None


def _is_module(cls: ClassValue, depth: int = 8) -> bool:
    for base in cls.bases if depth else ():
        if isinstance(base, Library) and base.name.startswith(MODULES):
            return True
        if isinstance(base, ClassValue) and _is_module(base, depth - 1):
            return True
    return False


def _dotted(site: Site, node: ast.expr) -> str:
    """``numpyro.sample`` as the imports at the top of the file, or of the function, mean it."""
    rest = ""
    while isinstance(node, ast.Attribute):
        rest = f".{node.attr}{rest}"
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    for imports in (site.around.imported, site.module.imports):
        for dotted, bound in imports.items():
            if bound == node.id:
                return dotted + rest
    return ""
