"""What JAX's own messages and object identities do not tell about its old names.  Everything here is held by tests.

``BEFORE``: names that were gone before the oldest release that can still be run here, and the release that dropped
them (from JAX's tagged history).  ``REPLACEMENTS``: successors of names that went without a message.
``PARAMETERS``: the new name of a parameter.  ``CALLS``: calls whose form changed; ``{0}`` is the first argument.
"""

from __future__ import annotations

BEFORE = {
    "jax.api:module": "0.2.21",
    "jax.custom_ivjp": "0.3.6",
    "jax.invertible": "0.3.6",
    "jax.mask": "0.3.16",
    "jax.shapecheck": "0.3.16",
    "jax.soft_pmap": "0.3.18",
    "jax.tree_multimap": "0.3.16",
    "jax.tree_util.tree_multimap": "0.3.16",
    "jax.ops.index": "0.3.2",
    "jax.ops.index_add": "0.3.2",
    "jax.ops.index_max": "0.3.2",
    "jax.ops.index_min": "0.3.2",
    "jax.ops.index_mul": "0.3.2",
    "jax.ops.index_update": "0.3.2",
    "jax.numpy.DeviceArray": "0.4.14",
    "jax.numpy.msort": "0.4.9",
    "jax.experimental.PartitionSpec": "0.4.11",
    "jax.experimental.maps.Mesh": "0.4.11",
    "jax.experimental.maps.mesh": "0.3.8",
    "jax.experimental.pjit.NamedSharding": "0.4.11",
    "jax.experimental.pjit.PartitionSpec": "0.4.11",
    "jax.interpreters.pxla.Mesh": "0.4.11",
    "jax.interpreters.pxla.PartitionSpec": "0.4.11",
    "jax.interpreters.xla.DeviceArray": "0.4.11",
    "jax.interpreters.xla.Device": "0.4.11",
    "jax.interpreters.xla.device_put": "0.4.11",
    "jax.sharding.MeshPspecSharding": "0.4.8",
    "jax.sharding.OpShardingSharding": "0.4.12",
    "jax.experimental.ann:module": "0.3.2",
    "jax.experimental.array:module": "0.3.19",
    "jax.experimental.callback:module": "0.4.2",
    "jax.experimental.global_device_array:module": "0.4.7",
    "jax.experimental.loops:module": "0.3.16",
    "jax.experimental.optimizers:module": "0.3.16",
    "jax.experimental.stax:module": "0.3.16",
    "jax.experimental.sharding:module": "0.3.19",
}

