"""Bases and decorators that make a class a record: its annotated fields are its arguments.

``pytree``: a transform sees its fields as leaves; ``plain``: it does not, the object is closed over or static.
"""

BASES = {
    "typing.NamedTuple": "pytree",
    "flax.struct.PyTreeNode": "pytree",
    "equinox.Module": "pytree",
    "flax.nnx.Module": "pytree",
    "flax.linen.Module": "plain",
}
DECORATORS = {
    "chex.dataclass": "pytree",
    "flax.struct.dataclass": "pytree",
    "jax.tree_util.register_dataclass": "pytree",
    "jax_dataclasses.pytree_dataclass": "pytree",
    "dataclasses.dataclass": "plain",
    "attr.s": "plain",
    "attr.define": "plain",
    "attr.frozen": "plain",
    "attrs.define": "plain",
    "attrs.frozen": "plain",
}
# Of those, a transform makes a new object of the leaves by calling the class.
CONSTRUCTED = frozenset(
    ["chex.dataclass", "flax.struct.PyTreeNode", "flax.struct.dataclass", "jax.tree_util.register_dataclass"]
)
# ``field(static=True)`` of equinox, ``field(pytree_node=False)`` of flax, ``field(metadata={"static": True})`` of JAX.
STATIC_KEYWORD = {"static": True, "pytree_node": False}
