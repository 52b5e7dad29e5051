"""What functions of jax.lax ask of the dtypes of their operands: they promote nothing.

tests/knowledge/test_strict_operands.py asks JAX.
"""

from __future__ import annotations

_PAIRS = """add atan2 bitwise_and bitwise_or bitwise_xor complex div eq ge gt igamma igammac le lt max min mul
ne nextafter polygamma rem shift_left shift_right_arithmetic shift_right_logical sub zeta""".split()
_TRIPLES = {
    "betainc": ("a", "b", "x"), "clamp": ("min", "x", "max"), "select": ("on_true", "on_false"),
    "dynamic_update_slice": ("operand", "update"), "dynamic_update_slice_in_dim": ("operand", "update"),
    "pad": ("operand", "padding_value"),
}  # fmt: skip
# Of one dtype: these parameters, or the first two.
ALIKE: dict[str, tuple[str, ...]] = {**dict.fromkeys(_PAIRS, ()), **_TRIPLES}
# The row of the table says which kinds of number JAX refuses.
_OF_SOME = """abs acos acosh asin asinh atan atan2 atanh bessel_i0e bessel_i1e betainc bitwise_and bitwise_not
bitwise_or bitwise_xor cbrt ceil clz complex cos cosh digamma div erf erf_inv erfc exp exp2 expm1 floor igamma
igammac imag is_finite lgamma log log1p logistic max min mul neg nextafter polygamma population_count real rem
round rsqrt shift_left shift_right_arithmetic shift_right_logical sign sin sinh sqrt square sub add tan tanh
zeta""".split()
OF_SOME = frozenset(_OF_SOME)
# The functions of jax.numpy that do the same on the same arguments, and promote.
_NAMED = """add abs bitwise_and bitwise_or bitwise_xor cbrt ceil cos cosh exp exp2 expm1 floor imag log log1p
max:maximum min:minimum mul:multiply neg:negative nextafter real rem:fmod sign sin sinh sqrt square sub:subtract
tan tanh acos:arccos acosh:arccosh asin:arcsin asinh:arcsinh atan:arctan atan2:arctan2 atanh:arctanh
div:true_divide eq:equal ge:greater_equal gt:greater le:less_equal lt:less ne:not_equal is_finite:isfinite
select:where shift_left:left_shift""".split()
TWINS: dict[str, str] = {name: twin or name for name, _, twin in (one.partition(":") for one in _NAMED)}
