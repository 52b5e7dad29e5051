"""Where a value goes: does all that gets it work on an array of JAX's, traced or not?"""

from __future__ import annotations

import ast
import re

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.proof import callee
from jaxlint.codemods.recipes.analysis.reaching import given_value
from jaxlint.dataflow.scopes import reads_of, scope_of
from jaxlint.tracing.values.value import BoundMethod, ClassValue, Function, Library, Partial, Transformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

KNOWN, UNKNOWN, CONCRETE = range(3)

_KEEPS = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Tuple, ast.List, ast.Dict, ast.Starred, ast.IfExp, ast.Attribute)
# What the tracer follows, and tells of; and what asks for numbers in ways that it says nothing about.
_TOLD = frozenset("jax builtins numpy scipy math".split())
_CONCRETE = frozenset("matplotlib pandas seaborn sklearn PIL cv2".split())
_OF_NUMBERS = ("numpy.testing.", "numpy.random.")  # told of as draws, not as what asks
_ASSERTION = re.compile(r"self\.assert[A-Z]\w*")  # of unittest
_OF_TYPES = ("builtins.type", "builtins.str", "builtins.repr", "builtins.format")
_NUMBERS = tuple(f"builtins.{one}" for one in ("bool", "int", "float", "complex", "str"))
_MOST = 100


def destination(site: Site, node: ast.expr) -> tuple[int, str]:
    """The worst that the value meets, and its text: code in view, or JAX's; some other; what takes no tracer."""
    met, ways, seen = [(KNOWN, "")], [node], set[ast.AST]()
    for way in ways:
        if way in seen:
            continue
        seen.add(way)
        found, further = _step(site, way)
        met.append(found)
        ways += further
        if len(seen) > _MOST:
            return UNKNOWN, ""
    return max(met)


def _step(site: Site, node: ast.expr) -> tuple[tuple[int, str], list[ast.expr]]:
    """What takes the value where it stands; the expressions that have it further on."""
    parent = site.module.parents[node]
    if isinstance(parent, ast.keyword):
        parent = site.module.parents[parent]
    if isinstance(parent, ast.Call) and (parent.func is not node or not isinstance(node, ast.Attribute)):
        return _of_call(site, parent), [parent] if callee(site, parent).startswith("numpy.") else []
    if isinstance(parent, ast.Compare) and _asks_for_identity(parent):
        return (CONCRETE, site.text(parent)), []
    if isinstance(parent, (*_KEEPS, ast.Call)) or (isinstance(parent, ast.Subscript) and parent.value is node):
        return (KNOWN, ""), [parent]
    targets = parent.targets if isinstance(parent, ast.Assign) else []
    names = [target for target in targets if isinstance(target, ast.Name)]
    if len(names) < len(targets):
        return (UNKNOWN, site.text(targets[0])), []
    reads = [read for name in names for read in _reads(site, name)]
    return (KNOWN, ""), [read for read in reads if given_value(site, read) in (node, None)]


def _reads(site: Site, name: ast.Name) -> list[ast.Name]:
    return reads_of(site.module, scope_of(site.module, name, name.id), name.id)


def _of_call(site: Site, call: ast.Call) -> tuple[int, str]:
    function = site.value(call.func)
    if isinstance(function, (Function, BoundMethod, ClassValue, Partial, Transformed)):
        return KNOWN, ""
    text = site.text(call.func)
    if isinstance(function, Library) and _asks_for_type(site, call, function.name):
        return CONCRETE, site.text(call)
    if not isinstance(function, Library):
        return (CONCRETE if _ASSERTION.fullmatch(text) else UNKNOWN), text
    top = function.name.partition(".")[0]
    if top in _CONCRETE or function.name.startswith(_OF_NUMBERS):
        return CONCRETE, text
    return (KNOWN, "") if top in _TOLD else (UNKNOWN, text)


def _asks_for_identity(compared: ast.Compare) -> bool:
    """``b is True``: of an array it never is."""
    others = [one for one in compared.comparators if not isinstance(one, ast.Constant) or one.value is not None]
    return bool(others) and any(isinstance(one, (ast.Is, ast.IsNot)) for one in compared.ops)


def _asks_for_type(site: Site, call: ast.Call, name: str) -> bool:
    """``isinstance(x, float)``, ``type(x)``, ``str(x)``: of a tracer they say something else."""
    if name in _OF_TYPES:
        return True
    wanted = site.value(call.args[-1]) if name == "builtins.isinstance" and call.args else None
    if not isinstance(wanted, Library):
        return False
    asserted = isinstance(site.module.parents[call], ast.Assert)
    return wanted.name in _NUMBERS or (asserted and wanted.name == "numpy.ndarray")


def check_destination(site: Site, node: ast.expr) -> None:
    """Raises NoFix where a tracer that comes of it would meet what takes none."""
    met, by = destination(site, node)
    if met == CONCRETE:
        raise NoFix(f"`{by}` also needs a concrete value")
