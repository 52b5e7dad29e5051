"""What entering jit, vmap, grad, scan ... does to values.  Importing the rooms fills the tables of calling.py."""

from jaxlint.tracing.transforms import filtered, loops, wrappers

__all__ = ["filtered", "loops", "wrappers"]
