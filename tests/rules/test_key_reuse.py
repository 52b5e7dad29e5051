"""Keys in whole programs, some with libraries: which lines repeat numbers that somebody relies on, and what is said."""

from __future__ import annotations

import re

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from tests.needs import needs

HEAD = """\
from dataclasses import field
from functools import partial
from typing import Any
import jax
import jax.numpy as jnp
from jax import random
"""


IMPORTS = {"eqx.": "import equinox as eqx\n", "nn.": "import flax.linen as nn\n"}


def program(text: str) -> str:
    """With the imports that it is written for."""
    return HEAD + "".join(line for use, line in IMPORTS.items() if re.search(rf"(?<!\w){use}", text)) + text


def cases(texts: dict[str, object]) -> list[object]:
    return [pytest.param(case, id=name, marks=needs(program(str(case)))) for name, case in texts.items()]


def ran(text: str) -> str:
    """The program, which works."""
    exec(compile(program(text), "program.py", "exec"), {})
    return text


def said(text: str, path: str = "program.py") -> dict[int, str]:
    """The message of each line of the text that JAX402 reports."""
    outcome = run(Request([path], select=("JAX402",), stdin=program(text).encode()))
    assert not outcome.problems
    before = program(text).count("\n") - text.count("\n")
    return {item.location.line - before: item.message for item in outcome.diagnostics}


SILENT = {
    "a draw that is multiplied by zero": """
def layer(key):
    weights = random.normal(key, (3, 3))
    bias = random.normal(key, (3,)) * 0
    return {"w": weights, "b": bias, "scale": 0.0 * random.uniform(key)}

layer(random.key(0))
""",
    "two runs in one cell of a script": """
def run(key, scale):
    walk = scale * random.normal(key, (3,))
    return {"walk": walk, "scale": scale}
# %%
key = random.key(0)
slow = run(key, 0.1)
with open("/dev/null", "w") as file:
    file.write(str(slow))
fast = run(key, 1.0)
with open("/dev/null", "w") as file:
    file.write(str(fast))
""",
    "two experiments in two cells of a script": """
key = random.key(0)
# %%
start = random.normal(key, (3,))
print(start.mean())
# %%
start = random.uniform(key, (3,))
print(start.max())
""",
    "the only item of a list, by an index that counts": """
class Sampler(eqx.Module):
    dim: int = eqx.field(static=True)

    def pick(self, keys):
        return jnp.stack([random.normal(keys[i]) for i in range(self.dim)])

    def draw(self, key, alone: bool):
        if alone:
            key, own = random.split(key)
            return self.pick([own])
        key, *own = random.split(key, self.dim + 1)
        return self.pick(own)
""",
    "what a module sets up, for each call of it": """
class Noise(nn.Module):
    rng: Any = field(default_factory=lambda: random.key(0))

    def setup(self):
        noise = random.normal(self.rng, (3,))
        self.noise = self.variable("noise", "fixed", lambda: noise)

    def __call__(self, x):
        return x + self.noise.value

model = Noise()
variables = model.init(random.key(0), jnp.ones(3))
print(model.apply(variables, jnp.ones(3)) + model.apply(variables, jnp.zeros(3)))
""",
    "a test beside the code": """
def test_sampler(n=3):
    key = random.key(0)
    x = random.normal(key, (n,))
    y = random.normal(key, (n,))
    assert jnp.allclose(x, y)
""",
    "a function that measures": """
def benchmark_sampler(n=3):
    key = random.key(0)
    def run():
        return random.normal(key, (n,)) + random.normal(key, (n,))
    return run()
""",
    "calls that are waited for, and no more": """
@jax.jit
def draw(key, n):
    def body(carry, _):
        key, total = carry
        key, own = random.split(key)
        drawn = random.normal(own)
        jax.debug.callback(lambda x: None, drawn)
        return (key, total + drawn), None
    return jax.lax.scan(body, (key, 0.0), length=3)[0]

def measure(key):
    keys = random.split(key, 3)
    result = draw(key, 1)
    jax.block_until_ready(result)
    for _ in range(5):
        result = draw(key, 2)
        jax.tree.map(lambda x: x.block_until_ready(), result)
    return random.normal(keys[0])
""",
    "calls whose result is dropped": """
def warm_up(key):
    def run():
        result = random.normal(key, (3,))
        print(result.shape)
        return result
    for _ in range(3):
        _ = run()
""",
    "what is loaded over": """
class Net(eqx.Module):
    inner: eqx.nn.Linear
    scale: jax.Array

    def __init__(self, key):
        key, own = random.split(key)
        self.inner = eqx.nn.Linear(3, 4, key=key)
        self.scale = random.normal(own, (3,))

def load(path):
    key = random.key(0)
    first = Net(key)
    first = eqx.tree_deserialise_leaves(path, first)
    second = Net(key=key)
    return first, eqx.tree_deserialise_leaves(path, second)
""",
}


