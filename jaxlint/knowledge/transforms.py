"""Which library functions run a function of the user's, and how they treat its arguments.

Measured on JAX 0.10.2, equinox 0.13, flax 0.12 (62 transforms, 260 experiments).
"""

# Wrappers: take a function, give a function.  name -> policy:
#   jit         every argument traced, but those named static
#   filter      arrays traced, Python values stay as they are
#   graph       arrays and Python numbers traced; attributes of modules that are no arrays stay as they are
#   vmap        mapped arguments traced, in_axes=None ones as they are
#   grad        the arguments in argnums traced with known numbers, the rest as they are
#   value-grad  the same, returns (value, gradient)
#   filter-grad the first argument's arrays traced with known numbers
#   vectorize   arguments traced without their core axes; a call on scalars alone runs as it is
#   stage       every argument traced whatever stands around (checkpoint)
#   custom      runs the function as it is outside of jit; what is differentiated runs its rules
#   gradient    the same for a function that gives its answer and its rule
#   shard       inside of jit arguments traced, but those whose in_specs are None
#   through     runs the function as it is
#   unseen      the same, as far as anybody can tell; what comes out is not known
WRAPPERS = {
    "jax.jit": "jit",
    "jax.api.jit": "jit",
    "jax.pmap": "jit",
    "jax.make_jaxpr": "jit",
    "jax.vmap": "vmap",
    "jax.api.vmap": "vmap",
    "jax.numpy.vectorize": "vectorize",
    "jax.grad": "grad",
    "jax.value_and_grad": "value-grad",
    "jax.jacfwd": "grad",
    "jax.jacrev": "grad",
    "jax.jacobian": "grad",
    "jax.hessian": "grad",
    "jax.checkpoint": "stage",
    "jax.remat": "stage",
    "jax.ad_checkpoint.checkpoint": "stage",
    "jax.custom_jvp": "custom",
    "jax.custom_vjp": "custom",
    "jax.custom_derivatives.custom_jvp": "custom",
    "jax.custom_derivatives.custom_vjp": "custom",
    "jax.custom_gradient": "gradient",
    "jax.custom_derivatives.custom_gradient": "gradient",
    "jax.custom_batching.custom_vmap": "stage",
    "jax.custom_batching.sequential_vmap": "stage",
    "jax.shard_map": "shard",
    "jax.experimental.shard_map.shard_map": "shard",
    "jax.named_call": "through",
    "equinox.filter_jit": "filter",
    "equinox.filter_checkpoint": "filter",
    "equinox.filter_make_jaxpr": "filter",
    "equinox.filter_vmap": "filter-vmap",
    "equinox.filter_pmap": "filter",
    "equinox.filter_grad": "filter-grad",
    "equinox.filter_value_and_grad": "filter-grad",
    "flax.nnx.jit": "graph",
    "flax.nnx.remat": "graph",
    "flax.nnx.grad": "filter-grad",
    "flax.nnx.value_and_grad": "filter-grad",
    "flax.nnx.vmap": "filter-vmap",
    "flax.nnx.pmap": "graph",
    "flax.nnx.custom_vjp": "through",
    "equinox.filter_jacfwd": "filter-grad",
    "equinox.filter_jacrev": "filter-grad",
    "equinox.filter_hessian": "filter-grad",
    "chex.chexify": "through",
    "chex.assert_max_traces": "through",
    "jax.experimental.checkify.checkify": "through",
    "assume-traced": "jit",  # the setting, and the comment directive
    "decorator": "unseen",  # one that is not in view
}
DECORATOR = "decorator"
OTHER_COMPILERS = frozenset(["numba", "triton", "warp", "taichi", "cupyx", "pythran", "mlx", "torch"])

# Those that bind the name that they are told as ``axis_name``, and those that bind none: of others it is not known.
BINDING_AXES = frozenset(
    "jax.vmap jax.pmap equinox.filter_vmap equinox.filter_pmap flax.nnx.vmap flax.nnx.pmap".split()
)
BINDING_NONE = frozenset(
    """jax.jit jax.checkpoint jax.remat jax.grad jax.value_and_grad jax.jacfwd jax.jacrev jax.jacobian jax.hessian
    equinox.filter_jit equinox.filter_grad equinox.filter_value_and_grad flax.nnx.jit flax.nnx.grad
    flax.nnx.value_and_grad flax.nnx.remat""".split()
)

# What comes out of these is no result of the function: a jaxpr, and nothing was computed; (error, result).
GIVES_JAXPR = ("jax.make_jaxpr", "equinox.filter_make_jaxpr")
GIVES_ERROR = ("jax.experimental.checkify.checkify",)

# These take the function itself for a pytree: the arrays of an object, or of a bound method's, are traced.
CALLEE_TRACED = ("equinox.filter_jit", "equinox.filter_pmap")

# What these leave in the objects they are given is there for the caller.
HANDS_BACK = "flax.nnx."
# What their parameters are called after the first, for those that take them by position.
POSITIONAL = {
    "jax.vmap": ("in_axes", "out_axes", "axis_name"),
    "jax.pmap": ("axis_name",),
    "jax.grad": ("argnums", "has_aux"),
    "jax.value_and_grad": ("argnums", "has_aux"),
    "jax.jacfwd": ("argnums", "has_aux"),
    "jax.jacrev": ("argnums", "has_aux"),
    "jax.jacobian": ("argnums", "has_aux"),
    "jax.hessian": ("argnums", "has_aux"),
    "jax.make_jaxpr": ("static_argnums",),
    "jax.custom_jvp": ("nondiff_argnums", "nondiff_argnames"),
    "jax.custom_vjp": ("nondiff_argnums", "nondiff_argnames"),
    "jax.custom_derivatives.custom_jvp": ("nondiff_argnums", "nondiff_argnames"),
    "jax.custom_derivatives.custom_vjp": ("nondiff_argnums", "nondiff_argnames"),
    "jax.experimental.shard_map.shard_map": ("mesh", "in_specs", "out_specs"),
}
# Objects of classes that are no descriptors: read through an object, they are not bound to it.
UNBOUND = frozenset(name for name in WRAPPERS if "custom" in name)

# The parameter that says what stays static, or is mapped, by policy.
STATIC_NUMBERS = ("static_argnums", "static_broadcasted_argnums")
STATIC_NAMES = ("static_argnames",)

# What `jax.disable_jit()` makes plain Python of, measured on JAX 0.10.2.  All else traces as before: `make_jaxpr`,
# `eval_shape`, `vmap`, `grad`, `checkpoint`, `pmap`.
WITHOUT_JIT = frozenset(
    """jax.jit jax.api.jit equinox.filter_jit flax.nnx.jit jax.lax.scan jax.lax.while_loop jax.lax.fori_loop
    jax.lax.map jax.lax.associative_scan jax.lax.cond jax.lax.switch""".split()
)

# Host functions: run outside the trace, on concrete arrays.
HOST = frozenset(
    """jax.pure_callback jax.experimental.io_callback jax.io_callback jax.debug.callback jax.debug.print
    jax.experimental.host_callback.call jax.experimental.host_callback.id_tap""".split()
)
