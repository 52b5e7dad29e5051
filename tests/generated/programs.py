"""Random programs: some helpers, an entry under a stack of transforms, and one concrete call of it."""

from __future__ import annotations

import random

from tests.generated.blocks import BLOCKS
from tests.generated.definitions import helper
from tests.generated.pieces import head
from tests.generated.writer import Writer

PARAMETERS = {  # type, concrete argument, the same with a batch axis
    "x": ("vec", "jnp.arange(4.0)", "jnp.ones((3, 4))"),
    "y": ("vec", "jnp.ones(4)", "jnp.ones((3, 4))"),
    "s": ("scalar", "1.5", "jnp.arange(3.0)"),
    "n": ("int", "2", "jnp.arange(3)"),
    "m": ("int", "3", "jnp.arange(3)"),
    "flag": ("cond", "True", "jnp.array([True, False, True])"),
    "d": ("dict", '{"a": jnp.ones(4), "b": 0.5}', '{"a": jnp.ones((3, 4)), "b": jnp.ones(3)}'),
    "ls": ("list", "[jnp.ones(4), jnp.zeros(4)]", "[jnp.ones((3, 4)), jnp.zeros((3, 4))]"),
    "p": ("pair", "(jnp.ones(4), 1.0)", "(jnp.ones((3, 4)), jnp.ones(3))"),
    "key": ("key", "jax.random.key(0)", "jax.random.split(jax.random.key(0), 3)"),
    "layer": ("layer", "Layer(jnp.ones(4), 0.5)", "Layer(jnp.ones((3, 4)), jnp.ones(3))"),
    "state": ("state", "Pair(jnp.ones(4), 2)", "Pair(jnp.ones((3, 4)), jnp.arange(3))"),
    "cfg": ("cfg", "Config(3)", "Config(3)"),
    "mode": ("text", '"tanh"', '"tanh"'),
}
NUMBERS = ("n", "m", "flag", "s")  # which may be static or traced; cfg and mode must be static
ALWAYS_STATIC = ("cfg", "mode")
STACKS = (
    "jit", "jit", "jit", "jit", "jit", "jit", "", "vmap", "grad", "value_and_grad", "checkpoint", "vmap jit",
    "jit vmap", "grad jit", "jit grad", "jit value_and_grad", "jit checkpoint", "jit vmap grad", "vmap grad",
    "vmap grad jit", "jit grad checkpoint", "grad checkpoint", "jit jacfwd", "jacrev", "jit jit", "hessian",
    "jit vmap jit", "vmap value_and_grad jit", "logged jit", "jit logged", "named_call jit", "jit vmap vmap",
    "jit hessian", "make_jaxpr", "linearized",
)  # fmt: skip


def program(seed: int) -> str:
    """The program of this seed."""
    rng = random.Random(seed)
    writer = Writer(rng, BLOCKS)
    for number in range(rng.choice((0, 1, 2, 3))):
        helper(writer, number)
    stack = [name for name in rng.choice(STACKS).split() if name not in ("make_jaxpr", "linearized")]
    names = ["x"] + [name for name in list(PARAMETERS)[1:] if rng.random() < 0.25]
    if any(name not in ("jit", "logged") for name in stack):
        names = [name for name in names if name not in ALWAYS_STATIC]
    smooth = any("grad" in transform or "jac" in transform or transform == "hessian" for transform in stack)
    returns = "loss" if smooth else rng.choice(("vec", "scalar", "loss"))
    batched = [name == "x" or rng.random() < 0.6 for name in names]
    depth = stack.count("vmap")
    batched = [batch and name not in ALWAYS_STATIC for name, batch in zip(names, batched, strict=True)]
    whole = [not batch or not depth for batch in batched]
    wraps = [_wrap(rng, transform, names, batched, whole) for transform in stack]
    decorator = rng.random() < 0.5
    if decorator:
        writer.lines += [f"@{wrap}" for wrap in wraps]
    types = {name: PARAMETERS[name][0] for name in names}
    writer.function(0, "entry", types, ", ".join(names), returns, rng.choice((3, 5, 8)))
    writer.lines += ["", ""]
    if not decorator:
        if names[-1] in ("n", "m") and "vmap" not in stack and rng.random() < 0.4:
            writer.line(0, f"entry = partial(entry, {names[-1]}=2)")
            wraps = [_without(wrap, names[-1]) for wrap in wraps]
            names, batched = names[:-1], batched[:-1]
        for wrap in reversed(wraps):
            call = wrap[len("partial(") : -1].split(", ", 1) if wrap.startswith("partial(") else [wrap]
            rest = f", {call[1]}" if len(call) > 1 else ""
            writer.line(0, f"entry = {call[0]}(entry{rest})")
    writer.line(0, f"entry({', '.join(_arguments(rng, names, batched, stack))})")
    text = _without_unused("\n".join(writer.lines))
    return head(text) + text + "\n"


def _arguments(rng: random.Random, names: list[str], batched: list[bool], stack: list[str]) -> list[str]:
    """Concrete ones; some by name, where no transform counts positions."""
    found = []
    by_name = set(stack) <= {"jit", "logged", "checkpoint"} and rng.random() < 0.3
    for position, (name, batch) in enumerate(zip(names, batched, strict=True)):
        value = PARAMETERS[name][2 if batch and "vmap" in stack else 1]
        if batch and stack.count("vmap") > 1:
            value = f"jax.tree.map(lambda t: t[None], {value})"
        found.append(f"{name}={value}" if by_name and position else value)
    return found


def _without(wrap: str, name: str) -> str:
    """The transform, told nothing of a parameter that is bound before."""
    if "static_argn" not in wrap or (f"'{name}'" not in wrap and "static_argnums" not in wrap):
        return wrap
    return "jax.jit"


def _without_unused(text: str) -> str:
    """Helpers that nobody calls are left out: a later one, seen first, may be the only one to call an earlier one."""
    parts = text.split("\n\n\n")
    for name in ("h2", "h1", "h0"):
        own = (f"def {name}", f"class {name.upper()}", f"{name}.def", f"@{name}.def")
        mine = [part for part in parts if _defines(part, own)]
        called = any(f"{name}(" in part or f"{name.upper()}(" in part for part in parts if part not in mine)
        parts = [part for part in parts if called or part not in mine]
    return "\n\n\n".join(parts)


def _defines(part: str, own: tuple[str, ...]) -> bool:
    lines = part.split("\n")
    first = next((line for line in lines if not line.startswith("@") or line.startswith(own)), "")
    return first.startswith(own)


def _wrap(rng: random.Random, transform: str, names: list[str], batched: list[bool], whole: list[bool]) -> str:
    """The transform as a decorator."""
    if transform == "logged":
        return "logged"
    if transform == "vmap":
        axes = ", ".join("0" if batch else "None" for batch in batched)
        return "jax.vmap" if all(batched) else f"partial(jax.vmap, in_axes=({axes},))"
    if transform == "jit":
        numbers = [name for name, one in zip(names, whole, strict=True) if one and name in NUMBERS]
        static = [name for name in numbers if rng.random() < 0.6]
        static = [name for name in names if name in static or name in ALWAYS_STATIC]
        if static and rng.random() < 0.5:
            return f"partial(jax.jit, static_argnames={tuple(static)!r})"
        if static:
            return f"partial(jax.jit, static_argnums={tuple(names.index(name) for name in static)!r})"
    return f"jax.{transform}"
