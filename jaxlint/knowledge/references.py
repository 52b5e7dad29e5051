"""Names of what makes, reads and writes mutable arrays, in every JAX from 0.4.13 on."""

_CORE = ("jax.", "jax.core.", "jax._src.core.", "jax.experimental.")
_REF = ("jax.ref.", "jax._src.ref.", "jax.experimental.ref.")
_STATE = ("jax._src.state.primitives.", "jax._src.state.", "jax._src.state.types.")
_PALLAS = (
    "jax.experimental.pallas.",
    "jax.experimental.pallas.tpu.",
    "jax.experimental.pallas.triton.",
    "jax.experimental.pallas.mosaic_gpu.",
    "jax._src.pallas.primitives.",
)


def _each(homes: tuple[str, ...], names: str) -> frozenset[str]:
    return frozenset(home + name for home in homes for name in names.split())


# A new reference to a copy of an array; one to an array of which only the shape is given.
MAKERS = _each((*_CORE, *_REF), "new_ref array_ref mutable_array")
EMPTY_MAKERS = _each((*_CORE, *_REF), "empty_ref") | _each(_PALLAS[:1], "empty_ref_like")
FREEZERS = _each((*_CORE, *_REF), "freeze")
# Methods of a reference that give another, to a part of the array or to the array in another shape.
VIEWS = frozenset("reshape transpose bitcast view".split())
# f(ref, index=...) gives what was there.
READERS = _each(_REF, "get") | _each(_STATE, "ref_get") | _each(_PALLAS, "load")
SWAPPERS = _each(_REF, "swap") | _each(_STATE, "ref_swap") | _each(_PALLAS, "swap")
# f(ref, index, value) gives nothing.
WRITERS = _each(_REF, "set addupdate") | _each(_STATE, "ref_set ref_addupdate") | _each(_PALLAS, "store")
# Annotations and isinstance; the class stands in models/jax_types.py.
CLASSES = _each((*_CORE, *_REF, *_STATE), "Ref MutableArray ArrayRef AbstractRef") | _each(_PALLAS, "AbstractRef")
