"""What a carried name begins with: in the dtype and shape of what comes back, so that a loop of JAX's takes it."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.proof import runs_backwards
from jaxlint.codemods.recipes.analysis.sizes import resizes
from jaxlint.codemods.recipes.loops.loop_bounds import binds
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.dataflow.accesses import free
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.aval import Aval, same_shape
from jaxlint.tracing.values.joining import aval_of, scalar_aval
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Instance, Mapping, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_KINDS = "bifc"
_PYTHON = {"b": "bool", "i": "int", "f": "float", "c": "complex"}
_FILLED = ((0, "zeros_like"), (1, "ones_like"))


def initial(site: Site, name: str, entry: Value, left: Value, loop: ast.For | ast.While) -> str:
    """The text of the first value of ``name``, which holds ``entry`` before the loop and ``left`` after a turn."""
    if _grows(site, name, entry, left, loop):
        raise NoFix(f"the shape of `{name}` changes in every iteration, but a JAX loop requires a fixed one")
    if scalar_aval(entry) is not None:
        return _number(site, name, entry, aval_of(left), loop)
    if isinstance(entry, (Array, Traced)):
        return _array(site, name, entry, aval_of(left), loop)
    if isinstance(entry, Instance):
        if not entry.cls.pytree:
            raise NoFix(f"a JAX loop cannot carry `{name}`: its class is not a registered pytree")
        return name
    if not _is_tree(entry, left):
        raise NoFix(f"the structure of `{name}` changes in the loop, or a JAX loop cannot carry it")
    return name


def _is_tree(entry: Value, left: Value) -> bool:
    """Containers of one structure, with nothing but arrays and numbers in them."""
    if entry is UNKNOWN or isinstance(entry, (Array, Traced)) or scalar_aval(entry) is not None:
        return True
    if isinstance(entry, Sequence) and isinstance(left, Sequence):
        mine, other = entry.items, left.items
        if entry.type not in ("tuple", "list") or entry.type != left.type or mine is None or other is None:
            return False
        return len(mine) == len(other) and all(_is_tree(a, b) for a, b in zip(mine, other, strict=True))
    if isinstance(entry, Mapping) and isinstance(left, Mapping):
        if entry.items is None or left.items is None or entry.items.keys() != left.items.keys():
            return False
        return all(_is_tree(value, left.items[key]) for key, value in entry.items.items())
    return False


def _grows(site: Site, name: str, entry: Value, left: Value, loop: ast.For | ast.While) -> bool:
    """Longer or shorter with each turn: no loop of JAX's can carry it."""
    if same_shape(aval_of(entry), aval_of(left)):
        return False
    assignments = [part for statement in loop.body for part in walk(statement) if isinstance(part, ast.Assign)]
    return any(name in names_bound(part.targets) and resizes(part.value, name) for part in assignments)


def _number(site: Site, name: str, entry: Value, made: Aval, loop: ast.For | ast.While) -> str:
    """A Python number: JAX gives it the dtype that comes back, if that is of its kind."""
    if made.rank != 0 and not (isinstance(loop, ast.While) and name in free(loop.test)):
        filled = _filled(site, name, entry, made, loop)
        if filled is not None:
            return filled
        if made.rank:
            raise NoFix(f"`{name}` starts as a number and becomes an array of unknown shape")
    kind = aval_of(entry).kind
    if made.kind is None or made.kind == kind:
        return name
    _check_promotes(name, kind, made.kind)
    if made.dtype is None and kind != "b":
        return name  # JAX promotes what Python counts with
    dtype = quote(site, "jnp.{}", made.dtype) if made.dtype else _PYTHON[made.kind]
    return quote(site, "jnp.asarray({}, dtype={})", name, dtype)


def _array(site: Site, name: str, entry: Traced | Array, made: Aval, loop: ast.For | ast.While) -> str:
    begun = entry.aval
    if begun.rank is not None and made.rank is not None and begun.rank != made.rank:
        if begun.rank:
            raise NoFix(f"the number of axes of `{name}` changes in the loop")
        filled = _filled(site, name, entry, made, loop)
        if filled is None:
            raise NoFix(f"`{name}` starts as a number and becomes an array of unknown shape")
        return filled
    unsettled = begun.kind is None or (begun.kind in ("b", "i") and made.kind is None)
    if unsettled and _becomes_float(site, name, begun, loop):
        return f"{name} * 1.0"  # of the dtype that float makes with it, should it be an int
    if made.kind is None or begun.kind is None or (made.kind == begun.kind and begun.dtype in (None, made.dtype)):
        return name
    if made.kind != begun.kind or made.dtype is not None:
        _check_promotes(name, begun.kind, made.kind)
    if (made.weak or made.dtype is None) and begun.dtype not in (None, "float32", "int32", "bool", "complex64"):
        # What Python chose alone would not come back as bfloat16, nor what is unknown.
        raise NoFix(f"the dtype of `{name}` may change in the loop")
    if begun.dtype is not None and made.dtype is None:
        if made.kind == begun.kind or begun.weak:
            return name
        raise NoFix(f"the dtype of `{name}` may change in the loop")
    if made.kind == begun.kind and _width(made.dtype) < _width(begun.dtype):
        raise NoFix(f"the dtype of `{name}` may change in the loop")
    if made.dtype:
        return quote(site, "{}.astype(jnp.{})", name, made.dtype)
    return f"{name} * 1.0" if made.kind == "f" and begun.kind in ("b", "i") else name


