"""What libraries do with the functions and arrays they are given, written as Python.

The tracer runs these modules as it runs the user's; Python never does.  A model says only what matters to tracing:
which function is called on which values, and under what transform.  Measured on the libraries themselves
(fixtures/libraries/ runs each on the real one).

The words below have no body: tracing/libraries/models/words.py gives them their meaning.
"""

from __future__ import annotations

from jaxlint.knowledge.references import CLASSES

FOLDER = __file__.rpartition("__init__.py")[0]

# Dotted home of a library's names -> the model that holds them.
HOMES = {
    "blackjax": "blackjax",
    "diffrax": "diffrax",
    "equinox": "equinox",
    "equinox._enum": "equinox_enum",
    "equinox.internal": "equinox_internal",
    "flax.linen": "flax_linen",
    "flax.nnx": "flax_nnx",
    "flax.nnx.variablelib": "flax_nnx",
    "flax.nnx.metrics": "flax_nnx_metrics",
    "flax.experimental.nnx": "flax_nnx",
    "flax.training.train_state": "flax_training",
    "haiku": "haiku",
    "jax.experimental.jet": "jax_callers",
    "jax.experimental.ode": "jax_callers",
    "jax.experimental.pallas": "pallas",
    **{f"jax.experimental.pallas.{part}": "pallas" for part in ("mosaic_gpu", "tpu", "tpu_sc", "triton")},
    "jax.experimental.sparse": "jax_sparse",
    "jax.scipy.optimize": "jax_callers",
    "jax.scipy.sparse.linalg": "jax_callers",
    "jaxopt": "jaxopt",
    "lineax": "lineax",
    "numpyro": "numpyro",
    "numpyro.handlers": "numpyro_handlers",
    "numpyro.infer": "numpyro_infer",
    "numpyro.util": "numpyro_util",
    "optax": "optax",
    "optax.losses": "optax",
    "optax.schedules": "optax",
    "optimistix": "optimistix",
}
# Of a home that is asked for at every other call, the names alone.
NAMES = {
    "jax._src.state.discharge.run_state": "pallas",
    "jax._src.state.discharge.run_state2": "pallas",
    **dict.fromkeys(CLASSES, "jax_types"),
    **{f"flax.nnx.{name}": "flax_nnx_layers" for name in "BatchNorm Dropout MultiHeadAttention Sequential".split()},
    **dict.fromkeys(("flax.nnx.Rngs", "flax.nnx.RngStream"), "flax_nnx_rngs"),
    **dict.fromkeys(("flax.nnx.Metric", "flax.nnx.MultiMetric"), "flax_nnx_metrics"),
    "jax.ShapeDtypeStruct": "jax_types",
    "jax.tree_util.PyTreeDef": "jax_types",
    "jax.linear_transpose": "jax_callers",
    "jax.closure_convert": "jax_callers",
    "jax.custom_derivatives.linear_call": "jax_callers",
    "jax.lax.custom_root": "jax_callers",
    "jax.lax.custom_linear_solve": "jax_callers",
    "jax.numpy.apply_along_axis": "jax_callers",
    "jax.numpy.apply_over_axes": "jax_callers",
    "jax.numpy.fromfunction": "jax_callers",
    "jax.numpy.piecewise": "jax_callers",
}
# Of libraries that know nothing of JAX.
PLAIN = dict.fromkeys(("argparse.Namespace", "pytest.FixtureRequest", "types.SimpleNamespace"), "plain")


def under_trace(function: object, *arguments: object, **keywords: object) -> object:
    """Call a function on abstract tracers, as jit and scan do."""


def under_filter(function: object, *arguments: object, **keywords: object) -> object:
    """The same for a library that traces arrays alone: Python numbers stay what they are."""


def in_trace(function: object, *arguments: object, **keywords: object) -> object:
    """Call a function inside a trace on arguments that are left as they are."""


def under_grad(function: object, *arguments: object, **keywords: object) -> object:
    """Call a function on tracers that know their numbers, as grad does."""


def under_jit(function: object, static_argnums: object, static_argnames: object, *arguments: object) -> object:
    """The same but for static arguments, among which self is counted."""


def under_vmap(function: object, in_axes: object, *arguments: object) -> object:
    """Call a function on one row of each mapped argument, as vmap does."""


def under_scan(function: object, in_axes: object, *arguments: object) -> object:
    """Call a function as one step of a scan, its carries marked in ``in_axes``."""


def static(value: object, parameter: str) -> None:
    """The argument for this parameter of the function must be no tracer: no argument of jit, say, but a constant."""


def bounded(value: object, parameter: str) -> None:
    """The result's shape follows the data of the array, as nothing is given for this parameter."""


def misused(says: str) -> None:
    """The library refuses the user's call."""


def changed(says: str, since: str) -> None:
    """flax has refused the user's call since this release."""


def is_tracing() -> object:
    """Is an abstract trace under way?"""


def is_known(value: object) -> object:
    """Is it known which constant this is?"""


def is_function(value: object) -> object:
    """A function or method, and no class or object."""


def merged(structure: object, states: object) -> object:
    """An object as ``structure``, with the arrays of the states."""


def copied(tree: object) -> object:
    """The same object anew: what is written to it does not reach the first."""


def updated(target: object, state: object) -> object:
    """Make the arrays of a state those of an object."""


def forget(target: object, names: object) -> object:
    """Attributes of these names may have changed, in an object and in what it holds."""


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


def shaped(tree: object) -> object:
    """The same pytree, of arrays of the same shapes and dtypes: no tracer is kept."""


def blurred(tree: object) -> object:
    """The same pytree; of its arrays, the shapes are not known."""


def row(tree: object) -> object:
    """The same pytree without the first axis of its arrays."""


def anything(*operands: object) -> object:
    """A pytree of unknown structure, computed from these."""


def on_references(kernel: object, *arrays: object) -> object:
    """Call a kernel under a trace, on references to these arrays and, for its further parameters, to others."""


def on_indices(function: object) -> object:
    """Call a function under a trace, each parameter a traced whole number."""


def whole_number() -> object:
    """A traced whole number where a trace is under way, else unknown."""


def like_reference(reference: object, value: object = None) -> object:
    """Another of its kind, which holds the value, or the same."""


def written(variable: object) -> None:
    """Another value of the same kind is put into what a variable holds."""


class variable:
    """Base of a class whose objects hold a value, are written in place, and stand for what they hold."""


class array_reference:
    """Base of a class whose objects refer to an array, and are read and written by their index."""


def created(value: object, *shape: object) -> object:
    """A parameter of a network: what its initializer gave, if that is known."""


def latent() -> object:
    """A random value that inference puts in: traced where a trace is under way, else unknown."""


def new_key(*operands: object) -> object:
    """A PRNG key that nobody has used, computed from these."""
