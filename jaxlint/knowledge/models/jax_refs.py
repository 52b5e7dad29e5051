"""jax.Ref: an array that is written in place.  How it is made, read and written: tracing/libraries/references.py."""

from jaxlint.knowledge.models import array_reference


class Ref(array_reference):
    pass


AbstractRef = MutableArray = ArrayRef = Ref
