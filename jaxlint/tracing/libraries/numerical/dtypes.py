"""Questions about dtypes, answered where the kind of number is known: ``jnp.issubdtype`` and its kin."""

from __future__ import annotations

from jaxlint.tracing.calls.invocation import constant_of
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.values.aval import AnyShape, Aval
from jaxlint.tracing.values.dtypes import candidates
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.shapes import dtype_of
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Library, Sequence, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Iterable

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

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
# The same in the words of the array API standard.
_WORDS = {"bool": "b", "integral": "i", "real floating": "f", "complex floating": "c", "numeric": "ifc"}


def issubdtype(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``jnp.issubdtype(x.dtype, jnp.floating)``; JAX takes the array itself too."""
    asked, above = arguments.get(0, "arg1"), arguments.get(1, "arg2")
    kind = _kind(asked)
    word = above.name.rpartition(".")[2].rstrip("_") if isinstance(above, Library) else ""
    if kind is not None and word in _BELOW:
        return Const(kind in _BELOW[word])
    return _among(_dtype(asked), [] if above is None else [above])


def isdtype(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``jnp.isdtype(x.dtype, "integral")``, ``jnp.isdtype(x.dtype, (jnp.float32, "complex floating"))``."""
    asked, above = arguments.get(0, "dtype"), arguments.get(1, "kind")
    wanted = above.items if isinstance(above, Sequence) else [above]
    if wanted is None or above is None:
        return Static("bool")
    words = [_WORDS.get(str(constant_of(one))) for one in wanted if one is not None]
    if None in words:
        return _among(_dtype(asked), [one for one in wanted if one is not None])
    kind = _kind(asked)
    return Static("bool") if kind is None else Const(any(kind in (word or "") for word in words))


def _among(asked: Value, dtypes: Iterable[Value]) -> Value:
    """Is it one of these; False only where it can be none of them."""
    names = candidates(asked)
    others = [candidates(one) for one in dtypes]
    if names is None or None in others or not all(names.isdisjoint(other or ()) for other in others):
        return Static("bool")
    return Const(False)


def _kind(value: Value | None) -> str | None:
    return aval_of(value).kind if isinstance(value, (Traced, Array)) else dtype_of(value)[0]


def _dtype(value: Value | None) -> Value:
    return Static("dtype", value) if isinstance(value, (Traced, Array)) else value or UNKNOWN


def is_complex(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``jnp.iscomplexobj(x)``, ``jnp.isrealobj(x)``."""
    value = arguments.get(0, "x")
    kind = aval_of(value).kind if isinstance(value, (Traced, Array)) else None
    if kind is None:
        return Static("bool")
    return Const((kind == "c") is name.endswith("iscomplexobj"))


def made_dtype(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``jnp.dtype("int32")``, ``np.dtype(x.dtype)``, ``jnp.result_type(x)``."""
    value = arguments.positional[0] if len(arguments.positional) == 1 else None
    if isinstance(value, (Traced, Array)):
        return Static("dtype", value)
    kind, exact = dtype_of(value)
    return Static("dtype") if kind is None else Static("dtype", Array(Aval(kind, AnyShape(), exact)))


for _home in ("jax.numpy.", "numpy."):
    FUNCTIONS[_home + "issubdtype"] = issubdtype
    FUNCTIONS[_home + "isdtype"] = isdtype
    FUNCTIONS[_home + "iscomplexobj"] = is_complex
    FUNCTIONS[_home + "isrealobj"] = is_complex
    FUNCTIONS[_home + "dtype"] = made_dtype
    FUNCTIONS[_home + "result_type"] = made_dtype
FUNCTIONS["jax.dtypes.issubdtype"] = issubdtype
FUNCTIONS["jax.dtypes.result_type"] = made_dtype
