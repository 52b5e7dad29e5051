"""Arithmetic on shapes that was done with jnp, done with math and Python."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.proof import callee, method
from jaxlint.codemods.recipes.wording import atom
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.tracing.value import Const, Sequence, ShapeTuple, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "the same arithmetic in Python, which stays static"
_OF_ALL = {"prod": "math.prod", "sum": "sum", "max": "max", "min": "min"}
_OF_ONE = {"ceil": "math.ceil", "floor": "math.floor", "abs": "abs", "absolute": "abs"}
_TO_FLOAT = {"sqrt": "math.sqrt", "log": "math.log", "log2": "math.log2", "log10": "math.log10", "exp": "math.exp"}
_OF_TWO = {"minimum": "min", "maximum": "max"}
_OPERATORS = {"add": "+", "subtract": "-", "multiply": "*", "floor_divide": "//", "mod": "%", "remainder": "%"}


class NotStatic(Exception):
    """Something in the expression has no static form."""


def made_static(site: Site, node: ast.expr) -> Rewrite | None:
    """``jnp.array(x.shape).prod()`` -> ``math.prod(x.shape)``; a cast around it that is met at once is kept."""
    try:
        text = _said(site, node)
    except NotStatic:
        return None
    if text == site.text(node):
        return None
    exact = not any(name in text for name in ("math.sqrt", "math.log", "math.exp"))
    return Rewrite("safe" if exact else "unsafe", _SUMMARY, [Replace(node, text)])


def _said(site: Site, node: ast.expr) -> str:
    """The node in Python."""
    if isinstance(node, ast.Tuple):
        return f"({', '.join(_said(site, item) for item in node.elts)}{',' if len(node.elts) == 1 else ''})"
    value = site.value(node)
    if isinstance(value, (Const, Static, Sequence, ShapeTuple)) and not isinstance(node, ast.Call):
        return site.text(node)
    if isinstance(node, ast.Call):
        return _call(site, node)
    if isinstance(node, ast.BinOp):
        symbol = site.module.source.text[
            site.module.source.span(node.left).end : site.module.source.span(node.right).start
        ]
        return f"{atom(_said(site, node.left))} {symbol.strip()} {atom(_said(site, node.right))}"
    if isinstance(node, (ast.Constant, ast.Name, ast.Attribute)) and isinstance(value, (Const, Static)):
        return site.text(node)
    raise NotStatic


def _call(site: Site, call: ast.Call) -> str:
    package, _, name = callee(site, call).rpartition(".")
    if call.keywords:
        raise NotStatic
    if package == "builtins" and name in ("int", "len", "min", "max"):
        return f"{name}({', '.join(_said(site, argument) for argument in call.args)})"
    receiver = method(call)
    if receiver is not None and package != "jax.numpy" and receiver[1] in _OF_ALL and not call.args:
        return f"{_spelled(site, _OF_ALL[receiver[1]])}({_elements(site, receiver[0])})"
    if package != "jax.numpy":
        raise NotStatic
    if name in _OF_ALL and len(call.args) == 1:
        return f"{_spelled(site, _OF_ALL[name])}({_elements(site, call.args[0])})"
    if name in {**_OF_ONE, **_TO_FLOAT} and len(call.args) == 1:
        return f"{_spelled(site, {**_OF_ONE, **_TO_FLOAT}[name])}({_said(site, call.args[0])})"
    if name in _OF_TWO and len(call.args) == 2:
        return f"{_OF_TWO[name]}({_said(site, call.args[0])}, {_said(site, call.args[1])})"
    if name in _OPERATORS and len(call.args) == 2:
        left, right = (atom(_said(site, argument)) for argument in call.args)
        return f"{left} {_OPERATORS[name]} {right}"
    if name in ("array", "asarray", "int32") and len(call.args) == 1:
        return _said(site, call.args[0])
    raise NotStatic


def _elements(site: Site, node: ast.expr) -> str:
    """The tuple that an array was made of."""
    if isinstance(node, ast.Call) and callee(site, node) in ("jax.numpy.array", "jax.numpy.asarray"):
        node = node.args[0]
    if isinstance(site.value(node), (Sequence, ShapeTuple)):
        return site.text(node)
    raise NotStatic


def _spelled(site: Site, dotted: str) -> str:
    home, _, name = dotted.rpartition(".")
    return f"{site.name_of(home)}.{name}" if home else name