def _becomes_float(site: Site, name: str, begun: Aval, loop: ast.For | ast.While) -> bool:
    """Some binding in the loop is certainly a float; where gradients flow through it, it is one from the start."""
    bindings = [part for statement in loop.body for part in walk(statement) if binds(part, name)]
    made = any(aval_of(site.value(part)).kind == "f" for part in bindings)
    return made and (begun.kind is not None or not runs_backwards(site, loop))


def _check_promotes(name: str, kind: str | None, made: str) -> None:
    if kind is None or kind not in _KINDS or made not in _KINDS or _KINDS.index(kind) > _KINDS.index(made):
        raise NoFix(f"the dtype of `{name}` may change in the loop")


def _width(dtype: str | None) -> int:
    return int("".join([digit for digit in dtype or "" if digit.isdigit()]) or 0)


def _filled(site: Site, name: str, entry: Value, made: Aval, loop: ast.For | ast.While) -> str | None:
    """A number that becomes an array: an array of that number, like one that the body reads."""
    jnp = site.name_of("jax.numpy")
    like = _model(site, made, loop)
    if like is None:
        row = _added_row(site, name, made, loop)
        if row is not None:
            return f"{name} + {jnp}.zeros_like({row}[0])"
    else:
        other = aval_of(site.value(like))
        dtype = "bool" if made.kind == "b" else made.dtype
        if made.kind not in (None, other.kind) or (dtype and dtype != other.dtype):
            return f"{jnp}.full_like({like.id}, {name}, dtype={jnp}.{dtype})" if dtype else None
        if made.kind is None or made.dtype != other.dtype:
            return f"{name} + {jnp}.zeros_like({like.id})"  # of the dtype that both make together
        value = entry.value if isinstance(entry, Const) else None
        filled = next((how for number, how in _FILLED if value == number), None)
        return f"{jnp}.{filled}({like.id})" if filled else f"{jnp}.full_like({like.id}, {name})"
    shape = made.shape
    if isinstance(shape, tuple) and shape and all(isinstance(size, int) for size in shape) and made.dtype:
        inside = ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")
        return f"{jnp}.full(({inside}), {name}, dtype={jnp}.{made.dtype})"
    return None


def _added_row(site: Site, name: str, made: Aval, loop: ast.For | ast.While) -> str | None:
    """``x`` where ``name += x[i]`` is all that happens to a sum, and nothing tells of which rank a row of ``x`` is."""
    bindings = [one for statement in loop.body for one in walk(statement) if binds(one, name)]
    if made.rank is not None or len(bindings) != 1 or not isinstance(loop, ast.For):
        return None
    statement = site.module.statement_of(bindings[0])
    if isinstance(statement, ast.AugAssign):
        added, sums = statement.value, isinstance(statement.op, ast.Add)
    elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp):
        sides = (statement.value.left, statement.value.right)
        added = next((side for side in sides if not (isinstance(side, ast.Name) and side.id == name)), sides[0])
        sums = isinstance(statement.value.op, ast.Add) and any(_reads(side, name) for side in sides)
    else:
        return None
    if not sums or not isinstance(added, ast.Subscript) or not isinstance(added.value, ast.Name):
        return None
    is_row = isinstance(loop.target, ast.Name) and _reads(added.slice, loop.target.id)
    return added.value.id if is_row and added.value.id not in names_bound(loop.body) else None


def _reads(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _model(site: Site, made: Aval, loop: ast.For | ast.While) -> ast.Name | None:
    """A name that the loop reads and doesn't bind, of the shape that is wanted; best with the dtype, too."""
    bound = {*names_bound(loop.body), *names_bound([getattr(loop, "target", loop)])}
    found = None
    for part in (part for statement in loop.body for part in walk(statement)):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id not in bound:
            value = site.value(part)
            if isinstance(value, (Traced, Array)) and same_shape(value.aval, made):
                found = found or part
                if (value.aval.kind, value.aval.dtype) == (made.kind, made.dtype):
                    return part
    return found


ZEROS = {"b": "False", "i": "0", "f": "0.0", "c": "0j"}
