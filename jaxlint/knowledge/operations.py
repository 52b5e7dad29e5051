"""JAX's operations on numbers, and what fixes ask of them: one row each, by the last part of the name."""

from __future__ import annotations

import math
import operator

from jaxlint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LINEAR, PRODUCT, SMOOTH, SINGULAR = range(4)
WHOLE, FLOAT = "whole", "float"


class Operation(Record):
    """What is not known is None, or "".

    ``gradient``: LINEAR, its derivative does not depend on the operands; PRODUCT, it is made of them; SMOOTH, it is
    finite wherever they are; SINGULAR, it is not.  ``smooth``: where it is finite all the same.
    ``poles``: where zero times the derivative by the only operand is NaN, of an interval that has no end a far number.
    ``value``: computes it of Python's numbers.
    ``python``: what computes it of static numbers, or of a tuple of them; ``gives``: WHOLE or FLOAT, whatever it is
    given.  ``symbol``: of the operator.  ``math``: the name that ``math`` or ``cmath`` has for it.
    ``where``: it reduces, and takes ``where=``; ``nan``: its form that leaves NaNs out.
    """

    gradient: int | None = None
    value: Callable[..., float] | None = None
    smooth: Callable[..., bool] | None = None
    python: str = ""
    gives: str = ""
    symbol: str = ""
    math: str = ""
    nan: str = ""
    where: bool = False
    poles: tuple[float, ...] = ()


def of_symbol(symbol: str) -> Operation:
    """Of an operator."""
    return next((row for row in OPERATIONS.values() if row.symbol == symbol), _OTHER)


def operation(name: str) -> Operation:
    """By the last part of its name; of others nothing is known."""
    return OPERATIONS.get(_ARC.get(name, name), _OTHER)


def _is_positive(x: float) -> bool:
    return x > 0


def _is_inside_one(x: float) -> bool:
    return abs(x) < 1


