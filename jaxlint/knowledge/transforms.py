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
#   through     runs the function as it is
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
    "jax.custom_jvp": "through",
    "jax.custom_vjp": "through",
    "jax.custom_batching.custom_vmap": "through",
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
}

# These take the function itself for a pytree: the arrays of an object, or of a bound method's, are traced.
CALLEE_TRACED = ("equinox.filter_jit", "equinox.filter_pmap")

# What these leave in the objects they are given is there for the caller.
HANDS_BACK = "flax.nnx."

# The parameter that says what stays static, or is mapped, by policy.
STATIC_NUMBERS = ("static_argnums", "static_broadcasted_argnums")
STATIC_NAMES = ("static_argnames",)

# Host functions: run outside the trace, on concrete arrays.
HOST = frozenset(
    """jax.pure_callback jax.experimental.io_callback jax.io_callback jax.debug.callback jax.debug.print
    jax.experimental.host_callback.call jax.experimental.host_callback.id_tap""".split()
)
