"""What library functions do with abstract values.  Importing the rooms fills the tables of calling.py."""

from jaxlint.tracing.libraries import (
    dtypes,
    functional,
    host,
    iterables,
    iterators,
    jax_functions,
    layers,
    methods,
    namedtuples,
    numpy_functions,
    objects,
    operators,
    ordering,
    pytrees,
    scalars,
    words,
)

__all__ = [
    "dtypes",
    "functional",
    "host",
    "iterables",
    "iterators",
    "jax_functions",
    "layers",
    "methods",
    "namedtuples",
    "numpy_functions",
    "objects",
    "operators",
    "ordering",
    "pytrees",
    "scalars",
    "words",
]
