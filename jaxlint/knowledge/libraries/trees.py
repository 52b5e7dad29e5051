"""Functions of JAX, optax, equinox and flax that give a tree like an argument, measured on the libraries.

The table is written by tools/probe_trees.py.
"""

from __future__ import annotations

# What the leaves of the result are, beside those of the argument.
SAME = "same"  # the same arrays
NUMBERS = "numbers"  # computed of them; of the same shapes and dtypes
SHAPES = "shapes"  # made of their shapes and dtypes alone
ARRAYS = "arrays"  # of the same shapes; the dtypes may be others
BLURRED = "blurred"  # of other shapes


# By function: what the leaves are; for which arguments the tree may stand, by place and name, all of one structure; and
# with which optional arguments no more is known than the structure ("" is any other keyword).
Argument = tuple[int, str]
Row = tuple[str, tuple[Argument, ...], tuple[Argument, ...]]

# fmt: off
# Asked of jax 0.10.2, optax 0.2.8, equinox 0.13.8, flax 0.12.8.
LIKE: dict[str, Row] = {
    "equinox.apply_updates": ("arrays", ((0, "model"),), ()),
    "equinox.default_deserialise_filter_spec": ("same", ((1, "x"),), ()),
    "equinox.tree_inference": ("same", ((0, "pytree"),), ()),
    "flax.core.map_axis_meta": ("same", ((1, "tree"),), ()),
    "flax.core.meta.add_axis": ("same", ((0, "tree"),), ()),
    "flax.core.meta.map_axis_meta": ("same", ((1, "tree"),), ()),
    "flax.core.meta.remove_axis": ("same", ((0, "tree"),), ()),
    "flax.core.meta.replace_boxed": ("same", ((1, "updates"),), ()),
    "flax.core.meta.unbox": ("same", ((0, "tree"),), ()),
    "flax.core.unbox": ("same", ((0, "tree"),), ()),
    "flax.core.unfreeze": ("same", ((0, "x"),), ()),
    "flax.jax_utils.replicate": ("blurred", ((0, "tree"),), ()),
    "flax.jax_utils.unreplicate": ("blurred", ((0, "tree"),), ()),
    "flax.linen.add_metadata_axis": ("same", ((0, "target"),), ()),
    "flax.linen.merge_param": ("same", ((1, "a"),), ()),
    "flax.linen.partitioning.unfreeze": ("same", ((0, "x"),), ()),
    "flax.linen.partitioning.with_sharding_constraint": ("same", ((0, "x"),), ()),
    "flax.linen.spmd.with_logical_constraint": ("same", ((0, "x"),), ()),
    "flax.linen.unbox": ("same", ((0, "tree"),), ()),
    "flax.linen.with_logical_constraint": ("same", ((0, "x"),), ()),
    "flax.training.common_utils.shard": ("blurred", ((0, "xs"),), ()),
    "jax.block_until_ready": ("same", ((0, "x"),), ()),
    "jax.copy_to_host_async": ("same", ((0, "x"),), ()),
    "jax.device_get": ("numbers", ((0, "x"),), ()),
    "jax.device_put": ("same", ((0, "x"),), ()),
    "jax.experimental.multihost_utils.broadcast_one_to_all": ("shapes", ((0, "in_tree"),), ()),
    "jax.experimental.multihost_utils.global_array_to_host_local_array": ("same", ((0, "global_inputs"),), ()),
    "jax.experimental.multihost_utils.process_allgather": ("blurred", ((0, "in_tree"),), ((1, "tiled"),)),
    "jax.lax.optimization_barrier": ("numbers", ((0, "operand"),), ()),
    "jax.lax.stop_gradient": ("same", ((0, "x"),), ()),
    "jax.tree.broadcast": ("arrays", ((1, "full_tree"),), ()),
    "jax.tree_util.tree_broadcast": ("arrays", ((1, "full_tree"),), ()),
    "optax.apply_updates": ("numbers", ((0, "params"), (1, "updates")), ()),
    "optax.bias_correction": ("arrays", ((0, "moment"),), ()),
    "optax.incremental_update": ("arrays", ((0, "new_tensors"), (1, "old_tensors")), ()),
    "optax.microbatch": ("same", ((0, "fun"),), ()),
    "optax.periodic_update": ("numbers", ((0, "new_tensors"), (1, "old_tensors")), ()),
    "optax.projections.projection_box": ("numbers", ((0, "tree"), (1, "lower"), (2, "upper")), ()),
    "optax.projections.projection_halfspace": ("arrays", ((0, "x"), (1, "a")), ()),
    "optax.projections.projection_hyperplane": ("arrays", ((0, "x"), (1, "a")), ()),
    "optax.projections.projection_l1_ball": ("numbers", ((0, "tree"),), ()),
    "optax.projections.projection_l1_sphere": ("arrays", ((0, "tree"),), ()),
    "optax.projections.projection_l2_ball": ("arrays", ((0, "tree"),), ()),
    "optax.projections.projection_l2_sphere": ("arrays", ((0, "tree"),), ()),
    "optax.projections.projection_linf_ball": ("numbers", ((0, "tree"),), ()),
    "optax.projections.projection_non_negative": ("numbers", ((0, "tree"),), ()),
    "optax.projections.projection_simplex": ("arrays", ((0, "tree"),), ()),
    "optax.projections.projection_vector": ("arrays", ((0, "x"), (1, "a")), ()),
    "optax.scale_gradient": ("same", ((0, "inputs"),), ()),
    "optax.tree.add": ("numbers", ((0, "tree_x"), (1, "tree_y")), ()),
    "optax.tree.add_scale": ("arrays", ((0, "tree_x"), (2, "tree_y")), ()),
    "optax.tree.batch_shape": ("same", ((0, "tree"),), ((1, "shape"),)),
    "optax.tree.bias_correction": ("arrays", ((0, "moment"),), ()),
    "optax.tree.cast": ("same", ((0, "tree"),), ((1, "dtype"),)),
    "optax.tree.cast_like": ("same", ((0, "tree"), (1, "other_tree")), ()),
    "optax.tree.clip": ("numbers", ((0, "tree"),), ((1, "min_value"), (2, "max_value"))),
    "optax.tree.conj": ("numbers", ((0, "tree"),), ()),
    "optax.tree.div": ("arrays", ((0, "tree_x"), (1, "tree_y")), ()),
    "optax.tree.full_like": ("shapes", ((0, "tree"),), ((2, "dtype"),)),
    "optax.tree.mul": ("numbers", ((0, "tree_x"), (1, "tree_y")), ()),
    "optax.tree.ones_like": ("shapes", ((0, "tree"),), ((1, "dtype"),)),
    "optax.tree.random_like": ("shapes", ((1, "target_tree"),), ((3, "dtype"),)),
    "optax.tree.real": ("numbers", ((0, "tree"),), ()),
    "optax.tree.scale": ("arrays", ((1, "tree"),), ()),
    "optax.tree.set": ("same", ((0, "tree"),), ((-1, ""),)),
    "optax.tree.split_key_like": ("blurred", ((1, "target_tree"),), ()),
    "optax.tree.sub": ("numbers", ((0, "tree_x"), (1, "tree_y")), ()),
    "optax.tree.unwrap_random_key_data": ("same", ((0, "input_tree"),), ()),
    "optax.tree.update_infinity_moment": ("arrays", ((0, "updates"), (1, "moments")), ()),
    "optax.tree.update_moment": ("arrays", ((0, "updates"), (1, "moments")), ()),
    "optax.tree.update_moment_per_elem_norm": ("arrays", ((0, "updates"), (1, "moments")), ()),
    "optax.tree.where": ("numbers", ((1, "tree_x"), (2, "tree_y")), ()),
    "optax.tree.zeros_like": ("shapes", ((0, "tree"),), ((1, "dtype"),)),
    "optax.tree_utils.tree_add": ("numbers", ((0, "tree_x"), (1, "tree_y")), ()),
    "optax.tree_utils.tree_add_scale": ("arrays", ((0, "tree_x"), (2, "tree_y")), ()),
    "optax.tree_utils.tree_batch_shape": ("same", ((0, "tree"),), ((1, "shape"),)),
    "optax.tree_utils.tree_bias_correction": ("arrays", ((0, "moment"),), ()),
    "optax.tree_utils.tree_cast": ("same", ((0, "tree"),), ((1, "dtype"),)),
    "optax.tree_utils.tree_cast_like": ("same", ((0, "tree"), (1, "other_tree")), ()),
    "optax.tree_utils.tree_clip": ("numbers", ((0, "tree"),), ((1, "min_value"), (2, "max_value"))),
    "optax.tree_utils.tree_conj": ("numbers", ((0, "tree"),), ()),
    "optax.tree_utils.tree_div": ("arrays", ((0, "tree_x"), (1, "tree_y")), ()),
    "optax.tree_utils.tree_full_like": ("shapes", ((0, "tree"),), ((2, "dtype"),)),
    "optax.tree_utils.tree_mul": ("numbers", ((0, "tree_x"), (1, "tree_y")), ()),
    "optax.tree_utils.tree_ones_like": ("shapes", ((0, "tree"),), ((1, "dtype"),)),
    "optax.tree_utils.tree_random_like": ("shapes", ((1, "target_tree"),), ((3, "dtype"),)),
    "optax.tree_utils.tree_real": ("numbers", ((0, "tree"),), ()),
    "optax.tree_utils.tree_scale": ("arrays", ((1, "tree"),), ()),
    "optax.tree_utils.tree_set": ("same", ((0, "tree"),), ((-1, ""),)),
    "optax.tree_utils.tree_split_key_like": ("blurred", ((1, "target_tree"),), ()),
    "optax.tree_utils.tree_sub": ("numbers", ((0, "tree_x"), (1, "tree_y")), ()),
    "optax.tree_utils.tree_unwrap_random_key_data": ("same", ((0, "input_tree"),), ()),
    "optax.tree_utils.tree_update_infinity_moment": ("arrays", ((0, "updates"), (1, "moments")), ()),
    "optax.tree_utils.tree_update_moment": ("arrays", ((0, "updates"), (1, "moments")), ()),
    "optax.tree_utils.tree_update_moment_per_elem_norm": ("arrays", ((0, "updates"), (1, "moments")), ()),
    "optax.tree_utils.tree_where": ("numbers", ((1, "tree_x"), (2, "tree_y")), ()),
    "optax.tree_utils.tree_zeros_like": ("shapes", ((0, "tree"),), ((1, "dtype"),)),
    "optax.update_infinity_moment": ("arrays", ((0, "updates"), (1, "moments")), ()),
    "optax.update_moment": ("arrays", ((0, "updates"), (1, "moments")), ()),
    "optax.update_moment_per_elem_norm": ("arrays", ((0, "updates"), (1, "moments")), ()),
}
