"""Calls that do more than give a value: a handler around them sees each one, or an object keeps what they did.

Under ``lax.cond`` or in a loop of JAX's they happen once, while tracing, whichever branch is taken; computed for both
branches, they happen where they did not.
"""

from __future__ import annotations

# By their full names; a name that ends in a dot stands for all below it.
FUNCTIONS = frozenset(
    """numpyro.sample numpyro.param numpyro.plate numpyro.plate_stack numpyro.deterministic numpyro.factor
    numpyro.module numpyro.subsample numpyro.prng_key numpyro.handlers. numpyro.contrib.
    haiku.get_parameter haiku.get_state haiku.set_state haiku.next_rng_key haiku.next_rng_keys haiku.maybe_next_rng_key
    haiku.reserve_rng_keys haiku.with_rng haiku.with_empty_state haiku.dropout
    oryx.core.sow oryx.core.ppl. coix. genjax.
    logging. absl.logging. loguru. structlog. warnings. wandb. mlflow. neptune. tensorboardX. clearml. comet_ml.
    builtins.print builtins.input builtins.open pprint. sys.stdout. sys.stderr. os. random. time.
    jax.debug. jax.experimental.io_callback jax.experimental.checkify.check
    flax.linen.summary. flax.metrics.""".split()
)
# Of whatever object, as these names mean nothing else in the field.
METHODS = frozenset(
    """make_rng sow param variable put_variable perturb next_rng_key get_parameter get_state set_state
    log_metrics add_scalar add_image add_histogram""".split()
)
# Of objects by these names.
STREAMS = frozenset("rngs rng_stream logger log writer summary_writer".split())
# Classes whose objects make parameters, or keep state, when they are called.
MODULES = ("flax.linen.", "flax.nnx.", "haiku.")

# What is given to them is shown to somebody, or written down, and the program goes on as it would without.
REPORTS = frozenset(
    """builtins.print pprint. logging. absl.logging. loguru. structlog. warnings. rich. wandb. mlflow. neptune.
    tensorboardX. clearml. comet_ml. sys.stdout. sys.stderr. matplotlib. seaborn. plotly.""".split()
)

# They give a changed copy of one of their arguments, and do no more; which one it is.
COPIES = {
    **dict.fromkeys(
        """optax.apply_updates equinox.apply_updates
        jax.lax.with_sharding_constraint jax.lax.stop_gradient jax.ad_checkpoint.checkpoint_name
        flax.linen.with_logical_constraint flax.core.freeze flax.core.unfreeze flax.core.copy
        jax.numpy.append jax.numpy.insert jax.numpy.delete""".split(),
        0,
    ),
    "equinox.tree_at": 1,
    "optax.incremental_update": 1,
}
# Methods of flax.struct's objects, of named tuples and of flax's TrainState that do the same.
COPYING = frozenset(["replace", "_replace", "apply_gradients"])

# What they give is another thing at each call, by their full names.
READ_ANEW = frozenset(
    """builtins.input
    time.time time.time_ns time.perf_counter time.perf_counter_ns time.monotonic time.monotonic_ns time.process_time
    time.process_time_ns time.thread_time time.clock
    datetime.datetime.now datetime.datetime.utcnow datetime.datetime.today datetime.date.today
    uuid.uuid1 uuid.uuid4 os.urandom secrets.randbits secrets.randbelow secrets.choice secrets.token_bytes
    secrets.token_hex""".split()
)

# What comes out holds no number that went in: they ask for structure, shapes and dtypes, or fill them from a file.
STRUCTURE_ALONE = frozenset(
    """jax.eval_shape jax.make_jaxpr jax.typeof jax.tree.structure jax.tree_util.tree_structure
    jax.ShapeDtypeStruct jax.numpy.zeros_like jax.numpy.ones_like
    jax.numpy.empty_like jax.numpy.shape jax.numpy.ndim jax.numpy.size jax.numpy.result_type jax.numpy.iscomplexobj
    jax.numpy.isrealobj jax.numpy.issubdtype jax.numpy.isdtype jax.numpy.promote_types jax.numpy.can_cast
    jax.dtypes.result_type numpy.shape numpy.ndim numpy.size numpy.zeros_like numpy.ones_like numpy.empty_like
    equinox.filter_eval_shape equinox.filter_make_jaxpr equinox.tree_deserialise_leaves
    flax.serialization.from_bytes flax.serialization.from_state_dict""".split()
)


def has_effect(dotted: str) -> bool:
    """Of a library's function by its full name."""
    return _is_among(dotted, FUNCTIONS)


def reports(dotted: str) -> bool:
    """Of a library's function by its full name."""
    return _is_among(dotted, REPORTS)


def _is_among(dotted: str, names: frozenset[str]) -> bool:
    if dotted in names:
        return True
    parts = dotted.split(".")
    return any(".".join(parts[:end]) + "." in names for end in range(1, len(parts)))
