"""What library functions do with abstract values.  Importing the rooms fills the tables of calling.py."""

from jaxlint.tracing.libraries import (
    host,
    iterators,
    jax_functions,
    layers,
    methods,
    namedtuples,
    numpy_functions,
    operators,
    python,
    pytrees,
    words,
)

__all__ = [
    "host",
    "iterators",
    "jax_functions",
    "layers",
    "methods",
    "namedtuples",
    "numpy_functions",
    "operators",
    "python",
    "pytrees",
    "words",
]