@pytest.mark.parametrize("text", cases(SILENT))
def test_numbers_that_do_not_repeat_are_no_matter(text: str) -> None:
    assert said(ran(text)) == {}


SILENT_OF_LIBRARIES = {
    "streams of flax": """
class Noise(nn.Module):
    @nn.compact
    def __call__(self, x):
        first = random.normal(self.make_rng("noise"), x.shape)
        return x + first + random.uniform(self.make_rng("noise"), x.shape)

print(Noise().apply({}, jnp.ones(3), rngs={"noise": random.key(0)}))
""",
    "streams of nnx": """
from flax import nnx

rngs = nnx.Rngs(0, params=1)
first, second = random.normal(rngs()), random.normal(rngs())
third, fourth = random.normal(rngs.params()), random.normal(rngs.params())
""",
    "streams of haiku": """
import haiku as hk

def noisy(x):
    return x + random.normal(hk.next_rng_key(), x.shape) + random.normal(hk.next_rng_key(), x.shape)

print(hk.transform(noisy).apply({}, random.key(0), jnp.ones(3)))
""",
    "a stream of one's own": """
class Agent:
    def __init__(self, seed):
        self.key = random.key(seed)

    def next_key(self):
        self.key, own = random.split(self.key)
        return own

    def act(self):
        return random.normal(self.next_key()) + random.normal(self.next_key())

print(Agent(0).act())
""",
    "the key of a state that is replaced": """
from flax.training.train_state import TrainState
import optax

class State(TrainState):
    rng: jax.Array

@jax.jit
def step(state: State):
    rng, own = random.split(state.rng)
    return state.replace(rng=rng), random.normal(own)

state = State.create(apply_fn=None, params={}, tx=optax.sgd(0.1), rng=random.key(0))
for _ in range(2):
    state, drawn = step(state)
""",
}


@pytest.mark.parametrize("text", cases(SILENT_OF_LIBRARIES))
def test_keys_that_libraries_and_objects_hand_out(text: str) -> None:
    assert said(ran(text)) == {}


LINES = {
    "two cells, whose numbers meet": """
key = random.key(0)
# %%
weights = random.normal(key, (3, 3))
# %%
bias = random.normal(key, (3,))  # repeats
# %%
print(jnp.ones(3) @ weights + bias)
""",
    "one cell": """
# %%
key = random.key(0)
first = random.normal(key, (3,))
second = random.uniform(key, (3,))  # repeats
print(first.mean())
print(second.max())
""",
    "a key of flax": """
class Noise(nn.Module):
    @nn.compact
    def __call__(self, x):
        key = self.make_rng("noise")
        return x + random.normal(key, x.shape) + random.uniform(key, x.shape)  # repeats

print(Noise().apply({}, jnp.ones(3), rngs={"noise": random.key(0)}))
""",
    "a key of nnx": """
from flax import nnx

def draws():
    key = nnx.Rngs(0).params()
    return random.normal(key), random.uniform(key)  # repeats

draws()
""",
    "a key of haiku": """
import haiku as hk

def noisy(x):
    key = hk.next_rng_key()
    return x + random.normal(key, x.shape) + random.uniform(key, x.shape)  # repeats

print(hk.transform(noisy).apply({}, random.key(0), jnp.ones(3)))
""",
    "what a module draws in each call": """
class Noise(nn.Module):
    rng: Any = field(default_factory=lambda: random.key(0))

    def __call__(self, x):
        return x + random.normal(self.rng, (3,))

model = Noise()
print(model.apply({}, jnp.ones(3)) + model.apply({}, jnp.zeros(3)))  # repeats
""",
    "what is made, and not loaded over": """
class Net(eqx.Module):
    scale: jax.Array

    def __init__(self, key):
        self.scale = random.normal(key, (3,))

def make(path):
    key = random.key(0)
    first = Net(key)
    second = Net(key=key)  # repeats
    return first, second
""",
    "calls for what they do": """
def show(key):
    print(random.normal(key, (3,)))

def main(key):
    for _ in range(3):
        show(key)  # repeats
""",
    "a step that evaluates": """
def test_step(key, x):
    return random.normal(key, (3,)) + random.normal(key, (3,)) * x  # repeats
""",
    "a loop in what a module sets up": """
class Noise(nn.Module):
    rng: Any = field(default_factory=lambda: random.key(0))

    def setup(self):
        self.noise = [random.normal(self.rng, (3,)) for _ in range(3)]  # repeats

    def __call__(self, x):
        return x + self.noise[0] * self.noise[1]

print(Noise().apply({}, jnp.ones(3)))
""",
    "one row of each split": """
def draws(key, n: int, row: int):
    return [random.normal(random.split(key, n)[row]) for i in range(n)]  # repeats
""",
    "a branch that more than one iteration takes": """
def draws(key, x, go):
    for i in range(4):
        x = jax.lax.cond(go | (i == 2), lambda x: x * random.normal(key), lambda x: x, x)  # repeats
    return x
""",
}


