"""How many values a mask selects: a length in NumPy's world, a traced count in JAX's."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import sole_assignment, uses
from jaxlint.codemods.recipes.analysis.proof import is_array, jax_name, kind, method
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE, UNSAFE, Level
from jaxlint.knowledge.api import is_elementwise
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_EXTREMES = ("builtins.max", "builtins.min")
_JUMPS = (ast.Raise, ast.Assert, ast.Break, ast.Continue)
_OF_OBJECTS = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
_SUMMARY = "use `jnp.count_nonzero`"


_COUNT = "jnp.count_nonzero({})"
# Is any selected, or none?
_ANY: dict[tuple[type[ast.cmpop], int], str] = {
    (ast.Gt, 0): "jnp.any({})", (ast.NotEq, 0): "jnp.any({})", (ast.GtE, 1): "jnp.any({})",
    (ast.Eq, 0): "~jnp.any({})", (ast.LtE, 0): "~jnp.any({})", (ast.Lt, 1): "~jnp.any({})",
}  # fmt: skip


def count_text(site: Site, mask: str) -> str:
    return quote(site, _COUNT, mask)


def asked_of(site: Site, count: ast.expr) -> tuple[ast.expr, str]:
    """The expression that asks for a count, or what the count is asked for, and how that is said of the mask."""
    parent = site.module.parents[count]
    if isinstance(parent, ast.Compare) and parent.left is count and len(parent.ops) == 1:
        number = parent.comparators[0]
        known = number.value if isinstance(number, ast.Constant) and type(number.value) is int else -1
        if (type(parent.ops[0]), known) in _ANY:
            return parent, _ANY[type(parent.ops[0]), known]
    return count, _COUNT


def count_level(site: Site, node: ast.expr, depth: int = 4) -> Level | None:
    """May an int become a traced int32 here?  None where a shape or Python's control flow needs it."""
    parent = site.module.parents[node]
    if isinstance(parent, (ast.Return, ast.Lambda)):
        return SAFE
    if isinstance(parent, (ast.Tuple, ast.List, ast.Dict)):
        return SAFE if isinstance(site.module.parents[parent], ast.Return) else None
    if isinstance(parent, ast.BinOp):
        other = parent.left if parent.right is node else parent.right
        if kind(site, other) in ("f", "c") and is_array(site, other):
            return SAFE
        return _lowest([UNSAFE, count_level(site, parent, depth - 1)]) if depth else None
    if is_elementwise(jax_name(site, parent)) or jax_name(site, parent) in _EXTREMES or _is_asked(site, node):
        return UNSAFE
    if isinstance(parent, ast.Compare) and depth:
        compared = len(parent.ops) == 1 and not isinstance(parent.ops[0], _OF_OBJECTS)
        return count_level(site, parent, depth - 1) if compared else None
    if isinstance(parent, ast.Assign) and depth:
        return _level_of_name(site, parent, depth)
    return None


def _is_asked(site: Site, node: ast.expr) -> bool:
    """``if len(y) > 0``, ``a if y.size else b``, ``where(y.size > 0, ...)``: a test that a traced count will do for."""
    parent = site.module.parents[node]
    while isinstance(parent, (ast.Compare, ast.BoolOp, ast.UnaryOp)):
        if isinstance(parent, ast.Compare) and len(parent.ops) > 1:
            return False
        node, parent = parent, site.module.parents[parent]
    if isinstance(parent, ast.If):
        branches = [below for one in [*parent.body, *parent.orelse] for below in walk(one)]
        return node is parent.test and not any(isinstance(one, _JUMPS) for one in branches)
    if isinstance(parent, ast.IfExp):
        return node is parent.test
    return jax_name(site, parent) == "jax.numpy.where"


def _level_of_name(site: Site, statement: ast.Assign, depth: int) -> Level | None:
    target = statement.targets[0]
    if not isinstance(target, ast.Name) or sole_assignment(site, target.id) is not statement:
        return None
    levels = [count_level(site, read, depth - 1) for read in uses(site, target.id).reads]
    return _lowest(levels) if levels else None


def _lowest(levels: list[Level | None]) -> Level | None:
    return min(levels, key=(None, UNSAFE, SAFE).index)


def index_count(site: Site, call: ast.Call) -> Rewrite | None:
    """``jnp.where(m)[0].size``, ``len(jnp.argwhere(m))`` and their like."""
    around = _length_around(site, call)
    if around is None:
        return None
    level = count_level(site, around)
    if level is None:
        return None
    receiver = method(call)
    mask = call.args[0] if call.args or receiver is None else receiver[0]
    return Rewrite(level, _SUMMARY, [Replace(around, count_text(site, site.text(mask)))])


def _length_around(site: Site, call: ast.Call) -> ast.expr | None:
    """The expression that asks for nothing but the length of an index array made by ``call``."""
    node: ast.expr = call
    name = jax_name(site, call).rpartition(".")[2] or "nonzero"
    above = site.module.parents[node]
    if name in ("where", "nonzero"):
        if not isinstance(above, ast.Subscript) or above.value is not node or not isinstance(above.slice, ast.Constant):
            return None
        node, above = above, site.module.parents[above]
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id == "len":
        return above
    if isinstance(above, ast.Attribute) and above.attr == "size" and name != "argwhere":
        return above
    if isinstance(above, ast.Attribute) and above.attr == "shape":
        first = site.module.parents[above]
        if isinstance(first, ast.Subscript) and isinstance(first.slice, ast.Constant) and first.slice.value == 0:
            return first
    return None
