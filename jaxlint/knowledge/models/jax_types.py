"""JAX's classes that stand for arrays.

How a Ref is made, read and written: tracing/libraries/numerical/references.py; what a struct describes:
tracing/operations/jax_types.py.
"""

from jaxlint.knowledge.models import array_reference


class Ref(array_reference):
    pass


AbstractRef = MutableArray = ArrayRef = Ref


class ShapeDtypeStruct:
    def __init__(self, shape, dtype, *, sharding=None, weak_type=False, vma=None, is_ref=False):
        self.shape = shape
        self.dtype = dtype
        self.sharding = sharding
        self.weak_type = weak_type

    def update(self, **changed):
        return ShapeDtypeStruct(changed.get("shape", self.shape), changed.get("dtype", self.dtype))