@pytest.mark.parametrize("text", cases(LINES))
def test_numbers_that_repeat_are_told(text: str) -> None:
    assert list(said(ran(text))) == [row for row, line in enumerate(text.split("\n"), 1) if "# repeats" in line]


SAID = {
    "a name from around": (
        """
def draws(key):
    def draw():
        return random.normal(key)
    return draw() + draw()
""",
        {5: "`key` was already consumed by `jax.random.normal` on line 11; split it first"},
    ),
    "a draw from a key that was split: no number is that of another": (
        """
def draws(key):
    first, second = random.split(key)
    return random.normal(first) + random.normal(second) + random.normal(key)
""",
        {},
    ),
    "a key that was split twice": (
        """
def draws(key):
    first, second = random.split(key)
    third, fourth = random.split(key)
    return random.normal(first) + random.normal(third)
""",
        {4: "`key` was already split on line 9: splitting it again returns the same keys"},
    ),
    "a key that was split twice, the first of the two being used last": (
        """
def sample(key):
    return sum(random.normal(one) for one in random.split(key, 3))

def draws(key):
    first, second = random.split(key)
    return sample(key) + random.normal(first)
""",
        {7: "`key` was already split on line 12: splitting it again returns the same keys"},
    ),
    "the draw in a branch": (
        """
def draws(key, x, go):
    first = random.normal(key)
    return first + jax.lax.cond(
        go,
        lambda x: x * random.normal(key),
        lambda x: x,
        x,
    )
""",
        {6: "`key` was already consumed by `jax.random.normal` on line 9; split it first"},
    ),
    "a key that a call has from elsewhere": (
        """
def draw(scale, key):
    return scale * random.normal(key)

def draws():
    noise = partial(draw, key=random.key(0))
    first = noise(1.0)
    return first + noise(2.0)
""",
        {8: "the key consumed by `noise` was already consumed by `jax.random.normal` on line 13; split it first"},
    ),
}


@pytest.mark.parametrize(("text", "messages"), SAID.values(), ids=SAID)
def test_what_is_said(text: str, messages: dict[int, str]) -> None:
    assert said(text) == messages


WAYS = {
    "in each iteration": (
        """
def step(key):
    return random.normal(random.split(key)[0])

def steps(key):
    for _ in range(30):
        print(step(key))
""",
        [
            ("`jax.random.split` consumes the key here", 3),
            ("`jax.random.normal` uses the same key from both splits", 3),
        ],
    ),
    "from where it was made, through functions that pass it on": (
        """
def noise(key):
    return random.normal(key, (3,))

def layer(key):
    return 2 * noise(key)

def layers():
    first, _ = random.split(random.key(0))
    return layer(first), noise(first)
""",
        [
            ("the key comes from this split", 9),
            ("the key is first passed here", 10),
            ("the key is passed here", 6),
            ("`jax.random.normal` consumes the key here", 3),
        ],
    ),
    "under jit, which is no reason": (
        """
@jax.jit
def draws(key):
    first = random.normal(key)
    return first, random.uniform(key)
""",
        [("`jax.random.normal` first consumes the key here", 4)],
    ),
    "to what is drawn from the keys of two splits": (
        """
def draws():
    key = random.key(0)
    first, _ = random.split(key)
    second, _, _ = random.split(key, 3)
    return random.normal(first), random.uniform(second)
""",
        [
            ("the key is created here", 3),
            ("`jax.random.split` first consumes the key here", 4),
            ("`jax.random.normal` uses a key from the first split", 6),
            ("`jax.random.uniform` uses the same key from the second split", 6),
        ],
    ),
}


@pytest.mark.parametrize(("text", "lines"), WAYS.values(), ids=WAYS)
def test_the_way_of_a_key_is_told(text: str, lines: list[tuple[str, int]]) -> None:
    (found,) = run(Request(["program.py"], select=("JAX402",), stdin=program(text).encode())).diagnostics
    told = [(one.message, one.location and one.location.line - HEAD.count("\n")) for one in found.related]
    assert told == lines


MODELS = """
class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(3)(x)

@jax.jit
def prepared(key, obs):
    dummy = obs * random.uniform(random.key(0), obs.shape)
    return Net().init(key, dummy){more}

prepared(random.key(1), jnp.ones(3))
"""


@pytest.mark.library("flax")
def test_a_dummy_for_the_shapes_of_a_model_repeats_nothing() -> None:
    """``init`` gives the same parameters for all inputs of a shape."""

    def reported(more: str) -> list[int]:
        text = MODELS.format(more=more)
        outcome = run(Request(["program.py"], select=("JAX404",), stdin=program(ran(text)).encode()))
        return [item.location.line - program(text).count("\n") + text.count("\n") for item in outcome.diagnostics]

    assert reported("") == []
    assert reported(", dummy") == [9]