REPLACEMENTS: dict[str, str] = {
    "jax.config:module": "jax",
    "jax.experimental.PartitionSpec": "jax.sharding.PartitionSpec",
    "jax.experimental.maps.Mesh": "jax.sharding.Mesh",
    "jax.experimental.optimizers:module": "jax.example_libraries.optimizers",
    "jax.experimental.pjit.NamedSharding": "jax.sharding.NamedSharding",
    "jax.experimental.pjit.PartitionSpec": "jax.sharding.PartitionSpec",
    "jax.experimental.shard_map:module": "jax",
    "jax.experimental.stax:module": "jax.example_libraries.stax",
    "jax.interpreters.pxla.Mesh": "jax.sharding.Mesh",
    "jax.interpreters.pxla.PartitionSpec": "jax.sharding.PartitionSpec",
    "jax.interpreters.xla.Device": "jax.Device",
    "jax.interpreters.xla.DeviceArray": "jax.Array",
    "jax.interpreters.xla.device_put": "jax.device_put",
    "jax.numpy.DeviceArray": "jax.Array",
    "jax.sharding.AxisTypes": "jax.sharding.AxisType",
    "jax.sharding.MeshPspecSharding": "jax.sharding.NamedSharding",
    "jax.sharding.use_mesh": "jax.set_mesh",
    "jax.tree_multimap": "jax.tree.map",
    "jax.tree_util.tree_multimap": "jax.tree_util.tree_map",
}
# Names that JAX calls replaced although the successor is for another use: told, never rewritten.
ADVICE = {
    "jax.device_put_replicated", "jax.device_put_sharded", "jax.lax.pvary", "jax.random.default_prng_impl",
    "jax.scipy.special.sph_harm", "jax.sharding.PmapSharding", "jax.tree_util.build_tree",
    "jax.interpreters.xla.abstractify", "jax.numpy.in1d",
    "jax.experimental.pallas.tpu.create_tensorcore_mesh",  # a function's parameters, and a class's fields
}  # fmt: skip
MESSAGES: dict[str, str] = {
    "jax.experimental.host_callback:module": (
        "Use jax.pure_callback, jax.experimental.io_callback or jax.debug.callback"
    ),
    "jax.experimental.maps:module": "Use jax.shard_map, or jax.vmap with an axis_name",
    "jax.soft_pmap": "Use jax.shard_map",
    "jax.util:module": "Its functions were JAX's own tools: keep a copy of the few lines",
    "jax.xla_computation": "Use jax.jit(f).lower(...)",
}
PARAMETERS: dict[str, str] = {
    "jax.dtypes.canonicalize_dtype(allow_opaque_dtype)": "allow_extended_dtype",
    "jax.experimental.shard_map.shard_map(check_rep)": "check_vma",
    "jax.lax.broadcast(sharding)": "out_sharding",
    "jax.lax.broadcast_in_dim(sharding)": "out_sharding",
    "jax.lax.broadcasted_iota(sharding)": "out_sharding",
    "jax.lax.reshape(sharding)": "out_sharding",
    "jax.numpy.clip(a_max)": "max",
    "jax.numpy.clip(a_min)": "min",
    "jax.numpy.linalg.pinv(rcond)": "rtol",
    "jax.numpy.nanpercentile(interpolation)": "method",
    "jax.numpy.nanquantile(interpolation)": "method",
    "jax.numpy.percentile(interpolation)": "method",
    "jax.numpy.quantile(interpolation)": "method",
    "jax.numpy.reshape(newshape)": "shape",
    "jax.scipy.special.beta(x)": "a",
    "jax.scipy.special.beta(y)": "b",
    "jax.scipy.stats.gennorm.cdf(p)": "beta",
    "jax.scipy.stats.gennorm.logpdf(p)": "beta",
    "jax.scipy.stats.gennorm.pdf(p)": "beta",
}
# ``name/number of arguments`` for calls, all by position; the bare name for other uses.  ``@x`` spells a name of JAX.
CALLS: dict[str, str] = {
    "jax.core.definitely_equal/2": "{0} == {1}",
    "jax.core.symbolic_equal_dim/2": "{0} == {1}",
    "jax.experimental.disable_x64/0": "@jax.enable_x64(False)",
    "jax.experimental.enable_x64/0": "@jax.enable_x64(True)",
    "jax.experimental.enable_x64/1": "@jax.enable_x64({0})",
    "jax.lax.tie_in/2": "{1}",
    "jax.numpy.NINF": "-@jax.numpy.inf",
    "jax.numpy.NZERO": "-0.0",
    "jax.numpy.PZERO": "0.0",
    "jax.numpy.in1d/2": "@jax.numpy.isin({0}, {1}).ravel()",
    "jax.numpy.msort/1": "@jax.numpy.sort({0}, axis=0)",
    "jax.ops.index": "@jax.numpy.s_",
    "jax.ops.index_add/3": "{0}.at[{1}].add({2})",
    "jax.ops.index_max/3": "{0}.at[{1}].max({2})",
    "jax.ops.index_min/3": "{0}.at[{1}].min({2})",
    "jax.ops.index_mul/3": "{0}.at[{1}].multiply({2})",
    "jax.ops.index_update/3": "{0}.at[{1}].set({2})",
    "jax.random.rbg_key/1": '@jax.random.PRNGKey({0}, impl="rbg")',
    "jax.random.shuffle/2": "@jax.random.permutation({0}, {1}, independent=True)",
    "jax.random.threefry2x32_key/1": '@jax.random.PRNGKey({0}, impl="threefry2x32")',
    "jax.random.unsafe_rbg_key/1": '@jax.random.PRNGKey({0}, impl="unsafe_rbg")',
}
