"""What the probe missed, or could not try: by callable and parameter, each one with its reason.

The value names the verdict: ``static`` (a tracer raises), ``traced`` (a tracer works), ``unless NAME`` (a tracer
raises unless that other parameter is given).  tests/knowledge runs every line on JAX.
"""

from __future__ import annotations

CORRECTIONS: dict[str, str] = {
    # The probe called where with three arguments, and size belongs to the form with one.
    "jax.numpy.where.size": "static",
    "jax.numpy.where.fill_value": "traced",
    "jax.numpy.where#1arg.fill_value": "traced",
    # Without a size these fail under jit whatever they are given, so the probe saw fill_value under vmap only.
    "jax.numpy.nonzero.fill_value": "traced",
    "jax.numpy.flatnonzero.fill_value": "traced",
    "jax.numpy.argwhere.fill_value": "traced",
    "jax.numpy.unique.fill_value": "traced",
    # jitted inside with fill_value among its static arguments, unlike its three sisters.
    "jax.numpy.intersect1d.fill_value": "static",
    # An array of indices may be traced where the user promises that they are unique.
    "jax.numpy.delete.obj": "unless assume_unique_indices",
    "jax.numpy.delete#array_index.obj": "unless assume_unique_indices",
    # strip_zeros=False keeps the number of roots fixed.
    "jax.numpy.roots.p": "unless strip_zeros",
    # mode="raise", the default, looks at the indices; the other modes do not.
    "jax.numpy.choose.a": "unless mode",
    # Only traced under vmap, because segment ids without num_segments fail under jit.
    "jax.ops.segment_sum.data": "traced",
    "jax.ops.segment_prod.data": "traced",
    "jax.ops.segment_max.data": "traced",
    "jax.ops.segment_min.data": "traced",
    # No value of the probe fitted these.
    "jax.Array.squeeze.axis": "static",
    "jax.numpy.gradient.edge_order": "static",
    "jax.numpy.linalg.cond.p": "static",
    # A number of bins must be static, an array of edges may be traced: the argument's name does not tell which.
    "jax.numpy.histogram.bins": "traced",
    "jax.numpy.histogram2d.bins": "traced",
    "jax.numpy.histogramdd.bins": "traced",
    "jax.numpy.histogram_bin_edges.bins": "traced",
    # (array, flag): only the flag must be static, and cho_factor gives a static one.
    "jax.scipy.linalg.cho_solve.c_and_lower": "traced",
    # A mask works in reductions; the probe's mask had another shape.
    "jax.Array.all.where": "traced",
    "jax.Array.any.where": "traced",
    "jax.Array.max.where": "traced",
    "jax.Array.mean.where": "traced",
    "jax.Array.min.where": "traced",
    "jax.Array.prod.where": "traced",
    "jax.Array.std.where": "traced",
    "jax.Array.sum.where": "traced",
    "jax.Array.var.where": "traced",
}
