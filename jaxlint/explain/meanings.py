"""What JAX's errors mean, as its documentation says, and what to look at; where no rule of ours tells more."""

from __future__ import annotations

import re

_DOCS = "https://docs.jax.dev/en/latest/"
_ERRORS = f"{_DOCS}errors.html#jax.errors."


class Meaning:
    """``look``: what to do first."""

    __slots__ = ("address", "look", "pattern", "text")

    def __init__(self, pattern: str, text: str, look: str, address: str) -> None:
        self.pattern = pattern
        self.text = text
        self.look = look
        self.address = address


# Asked in this order, on `Class: message`.
MEANINGS = (
    Meaning(
        r"^TracerBoolConversionError",
        "A traced value is used where a boolean value is expected: JAX traces the function before there is a number to"
        " decide by.",
        "The test of the `if`, `while`, `assert`, `and` or `or` on that line. Select with `jnp.where`, branch with"
        " `jax.lax.cond`, or mark what the test depends on as static.",
        f"{_ERRORS}TracerBoolConversionError",
    ),
    Meaning(
        r"^TracerIntegerConversionError",
        "A traced value is used where a Python integer is expected: as the index of a list, or the length of a range.",
        "The index, or the argument of `range`, on that line. Make the list an array, loop with `jax.lax.fori_loop`, or"
        " mark the argument that it comes from as static.",
        f"{_ERRORS}TracerIntegerConversionError",
    ),
    Meaning(
        r"^TracerArrayConversionError",
        "A traced value is converted to a NumPy array, which needs the numbers while there are none.",
        "The NumPy function on that line, or in the library that it calls: use `jax.numpy` instead, or mark what must"
        " be known while tracing as static. `jax.pure_callback` runs NumPy on the numbers later.",
        f"{_ERRORS}TracerArrayConversionError",
    ),
    Meaning(
        r"^NonConcreteBooleanIndexError",
        "Boolean indices decide how many elements there are, and shapes must be known when a function is compiled.",
        "The mask on that line. Reduce with `where=mask`, select with the three arguments of `jnp.where`, or give"
        " `jnp.nonzero` a `size`.",
        f"{_ERRORS}NonConcreteBooleanIndexError",
    ),
    Meaning(
        r"^UnexpectedTracerError|Leaked trace|leaked tracer",
        "A traced value has been used after the function that was traced has ended: a side effect let it leak out, by a"
        " global, an attribute, a list or a closure.",
        "The place that JAX names as `created on line`: what is stored there must be returned instead."
        " `jax.checking_leaks()` tells where it leaks.",
        f"{_ERRORS}UnexpectedTracerError",
    ),
    Meaning(
        r"^ConcretizationTypeError.*Shapes must be 1D|^TypeError: Shapes must be 1D sequences of concrete values",
        "A shape depends on a traced value, and shapes must be known when a function is compiled.",
        "The argument that the shape comes from: pass it as a static argument (`static_argnames`), or take the shape"
        " from `x.shape`, which is known while tracing.",
        f"{_ERRORS}ConcretizationTypeError",
    ),
    Meaning(
        r"^ConcretizationTypeError",
        "A traced value is used where a concrete value is required: JAX traces the function before there are numbers.",
        "What converts the value on that line (`float`, `int`, `.item()`), or the parameter that must be static. Keep"
        " the value an array, or mark what it comes from as static.",
        f"{_ERRORS}ConcretizationTypeError",
    ),
    Meaning(
        r"^KeyReuseError",
        "A PRNG key is used twice: both draws give the same numbers.",
        "The draws from the key: split it before each, with `jax.random.split`.",
        f"{_ERRORS}KeyReuseError",
    ),
    Meaning(
        r"^InconclusiveDimensionOperation",
        "A computation with symbolic dimensions can't be decided for all of their values.",
        "The comparison of shapes on that line: state what holds as a constraint of the symbolic scope.",
        f"{_DOCS}export/shape_poly.html",
    ),
    Meaning(
        r"Non-hashable static arguments|unhashable type|static arguments should be hashable",
        "A static argument must have a hash: jit compiles anew for each value of it, and remembers them.",
        "What is passed for the argument that is static: a tuple instead of a list, a frozen dataclass instead of a"
        " dict.",
        f"{_DOCS}_autosummary/jax.jit.html",
    ),
    Meaning(
        r"is not a valid JAX (?:array )?type|as an abstract array",
        "What is passed where JAX traces must be an array, a number, or a pytree of them.",
        "The arguments of the call: mark strings, functions and objects as static, or register the class as a pytree.",
        f"{_DOCS}pytrees.html",
    ),
    Meaning(
        r"JAX arrays are immutable|object does not support item assignment",
        "JAX arrays are immutable: nothing can be written into one.",
        "The assignment on that line: `x = x.at[i].set(v)` gives a new array.",
        f"{_DOCS}_autosummary/jax.numpy.ndarray.at.html",
    ),
    Meaning(
        r"carry input and carry output must have|body_fun.*(?:input|output).*must have (?:identical|the same)",
        "A loop is compiled once for all iterations: what its body gives must have the structure, shape and dtype of"
        " what it got.",
        "The initial carry and what the body returns: the message names the part that differs. Often it is a Python"
        " number that becomes an array, or an int that becomes a float.",
        f"{_DOCS}_autosummary/jax.lax.scan.html",
    ),
    Meaning(
        r"branch(?:es| outputs) must have (?:equal|identical|the same)|true_fun and false_fun output must",
        "Both branches are compiled into one operation: they must give the same structure, shapes and dtypes.",
        "What the branches return: cast the one that differs.",
        f"{_DOCS}_autosummary/jax.lax.cond.html",
    ),
    Meaning(
        r"Gradient only defined for scalar-output functions",
        "`jax.grad` differentiates functions that give one number.",
        "What the function returns: reduce it (`.sum()`, `.mean()`), or use `jax.jacrev`, `jax.jacfwd` or `jax.vjp`.",
        f"{_DOCS}_autosummary/jax.grad.html",
    ),
    Meaning(
        r"grad requires (?:real|complex)|requires real- or complex-valued inputs",
        "Only floats have gradients: an argument of integers or booleans has none.",
        "`argnums`, and the dtype of what is passed: `jnp.asarray(x, float)`.",
        f"{_DOCS}_autosummary/jax.grad.html",
    ),
    Meaning(
        r"Reverse-mode differentiation does not work for lax\.(?:while_loop|fori_loop)",
        "Reverse-mode needs what each iteration computed, and of a `while_loop` nobody knows how many there are.",
        "The loop below the gradient: `jax.lax.scan`, or `fori_loop` with bounds that are known while tracing.",
        f"{_DOCS}_autosummary/jax.lax.while_loop.html",
    ),
    Meaning(
        r"vmap got inconsistent sizes|vmap was requested to map|vmap in_axes",
        "`jax.vmap` maps one axis of all mapped arguments at once: it must be there, and have one size.",
        "`in_axes`, and the shapes that the message lists.",
        f"{_DOCS}_autosummary/jax.vmap.html",
    ),
    Meaning(
        r"incompatible shapes for broadcasting|Incompatible shapes for broadcasting|dot_general requires contracting",
        "The shapes of the operands do not fit together. While tracing they are known: print them.",
        "The shapes on that line; under `vmap` the mapped axis is not among them.",
        f"{_DOCS}notebooks/thinking_in_jax.html",
    ),
    Meaning(
        r"[Aa]rray has been deleted|has been donated|buffer has been deleted",
        "The array was donated to a jitted function, which may have written its result into the same memory.",
        "`donate_argnums` and `donate_argnames`, and who reads the array after the call.",
        f"{_DOCS}buffer_donation.html",
    ),
    Meaning(
        r"^FloatingPointError",
        "`jax_debug_nans` or `jax_debug_infs` is on, and a result is not a number, or infinite.",
        "Divisions, logarithms and roots on that line, and `jnp.where` around them: its gradient flows through both"
        " arms.",
        f"{_DOCS}debugging/flags.html",
    ),
    Meaning(
        r"RESOURCE_EXHAUSTED|[Oo]ut of memory",
        "The device has no memory left for what the compiled function needs.",
        "The largest arrays that live at once: smaller batches, `jax.checkpoint`, donated arguments.",
        f"{_DOCS}gpu_memory_allocation.html",
    ),
    Meaning(
        r"^(?:JaxRuntimeError|XlaRuntimeError)",
        "The compiled program failed when it ran: the error comes from the runtime, not from tracing.",
        "The status code at the start of the message; what runs is dispatched asynchronously, so that the line may be a"
        " later one: `jax.block_until_ready` finds it.",
        f"{_ERRORS}JaxRuntimeError",
    ),
)


def meaning(error: str, message: str) -> Meaning | None:
    """The first that fits."""
    said = f"{error}: {' '.join(message.split())}"
    return next((one for one in MEANINGS if re.search(one.pattern, said)), None)
