"""What library functions do with abstract values.  Importing the rooms fills the tables of calling.py."""

from jaxlint.tracing.libraries import (
    functional,
    host,
    iterables,
    jax_functions,
    layers,
    methods,
    namedtuples,
    numpy_functions,
    objects,
    ordering,
    pytrees,
    scalars,
    words,
)

__all__ = [
    "functional",
    "host",
    "iterables",
    "jax_functions",
    "layers",
    "methods",
    "namedtuples",
    "numpy_functions",
    "objects",
    "ordering",
    "pytrees",
    "scalars",
    "words",
]
