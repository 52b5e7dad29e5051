"""JAX's classes that stand for arrays, and for the structure of trees.

How a Ref is made, read and written: tracing/libraries/numerical/references.py; what a struct describes:
tracing/operations/jax_types.py; what
is done with a structure: tracing/libraries/trees/pytrees.py.
"""

import jax

from jaxlint.knowledge.models import anything, array_reference


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


class PyTreeDef:
    def __init__(self, tree):
        self.tree = tree

    def unflatten(self, leaves):
        return jax.tree.unflatten(self, leaves)

    def __eq__(self, other):
        return anything()

    def __getattr__(self, name):
        return anything
