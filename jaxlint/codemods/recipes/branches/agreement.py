"""Do the values that a choice may take agree in structure, shape and dtype, as ``lax.cond`` asks?"""

from __future__ import annotations

from itertools import combinations

from jaxlint.tracing.values.aval import Aval, Dim, same_shape
from jaxlint.tracing.values.joining import aval_of, pairs, scalar_aval
from jaxlint.tracing.values.value import SETS, Array, Const, Container, Instance, Static, Traced, Unknown, Value

# In rising order of trouble.  DTYPES: they differ, or may, as those of a number and of an array of any dtype; SHAPES:
# broadcasting would make them agree; NEVER: not for JAX.
SAME, OPEN, DTYPES, SHAPES, NEVER = range(5)

# What jit makes of Python's numbers.
_DEFAULTS = {"b": "bool", "i": "int32", "f": "float32", "c": "complex64"}


def agreement(values: list[Value]) -> int:
    """The worst that is known of any two."""
    if len(values) == 1:
        return _pair(values[0], values[0])
    alike: dict[object, list[Value]] = {}
    for value in values:
        alike.setdefault(_likeness(value), []).append(value)
    pairs = combinations([some[0] for some in alike.values()], 2)
    twins = [(some[0], some[1]) for some in alike.values() if len(some) > 1]
    return max((_pair(left, right) for left, right in (*pairs, *twins)), default=NEVER)


def _likeness(value: Value) -> object:
    """Equal for values that agree with the same others: of a hundred arms most are of a few kinds."""
    if type(value) is Traced or type(value) is Array:
        aval = value.aval
        return type(value), is_leaf(value), aval.kind, aval.shape, aval.dtype, aval.weak
    number = scalar_aval(value)
    return id(value) if number is None else number.kind


def is_leaf(value: Value) -> bool:
    """One array or number, as ``jnp.where`` takes it, as far as anybody knows."""
    if isinstance(value, Traced):
        return value.is_array
    return isinstance(value, Array) or is_open(value) or scalar_aval(value) is not None


def is_open(value: Value) -> bool:
    """Nothing is known of it: a static argument that no annotation describes is as often as not a number."""
    return isinstance(value, Unknown) or (isinstance(value, Static) and value.type == "object")


def is_number(value: Value) -> bool:
    """A number of Python's."""
    return scalar_aval(value) is not None


def _pair(left: Value, right: Value) -> int:
    if isinstance(left, Container) and isinstance(right, Container):
        return _containers(left, right)
    if isinstance(left, Const) and isinstance(right, Const) and left.value is None and right.value is None:
        return SAME
    if not (_is_possible(left) and _is_possible(right)):
        return NEVER
    plain = [is_leaf(one) and not is_open(one) for one in (left, right)]
    if all(plain):
        return max(_shapes(aval_of(left), aval_of(right)), _dtypes(aval_of(left), aval_of(right)))
    if any(plain) and isinstance(left if plain[1] else right, (Container, Instance)):
        return NEVER
    return DTYPES if is_number(left) or is_number(right) else OPEN


def _is_possible(value: Value) -> bool:
    """JAX may take it for a pytree of arrays."""
    if isinstance(value, Instance):
        return value.cls.pytree
    return isinstance(value, (Traced, Container)) or is_leaf(value)


def _containers(left: Container, right: Container) -> int:
    if left.type != right.type or left.type in SETS:
        return NEVER
    if left.items is None or right.items is None:
        return OPEN
    both = pairs(left, right)
    return NEVER if both is None else max([_pair(one, other) for _, one, other in both], default=SAME)


def _shapes(left: Aval, right: Aval) -> int:
    if same_shape(left, right):
        return SAME
    if not (isinstance(left.shape, tuple) and isinstance(right.shape, tuple)):
        return OPEN
    sizes = [pair for pair in zip(reversed(left.shape), reversed(right.shape), strict=False) if _are_unlike(*pair)]
    if any(1 not in pair for pair in sizes):
        return NEVER
    return SHAPES if sizes or len(left.shape) != len(right.shape) else OPEN


def _are_unlike(left: int | Dim, right: int | Dim) -> bool:
    return isinstance(left, int) and isinstance(right, int) and left != right


def _dtypes(left: Aval, right: Aval) -> int:
    if left.kind is None or right.kind is None:
        return OPEN if left.kind == right.kind else DTYPES
    if left.kind != right.kind:
        return DTYPES
    if left.kind in ("b", "k") or (left.weak and right.weak):
        return SAME
    # A number that Python chose alone would have become float32, not bfloat16.
    default = _DEFAULTS.get(left.kind)
    dtypes = {default if one.weak else one.dtype for one in (left, right)}
    if None in dtypes:
        return OPEN if len(dtypes) == 1 else DTYPES
    return SAME if len(dtypes) == 1 else DTYPES
