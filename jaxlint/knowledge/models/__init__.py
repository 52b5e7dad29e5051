"""What libraries do with the functions and arrays they are given, written as Python.

The tracer runs these modules as it runs the user's; Python never does.  A model says only what matters to tracing:
which function is called on which values, and under what transform.  Measured on the libraries themselves
(fixtures/libraries/ runs each on the real one).

The words below have no body: tracing/libraries/words.py gives them their meaning.
"""

from __future__ import annotations

# Dotted home of a library's names -> the model that holds them.
HOMES = {
    "blackjax": "blackjax",
    "diffrax": "diffrax",
    "equinox": "equinox",
    "flax.linen": "flax_linen",
    "flax.nnx": "flax_nnx",
    "flax.training.train_state": "flax_training",
    "haiku": "haiku",
    "jax.experimental.jet": "jax_callers",
    "jax.experimental.ode": "jax_callers",
    "jax.experimental.shard_map": "jax_callers",
    "jax.experimental.sparse": "jax_sparse",
    "jax.scipy.optimize": "jax_callers",
    "jax.scipy.sparse.linalg": "jax_callers",
    "jaxopt": "jaxopt",
    "lineax": "lineax",
    "numpyro": "numpyro",
    "numpyro.handlers": "numpyro_handlers",
    "numpyro.infer": "numpyro_infer",
    "optax": "optax",
    "optimistix": "optimistix",
}
# Of a home that is asked for at every other call, the names alone.
NAMES = {
    "jax.linear_transpose": "jax_callers",
    "jax.closure_convert": "jax_callers",
    "jax.shard_map": "jax_callers",
    "jax.lax.custom_root": "jax_callers",
    "jax.lax.custom_linear_solve": "jax_callers",
    "jax.numpy.apply_along_axis": "jax_callers",
    "jax.numpy.apply_over_axes": "jax_callers",
    "jax.numpy.fromfunction": "jax_callers",
    "jax.numpy.piecewise": "jax_callers",
}


def under_trace(function: object, *arguments: object, **keywords: object) -> object:
    """Call a function on abstract tracers, as jit and scan do."""


def under_filter(function: object, *arguments: object, **keywords: object) -> object:
    """The same for a library that traces arrays alone: Python numbers stay what they are."""


def in_trace(function: object, *arguments: object, **keywords: object) -> object:
    """Call a function inside a trace on arguments that are left as they are."""


def under_grad(function: object, *arguments: object, **keywords: object) -> object:
    """Call a function on tracers that know their numbers, as grad does."""


def static(value: object, parameter: str) -> None:
    """The argument for this parameter of the function must be no tracer: no argument of jit, say, but a constant."""


def bounded(value: object, parameter: str) -> None:
    """The result's shape follows the data of the array, as nothing is given for this parameter."""


def is_tracing() -> object:
    """Is an abstract trace under way?"""


def is_class(value: object) -> object:
    """A class, and no function or object."""


def array(*operands: object) -> object:
    """An array of floats of unknown shape, computed from these."""


def scalar(*operands: object) -> object:
    """An array of rank 0, computed from these."""


def integer(*operands: object) -> object:
    """An array of one integer, computed from these."""


def like(tree: object, *operands: object) -> object:
    """A pytree as the first, with other numbers."""


def arrays(tree: object) -> object:
    """The same pytree, its Python numbers made arrays."""


def blurred(tree: object) -> object:
    """The same pytree; of its arrays, the shapes are not known."""


def row(tree: object) -> object:
    """The same pytree without the first axis of its arrays."""


def anything(*operands: object) -> object:
    """A pytree of unknown structure, computed from these."""


def created(value: object, *shape: object) -> object:
    """A parameter of a network: what its initializer gave, if that is known."""


def latent() -> object:
    """A random value that inference puts in: traced where a trace is under way, else unknown."""


def new_key() -> object:
    """A PRNG key that nobody has used."""