# As the array API standard names them.
_ARC = {f"a{name}": f"arc{name}" for name in "cos cosh sin sinh tan tanh".split()}
_OTHER = Operation()
OPERATIONS: dict[str, Operation] = {
    "abs": Operation(gradient=SMOOTH, value=abs, python="abs"),
    "absolute": Operation(gradient=SMOOTH, value=abs, python="abs"),
    "add": Operation(gradient=LINEAR, value=operator.add, symbol="+"),
    "all": Operation(gradient=LINEAR, where=True),
    "amax": Operation(python="max"),
    "amin": Operation(python="min"),
    "angle": Operation(math="phase"),
    "any": Operation(gradient=LINEAR, where=True),
    "arccos": Operation(gradient=SINGULAR, poles=(1.0, -1.0, 1.0e30, -1.0e30),
        value=math.acos, smooth=_is_inside_one, math="acos"),
    "arccosh": Operation(gradient=SINGULAR, poles=(1.0,), value=math.acosh, smooth=lambda x: x > 1, math="acosh"),
    "arcsin": Operation(gradient=SINGULAR, poles=(1.0, -1.0, 1.0e30, -1.0e30),
        value=math.asin, smooth=_is_inside_one, math="asin"),
    "arcsinh": Operation(gradient=SMOOTH, value=math.asinh, math="asinh"),
    "arctan": Operation(gradient=SMOOTH, value=math.atan, math="atan"),
    "arctan2": Operation(gradient=SINGULAR, value=math.atan2, smooth=lambda x, y: x != 0 or y != 0, math="atan2"),
    "arctanh": Operation(gradient=SINGULAR, poles=(1.0, -1.0), value=math.atanh, smooth=_is_inside_one, math="atanh"),
    "asinh": Operation(gradient=SMOOTH),
    "astype": Operation(value=lambda x: x),
    "atan": Operation(gradient=SMOOTH),
    "cbrt": Operation(gradient=SINGULAR, poles=(0.0,), value=math.cbrt, smooth=_is_positive, math="cbrt"),
    "ceil": Operation(gradient=SMOOTH, value=math.ceil, python="math.ceil", gives=WHOLE),
    "clip": Operation(gradient=SMOOTH, value=lambda x, low, high: min(max(x, low), high)),
    "column_stack": Operation(gradient=LINEAR),
    "conj": Operation(gradient=LINEAR),
    "conjugate": Operation(gradient=LINEAR),
    "copysign": Operation(math="copysign"),
    "cos": Operation(gradient=SMOOTH, value=math.cos, math="cos"),
    "cosh": Operation(gradient=SMOOTH, value=math.cosh, math="cosh"),
    "cumprod": Operation(gradient=PRODUCT),
    "cumsum": Operation(gradient=LINEAR),
    "deg2rad": Operation(gradient=LINEAR, value=math.radians),
    "degrees": Operation(gradient=LINEAR, value=math.degrees, math="degrees"),
    "digamma": Operation(gradient=SINGULAR, poles=(0.0,), smooth=_is_positive),
    "divide": Operation(gradient=SINGULAR, value=operator.truediv, smooth=lambda _, y: y != 0, symbol="/"),
    "dot": Operation(gradient=PRODUCT, math="sumprod"),
    "entr": Operation(gradient=SINGULAR, poles=(0.0,), smooth=_is_positive),
    "erf": Operation(gradient=SMOOTH, value=math.erf),
    "erfc": Operation(value=math.erfc),
    "erfinv": Operation(gradient=SINGULAR, poles=(1.0, -1.0), smooth=_is_inside_one),
    "exp": Operation(gradient=SMOOTH, value=math.exp, python="math.exp", gives=FLOAT, math="exp"),
    "exp2": Operation(gradient=SMOOTH, math="exp2"),
    "expm1": Operation(gradient=SMOOTH, value=math.expm1, math="expm1"),
    "fabs": Operation(gradient=SMOOTH, value=math.fabs, math="fabs"),
    "fix": Operation(python="int", gives=WHOLE),
    "floor": Operation(gradient=SMOOTH, value=math.floor, python="math.floor", gives=WHOLE),
    "floor_divide": Operation(symbol="//"),
    "frexp": Operation(math="frexp"),
    "full_like": Operation(gradient=LINEAR, value=lambda _, x: x),
    "gammaln": Operation(gradient=SINGULAR, poles=(0.0,), smooth=_is_positive),
    "gcd": Operation(math="gcd"),
    "gelu": Operation(gradient=SMOOTH),
    "hypot": Operation(gradient=SINGULAR, value=math.hypot, smooth=lambda x, y: x != 0 or y != 0, math="hypot"),
    "imag": Operation(gradient=LINEAR),
    "isfinite": Operation(gradient=LINEAR, math="isfinite"),
    "isinf": Operation(gradient=LINEAR, math="isinf"),
    "isnan": Operation(gradient=LINEAR, math="isnan"),
    "lcm": Operation(math="lcm"),
    "ldexp": Operation(math="ldexp"),
    "lgamma": Operation(gradient=SINGULAR, value=math.lgamma, smooth=_is_positive),
    "log": Operation(gradient=SINGULAR, poles=(0.0,), value=math.log, smooth=_is_positive,
        python="math.log", gives=FLOAT, math="log"),
    "log10": Operation(gradient=SINGULAR, poles=(0.0,), value=math.log10, smooth=_is_positive,
        python="math.log10", gives=FLOAT, math="log10"),
    "log1p": Operation(gradient=SINGULAR, poles=(-1.0,), value=math.log1p, smooth=lambda x: x > -1, math="log1p"),
    "log2": Operation(gradient=SINGULAR, poles=(0.0,), value=math.log2, smooth=_is_positive,
        python="math.log2", gives=FLOAT, math="log2"),
    "log_softmax": Operation(gradient=PRODUCT),
    "logaddexp": Operation(smooth=lambda x, y: x > 0 and y > 0),
    "logit": Operation(gradient=SINGULAR, poles=(0.0, 1.0), smooth=lambda x: 0 < x < 1),
    "matmul": Operation(gradient=PRODUCT),
    "max": Operation(gradient=SMOOTH, python="max", where=True, nan="nanmax"),
    "maximum": Operation(gradient=SMOOTH, value=max, python="max"),
    "mean": Operation(gradient=LINEAR, where=True, nan="nanmean"),
    "min": Operation(gradient=SMOOTH, python="min", where=True, nan="nanmin"),
    "minimum": Operation(gradient=SMOOTH, value=min, python="min"),
    "mod": Operation(symbol="%"),
    "modf": Operation(math="modf"),
    "multiply": Operation(gradient=PRODUCT, value=operator.mul, symbol="*"),
    "nanmean": Operation(gradient=LINEAR),
    "nansum": Operation(gradient=LINEAR),
    "negative": Operation(gradient=LINEAR, value=operator.neg),
    "nextafter": Operation(math="nextafter"),
    "norm": Operation(gradient=SINGULAR),
    "ones_like": Operation(gradient=LINEAR, value=lambda _: 1),
    "positive": Operation(gradient=LINEAR),
    "power": Operation(gradient=SINGULAR, value=lambda x, y: float(x) ** y, smooth=lambda x, _: x > 0, symbol="**"),
    "prod": Operation(gradient=PRODUCT, python="math.prod", where=True, nan="nanprod"),
    "rad2deg": Operation(gradient=LINEAR, value=math.degrees),
    "radians": Operation(gradient=LINEAR, value=math.radians, math="radians"),
    "real": Operation(gradient=LINEAR),
    "reciprocal": Operation(gradient=SINGULAR, poles=(0.0,), value=lambda x: 1 / x, smooth=bool),
    "relu": Operation(gradient=SMOOTH, value=lambda x: max(x, 0)),
    "remainder": Operation(symbol="%"),
    "rint": Operation(gradient=SMOOTH, python="round", gives=WHOLE),
    "round": Operation(gradient=SMOOTH, python="round", gives=WHOLE),
    "rsqrt": Operation(gradient=SINGULAR, poles=(0.0, -1.0e30), value=lambda x: 1 / math.sqrt(x), smooth=_is_positive),
    "sigmoid": Operation(gradient=SMOOTH, value=lambda x: 1 / (1 + math.exp(-x))),
    "sign": Operation(gradient=SMOOTH),
    "silu": Operation(gradient=SMOOTH),
    "sin": Operation(gradient=SMOOTH, value=math.sin, math="sin"),
    "sinh": Operation(gradient=SMOOTH, value=math.sinh, math="sinh"),
    "softmax": Operation(gradient=PRODUCT),
    "softplus": Operation(gradient=SMOOTH, value=lambda x: math.log1p(math.exp(x))),
    "sqrt": Operation(gradient=SINGULAR, poles=(0.0, -1.0e30), value=math.sqrt, smooth=_is_positive,
        python="math.sqrt", gives=FLOAT, math="sqrt"),
    "square": Operation(gradient=SMOOTH, value=lambda x: x * x),
    "squeeze": Operation(gradient=LINEAR, value=lambda x, *_: x),
    "stack": Operation(gradient=LINEAR),
    "std": Operation(gradient=SINGULAR, where=True, nan="nanstd"),
    "subtract": Operation(gradient=LINEAR, value=operator.sub, symbol="-"),
    "sum": Operation(gradient=LINEAR, python="sum", where=True, nan="nansum"),
    "swish": Operation(gradient=SMOOTH),
    "take_along_axis": Operation(gradient=LINEAR),
    "tan": Operation(value=math.tan, smooth=lambda x: abs(x) < 1.5, math="tan"),
    "tanh": Operation(gradient=SMOOTH, value=math.tanh, math="tanh"),
    "true_divide": Operation(gradient=SINGULAR, value=operator.truediv, smooth=lambda _, y: y != 0, symbol="/"),
    "trunc": Operation(gradient=SMOOTH, value=math.trunc, python="int", gives=WHOLE),
    "var": Operation(gradient=SINGULAR, where=True, nan="nanvar"),
    "where": Operation(gradient=LINEAR, value=lambda test, x, y: x if test else y, smooth=lambda *_: True),
    "xlogy": Operation(gradient=SINGULAR, smooth=lambda x, y: x > 0 and y > 0),
    "zeros_like": Operation(gradient=LINEAR, value=lambda _: 0),
}  # fmt: skip
OF_MATH = {row.math: name for name, row in OPERATIONS.items() if row.math}  # of `asin`, `arcsin`
# The methods of `x.at[i]` that take a value, and the operation that each does with the old one and the new.
UPDATES = {
    "set": "", "add": "add", "subtract": "subtract", "multiply": "multiply", "mul": "multiply", "divide": "divide",
    "power": "power", "min": "minimum", "max": "maximum",
}  # fmt: skip
