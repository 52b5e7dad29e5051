"""What classes say of their objects: their fields, and which of them a transform traces.

A class is one of four kinds, after a base or decorator of it (measured on JAX 0.10.2, equinox 0.13, flax 0.12):

- ``opaque``: no transform takes its objects; they are closed over, or static arguments.
- ``fields``: every field is a leaf, but those that are declared static.
- ``arrays``: an attribute is a leaf where it holds arrays; numbers, strings and functions are static.
- ``constant``: its objects are pytrees without leaves.
"""

BASES = {
    "typing.NamedTuple": "fields",
    "flax.struct.PyTreeNode": "fields",
    "equinox.Module": "fields",
    "flax.linen.Module": "opaque",
}
# Bases that make no record: their constructor is Python's own.
OBJECTS = {"flax.nnx.Pytree": "arrays", "flax.nnx.Module": "arrays", "flax.nnx.Object": "arrays"}
# Bases, in the models, of classes whose objects are written in place.
REFERENCES = {"jaxlint.knowledge.models.array_reference": "array", "jaxlint.knowledge.models.variable": "variable"}
DECORATORS = {
    "chex.dataclass": "fields",
    "flax.struct.dataclass": "fields",
    "jax.tree_util.register_dataclass": "fields",
    "jax_dataclasses.pytree_dataclass": "fields",
    "dataclasses.dataclass": "opaque",
    "flax.nnx.dataclass": "opaque",
    "attr.s": "opaque",
    "attr.attrs": "opaque",
    "attr.dataclass": "opaque",
    "attr.define": "opaque",
    "attr.mutable": "opaque",
    "attr.frozen": "opaque",
    "attrs.define": "opaque",
    "attrs.mutable": "opaque",
    "attrs.frozen": "opaque",
}
# Of the classes of these, JAX calls the constructor where it puts the leaves together again.
BUILT_ANEW = ("flax.struct.PyTreeNode", "flax.struct.dataclass", "chex.dataclass", "jax.tree_util.register_dataclass")
CONSTANTS = ("jax.tree_util.register_static",)
# Of these the library itself warns where a static field of a new object holds an array (equinox 0.13).
NO_STATIC_ARRAYS = ("equinox.Module",)
# Calls that declare a field, and how it is held where the call alone says so.
FIELD_CALLS = {
    "dataclasses.field": None,
    "attr.ib": None,
    "attr.attrib": None,
    "attr.field": None,
    "attrs.field": None,
    "equinox.field": None,
    "equinox.static_field": "static",
    "flax.struct.field": None,
    "flax.nnx.data": "data",
    "flax.nnx.static": "static",
    "jax.tree.static": "static",
    "jax_dataclasses.field": None,
    "jax_dataclasses.static_field": "static",
}
# ``field(static=True)`` of equinox, ``field(pytree_node=False)`` of flax.
STATIC_KEYWORD = {"static": True, "pytree_node": False}
# Annotations that say how a field is held, and those that declare none.
ANNOTATIONS = {"flax.nnx.Data": "data", "flax.nnx.Static": "static", "jax_dataclasses.Static": "static"}
NO_FIELDS = ("ClassVar", "AbstractVar", "AbstractClassVar", "KW_ONLY")
# Annotations of what the constructor hands on to ``__post_init__``, and no object holds.
PASSED_ON = "InitVar"
# Equinox runs this method of a class and of each of its bases on a new object.
CHECK = "__check_init__"
