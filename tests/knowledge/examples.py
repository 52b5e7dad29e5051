"""Working calls of JAX functions, found by trying, and the trial of one parameter as a tracer."""

from __future__ import annotations

import ast
import itertools

import jax
import jax.numpy as jnp

from jaxlint.knowledge.api import Parameter, Record

VECTOR = jnp.array([0.2, 0.5, 0.7])
MATRIX = jnp.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 5.0]])
INDICES = jnp.array([0, 2, 1])
MASK = jnp.array([True, False, True])
KEY = jax.random.key(0)

ARRAYS = [VECTOR, MATRIX, INDICES, MASK, [VECTOR, VECTOR], 0.5]
NUMBERS = [0, 1, 3, True, (0,), (3,), (1, 0), (3, 3), 0.5]


def function_named(name: str):
    """The callable, bound to an array where the name is that of a method."""
    name = name.partition("#")[0]
    if name.startswith("jax.Array."):
        return getattr(VECTOR, name.rpartition(".")[2])
    found = jax
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    return found


def candidates(parameter: Parameter) -> list[object]:
    if parameter.name in ("key", "rng"):
        return [KEY]
    if parameter.array or (parameter.traced_ok and parameter.default is None):
        return ARRAYS + [3]
    return NUMBERS + ARRAYS


def accepted(function, arguments: dict[str, object], positional: list[str]) -> bool:
    """True where the call works under jit with nothing traced."""
    try:
        jax.make_jaxpr(lambda: leaves(call(function, arguments, positional)))()
    except Exception:
        return False
    return True


def call(function, arguments: dict[str, object], positional: list[str]):
    named = {name: value for name, value in arguments.items() if name not in positional}
    return function(*(arguments[name] for name in positional), **named)


def leaves(result: object) -> list[jax.Array]:
    return [leaf for leaf in jax.tree.leaves(result) if isinstance(leaf, jax.Array)]


def working_call(record: Record, tested: Parameter) -> tuple[dict[str, object], list[str]] | None:
    """Arguments that JAX takes, with a number or an array for the parameter that is to be tested."""
    function = function_named(record.name)
    required = [one for one in record.parameters if one.default is None and one.kind in ("pos", "posonly")]
    needed = [*required, *([] if tested in required else [tested])]
    # A positional-only option can't be given alone; such a call is written by hand in test_hot_names.
    positional = [one.name for one in required]
    options = [default_first(one) if one is tested else candidates(one) for one in needed]
    for values in itertools.islice(itertools.product(*options), 150):
        arguments = dict(zip((one.name for one in needed), values, strict=True))
        if accepted(function, arguments, positional):
            return arguments, positional
    return None


def default_first(parameter: Parameter) -> list[object]:
    try:
        value = ast.literal_eval(parameter.default or "None")
    except (ValueError, SyntaxError):
        value = None
    return ([value] if isinstance(value, (int, float)) else []) + candidates(parameter)


def refusal(function, arguments: dict[str, object], positional: list[str], traced: str) -> Exception | None:
    """What JAX raises when this argument is a tracer, or None where it takes it."""

    def traced_call(value: object) -> list[jax.Array]:
        return leaves(call(function, {**arguments, traced: value}, positional))

    try:
        jax.make_jaxpr(traced_call)(arguments[traced])
    except Exception as error:
        return error
    return None
