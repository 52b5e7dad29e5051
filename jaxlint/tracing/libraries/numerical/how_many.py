"""How many arrays a JAX function gives: one, or a tuple or list of several."""

from __future__ import annotations

from jaxlint.tracing.values.value import Const, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.knowledge.api import Record
    from jaxlint.tracing.libraries.numerical.bound import Bound

# One array comes out instead of a tuple of several: name -> (parameter, its value then).
_ALONE: dict[str, tuple[str, object]] = {
    **dict.fromkeys(["jax.numpy.linalg.svd", "jax.scipy.linalg.svd", "jax.lax.linalg.svd"], ("compute_uv", False)),
    "jax.scipy.linalg.eigh": ("eigvals_only", True),
    "jax.numpy.linalg.qr": ("mode", "r"),
}
# As many come out as go in.
_SEVERAL = {"jax.lax.sort": "tuple", **{f"jax.numpy.atleast_{rank}d": "list" for rank in (1, 2, 3)}}


def container_of(record: Record, bound: Bound) -> str | None:
    """Tuple, list, or None where one array comes out."""
    several = record.name in _SEVERAL and _are_several(bound)
    form = "tuple" if _asks_for_more(bound) else _SEVERAL[record.name] if several else record.form
    return form if form in ("list", "tuple") and not _is_alone(record, bound) else None


def _asks_for_more(bound: Bound) -> bool:
    """``return_counts=True`` and its like."""
    flags = [(parameter, value) for parameter, value, _ in bound.parameters if parameter.makes_tuple]
    return any(not (isinstance(value, Const) and str(value.value) == one.default) for one, value in flags)


def _are_several(bound: Bound) -> bool:
    """``sort((keys, values))``, ``atleast_2d(x, y)``."""
    if not bound.parameters:
        return False
    first, value, _ = bound.parameters[0]
    return len(bound.parameters) > 1 if first.kind == "var" else isinstance(value, Sequence)


def _is_alone(record: Record, bound: Bound) -> bool:
    """``svd(x, compute_uv=False)``: of what would be several arrays, one is wanted."""
    name, wanted = _ALONE.get(record.name, ("", None))
    value = bound.values.get(name)
    return isinstance(value, Const) and value.value == wanted
