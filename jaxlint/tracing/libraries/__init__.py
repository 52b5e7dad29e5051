"""What library functions do with abstract values.  Importing the rooms fills the tables of calling.py."""

from jaxlint.tracing.libraries import (
    host,
    jax_functions,
    layers,
    methods,
    namedtuples,
    numpy_functions,
    python,
    pytrees,
    words,
)

__all__ = ["host", "jax_functions", "layers", "methods", "namedtuples", "numpy_functions", "python", "pytrees", "words"]
