"""``jnp.sum([x, y])``, ``x[[0, 1]]``: an array is made of the list."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE, UNSAFE
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.value import Sequence, ShapeTuple, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.values.aval import Dim


@recipe
def made_array(site: Site, node: ast.AST, callee: str) -> Rewrite | None:
    """``callee`` "": it is an index, and has whole numbers."""
    value = site.value(node)
    if isinstance(value, ShapeTuple):
        value = Sequence("tuple", None, Static("int"))
    if not isinstance(node, ast.expr) or not isinstance(value, Sequence):
        return None
    shape = _shape(value)
    kinds = {aval_of(leaf).kind for leaf in _leaves(value)}
    if not callee and (kinds - {"i", None} or value.items == []):
        raise NoFix("the index may not consist of integers")
    sure = shape is not None and (kinds == {"i"} if not callee else None not in kinds)
    sure = sure and not callee.startswith("jax.lax.")  # where dtypes must agree
    return Rewrite(
        SAFE if sure else UNSAFE, "wrap it in `jnp.array`", [Replace(node, quote(site, "jnp.array({})", node))]
    )


def _leaves(value: Value) -> list[Value]:
    if not isinstance(value, Sequence):
        return [value]
    return [leaf for item in (value.items if value.items is not None else [value.element]) for leaf in _leaves(item)]


def _shape(value: Value) -> tuple[int | Dim | None, ...] | None:
    """The shape of the array that a list makes, its length None where that is not known; None: it may make none."""
    if not isinstance(value, Sequence):
        aval = aval_of(value)
        if isinstance(value, Traced) and not value.is_immutable:
            return None
        return aval.shape if isinstance(aval.shape, tuple) else None
    items = value.items if value.items is not None else [value.element]
    shapes = [_shape(item) for item in items]
    if value.items is None and shapes != [()]:
        return None  # of those that one element stands for, each may have a shape of its own
    known = [shape for shape in shapes if shape is not None]
    if len({len(shape) for shape in known}) > 1 or len({_sizes(shape) for shape in known}) > 1:
        raise NoFix("the elements have different shapes and cannot form one array")
    if len(known) < len(shapes) or any(shape != known[0] for shape in known):
        return None
    return (None if value.items is None else len(items), *(known[0] if known else ()))


def _sizes(shape: tuple[int | Dim | None, ...]) -> tuple[int, ...]:
    """Those that are known for certain, where all are."""
    return tuple(one for one in shape if isinstance(one, int)) if all(isinstance(one, int) for one in shape) else ()
