"""What entering jit, vmap, grad, scan ... does to values.  Importing the rooms fills the tables of calling.py."""

from jaxlint.tracing.transforms import abstract_results, linearizing, loops, wrappers

__all__ = ["abstract_results", "linearizing", "loops", "wrappers"]
