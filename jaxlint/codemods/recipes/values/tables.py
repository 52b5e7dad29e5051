"""A Python container, as an array that a tracer can index."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.proof import aval, is_scalar, kind
from jaxlint.codemods.recipes.branches.doubled import STEEP_THERE, is_tame
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.spellings import spelled
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE, Level, safe_if
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.aval import Aval, same_shape
from jaxlint.tracing.values.joining import scalar_aval
from jaxlint.tracing.values.value import (
    Array,
    Function,
    Library,
    Mapping,
    Partial,
    Sequence,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SWITCHED = "use `lax.switch`; an out-of-bounds index is clamped"
_SUMMARY = "index a JAX array"
_UNKNOWN = "may not be numbers, or arrays of the same shape"
_CALLABLE = (Function, Library, Partial, Transformed)
_NARROW = frozenset(["float32", "int32", "bool", "uint8", "int8", "int16", "uint16", "uint32", "float16"])


@recipe
def as_table(site: Site, node: ast.Subscript) -> Rewrite | None:
    """``(0.1, 0.7)[i]`` -> ``jnp.array((0.1, 0.7))[i]``; of arrays, ``jnp.stack``; of functions, ``lax.switch``."""
    table = site.value(node.value)
    inner = isinstance(node.value, ast.Subscript) and isinstance(site.value(node.value.slice), Traced)
    if not isinstance(node.ctx, ast.Load):
        raise NoFix(f"{code_at(site, node)} writes to a Python container")
    if inner or not isinstance(table, Sequence) or not table.items:
        raise NoFix(f"the elements of {code_at(site, node.value)} {_UNKNOWN}")
    return _looked_up(site, node, table.items, site.text(node.value))


@recipe
def _looked_up(site: Site, node: ast.Subscript, items: list[Value], text: str) -> Rewrite | None:
    """``text``: a sequence of the items."""
    if all(isinstance(item, _CALLABLE) for item in items):
        return _switch(site, node, text)
    if _common_shape(items) is not None:
        return _made(site, node, "array", UNSAFE, text)  # Python's numbers get a dtype of their own in an array
    avals = [item.aval for item in items if _is_array(item)]  # type: ignore[attr-defined]
    plain = all(_is_array(item) or scalar_aval(item) is not None for item in items)
    if plain and len(avals) < len(items) and all(one.is_scalar for one in avals):
        return _made(site, node, "array", UNSAFE, text)
    if not plain or len(avals) < len(items) or not all(same_shape(one, avals[0]) for one in avals):
        raise NoFix(f"the elements of {code_at(site, node.value)} {_UNKNOWN}")
    exact = _alike(avals) and kind(site, node.slice) == "i" and is_scalar(site, node.slice)
    return _made(site, node, "array" if avals[0].is_scalar else "stack", safe_if(exact), text)


def array_table(site: Site, node: ast.Subscript) -> Rewrite:
    """A NumPy array, indexed by a tracer: of 64 bits, JAX keeps 32."""
    exact = aval(site, node.value).dtype in _NARROW and kind(site, node.slice) == "i"
    return _made(site, node, "asarray", safe_if(exact), site.text(node.value))


def mapped_table(site: Site, node: ast.Subscript) -> Rewrite | None:
    """``{0: 1.5, 1: 2.5}[i]``, whose keys count from 0."""
    table = site.value(node.value)
    if not isinstance(table, Mapping) or not table.items or list(table.items) != list(range(len(table.items))):
        return None
    if isinstance(node.value, ast.Dict):
        text = f"[{', '.join([site.text(value) for value in node.value.values])}]"
    else:
        text = quote(site, "list({}.values())", node.value)
    made = _looked_up(site, node, list(table.items.values()), text)
    return None if made is None else Rewrite(UNSAFE, made.summary, made.replacements)


def _made(site: Site, node: ast.Subscript, function: str, level: Level, text: str) -> Rewrite:
    tame = all(is_tame(site, part) for part in walk(node.value))
    summary = _SUMMARY if tame else f"{_SUMMARY}; {STEEP_THERE}"
    return Rewrite(level if tame else UNSAFE, summary, [Replace(node.value, quote(site, "jnp.{}({})", function, text))])


@recipe
def _switch(site: Site, node: ast.Subscript, table: str) -> Rewrite | None:
    """``branches[i](x)`` -> ``lax.switch(i, branches, x)``."""
    call = site.module.parents.get(node)
    plain = isinstance(call, ast.Call) and call.func is node and not call.keywords
    if not plain or any(isinstance(argument, ast.Starred) for argument in call.args):  # type: ignore[union-attr]
        raise NoFix(f"the function {code_at(site, node)} is not called directly with plain arguments")
    assert isinstance(call, ast.Call)
    given = [site.text(node.slice), table, *[site.text(argument) for argument in call.args]]
    text = f"{spelled(site, 'jax.lax.switch')}({', '.join(given)})"
    return Rewrite(UNSAFE, _SWITCHED, [Replace(call, text)])


def _shape(value: Value) -> tuple[int, ...] | None:
    """Of a container of Python's numbers that is no wider in one place than in another."""
    if not isinstance(value, Sequence):
        return () if scalar_aval(value) is not None else None
    shape = None if value.items is None else _common_shape(value.items)
    return None if shape is None else (len(value.items or ()), *shape)


def _common_shape(items: list[Value]) -> tuple[int, ...] | None:
    found = {_shape(item) for item in items}
    return found.pop() if len(found) == 1 else None


def _is_array(value: Value) -> bool:
    return isinstance(value, Array) or (isinstance(value, Traced) and value.is_array)


def _alike(avals: list[Aval]) -> bool:
    dtypes = {one.dtype for one in avals}
    return len(dtypes) == 1 and None not in dtypes and not any(one.weak for one in avals)
