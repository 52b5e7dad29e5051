"""Questions about dtypes, answered where the kind of number is known: ``jnp.issubdtype`` and its kin."""

from __future__ import annotations

from jaxlint.tracing.calling import FUNCTIONS
from jaxlint.tracing.joining import aval_of
from jaxlint.tracing.shapes import dtype_of
from jaxlint.tracing.value import Array, Const, Library, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame
    from jaxlint.tracing.invocation import Arguments

# Abstract dtype -> the kinds of number below it.
_BELOW = {
    "generic": "bifck",
    "number": "ifc",
    "integer": "i",
    "inexact": "fc",
    "floating": "f",
    "complexfloating": "c",
    "bool": "b",
    "prng_key": "k",
}


def issubdtype(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``jnp.issubdtype(x.dtype, jnp.floating)``."""
    asked, above = arguments.get(0, "arg1"), arguments.get(1, "arg2")
    kind = dtype_of(asked)[0]
    word = above.name.rpartition(".")[2].rstrip("_") if isinstance(above, Library) else ""
    if kind is None or word not in _BELOW:
        return Static("bool")
    return Const(kind in _BELOW[word])


def is_complex(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``jnp.iscomplexobj(x)``, ``jnp.isrealobj(x)``."""
    value = arguments.get(0, "x")
    kind = aval_of(value).kind if isinstance(value, (Traced, Array)) else None
    if kind is None:
        return Static("bool")
    return Const((kind == "c") is name.endswith("iscomplexobj"))


for _home in ("jax.numpy.", "numpy."):
    FUNCTIONS[_home + "issubdtype"] = issubdtype
    FUNCTIONS[_home + "iscomplexobj"] = is_complex
    FUNCTIONS[_home + "isrealobj"] = is_complex
FUNCTIONS["jax.dtypes.issubdtype"] = issubdtype
