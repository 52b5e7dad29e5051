"""Twenty small programs as users write them, each a project of a few files in which several rules find something.

``changed`` is what somebody does to a helper: (file, old, new), and ``called`` the same to a file that uses it, mostly
so that another file is traced no more.  ``renamed`` is a module that gets another name; the word stands for nothing
else in its program, so replacing it everywhere keeps the program what it is.
"""

from tests.notebook.books import book, cell


class Program:
    def __init__(self, files, changed, called, renamed):
        self.files = files
        self.changed = changed
        self.called = called
        self.renamed = renamed


# Operators make many small values, which is what a numbering of values that depends on their order confuses.
_ARITHMETIC = """\
import jax
import jax.numpy as jnp


def scaled{0}(x, bias, training):
    total = jnp.dot(x, x) * 2.0 + bias - jnp.mean(x * x + bias * bias - x[0] * {0}.0)
    if training:
        total = total + (x[0] * 0.1 - bias * (total + 1.0) + (total * (total - (bias + x[0] * 2.0))))
    return total - (bias * (total + 1.0) - (total * (total + (bias - x[0] * 2.0))))


def loss{0}(params, batch, training):
    found = scaled{0}(batch["x"], params["b"], training)
    return jnp.mean((found - batch["y"]) ** 2 + 0.1 * (params["b"] - found * (found + params["b"] * 2.0)))


@jax.jit
def step{0}(params, batch, training):
    value, slopes = jax.value_and_grad(loss{0})(params, batch, training)
    print("loss", value * 2.0 - 1.0)
    return {{name: params[name] - 0.1 * slopes[name] + 0.0 * (value - value * (value + 1.0)) for name in params}}, value


def main{0}():
    params = {{"b": jnp.zeros(2) - 0.5 * 3.0}}
    batch = {{"x": jnp.ones((4, 2)) + 1.0 * 2.0, "y": jnp.zeros((4, 2)) - 1.0 * 2.0}}
    for count in range(3):
        step{0}(params, batch, count * 2 - 1 > {0} - 1)
        float(step{0}(params, batch, True)[1] * 2.0 - (1.0 - batch["x"][0][0] * (batch["y"][0][0] - 1.0)))
"""

arithmetic = Program(
    {f"m{i}.py": _ARITHMETIC.format(i) for i in range(4)},
    changed=("m1.py", "total = total + (x[0]", "total = total * 2.0 - (x[0]"),
    called=("m3.py", "@jax.jit\n", ""),
    renamed=("m2", "second"),
)

helper_of_a_jitted_caller = Program(
    {
        "signs.py": """\
import jax.numpy as jnp


def positive_part(x):
    if x.sum() > 0:
        return x * 2.0 + 1.0
    return -x


def reported(x):
    print("sum", x.sum())
    return jnp.tanh(x) * 0.5


def summary(x):
    return {"mean": float(x.mean()), "max": x.max().item()}
""",
        "train.py": """\
import jax
import jax.numpy as jnp

import signs
from signs import positive_part


@jax.jit
def step(x, rate):
    y = positive_part(x) - rate * signs.reported(x)
    return y, signs.summary(y)


def main():
    x = jnp.ones(3)
    for _ in range(10):
        x, found = step(x, 0.1)
    return found
""",
    },
    changed=("signs.py", "return x * 2.0 + 1.0", "return x * 2.0 + 1.0 if x.min() > 0 else x"),
    called=("train.py", "@jax.jit\n", ""),
    renamed=("signs", "parts"),
)

classes_over_files = Program(
    {
        "base.py": """\
import jax.numpy as jnp


class Layer:
    width = 4

    def __init__(self, depth=2):
        self.depth = depth
        self.last = None

    def run(self, x):
        for _ in range(self.depth):
            x = jnp.tanh(x) * 0.9 + 0.1
        return self.finish(x[: self.width])

    def finish(self, x):
        raise NotImplementedError
""",
        "layers.py": """\
import numpy as np

from base import Layer


class Clipped(Layer):
    def __init__(self, limit):
        super().__init__(depth=3)
        self.limit = limit

    def finish(self, x):
        self.last = x
        if x.max() > self.limit:
            return x / x.max()
        return x


class Sorted(Layer):
    def finish(self, x):
        return np.asarray(x) + self.order(x)

    def order(self, x):
        return sorted(x)[0] - 1.0
""",
        "model.py": """\
import jax
import jax.numpy as jnp

from layers import Clipped, Sorted

clipped = Clipped(0.5)
in_order = Sorted()


@jax.jit
def predict(x):
    return clipped.run(x) + in_order.run(x) * 2.0


def main():
    return predict(jnp.ones(8))
""",
    },
    changed=("layers.py", "return x / x.max()", "return x / x.max() if self.last.min() > 0 else x - self.limit"),
    called=("model.py", "@jax.jit\n", ""),
    renamed=("layers", "kinds_of_layers"),
)

keys_split_elsewhere = Program(
    {
        "streams.py": """\
import jax


def two(seed):
    key = jax.random.key(seed)
    first, second = jax.random.split(key)
    return first, second


def many(key, count):
    jax.random.split(key, count)
    return key
""",
        "draws.py": """\
import jax
import numpy as np


def noise(key, shape):
    return jax.random.normal(key, shape) * 0.5 + 1.0


def twice(key, shape):
    return noise(key, shape) + jax.random.uniform(key, shape)


def fixed(shape):
    return np.random.normal(size=shape) + noise(jax.random.key(0), shape)
""",
        "sampling.py": """\
import jax

from draws import fixed, noise, twice
from streams import many, two


@jax.jit
def sample(x, key):
    first, second = jax.random.split(key)
    return x + twice(first, x.shape) - noise(second, x.shape) * noise(second, x.shape) + fixed(x.shape)


def main(x):
    first, second = two(7)
    x = sample(x, first)
    key = many(second, 3)
    return sample(x, key) + noise(key, x.shape)
""",
    },
    changed=(
        "draws.py",
        "jax.random.normal(key, shape) * 0.5",
        "jax.random.normal(key, shape) * jax.random.uniform(key)",
    ),
    called=("sampling.py", "@jax.jit\n", ""),
    renamed=("draws", "numbers_drawn"),
)

flax_module = Program(
    {
        "blocks.py": """\
import flax.linen as nn
import jax.numpy as jnp


class Block(nn.Module):
    width: int
    dropped: float = 0.1

    @nn.compact
    def __call__(self, x, training):
        y = nn.Dense(self.width)(x)
        y = nn.relu(y) * 0.5 + x.mean()
        if y.sum() > 0:
            y = y - 1.0
        return nn.Dropout(self.dropped)(y, deterministic=not training)


class Gate(nn.Module):
    @nn.compact
    def __call__(self, x):
        scale = self.param("scale", nn.initializers.ones, (1,))
        print("gate", scale)
        return x * scale - jnp.square(x)
""",
        "network.py": """\
import flax.linen as nn

from blocks import Block, Gate


class Network(nn.Module):
    depth: int = 2

    @nn.compact
    def __call__(self, x, training=True):
        for _ in range(self.depth):
            x = Block(16)(x, training)
        return Gate()(x)
""",
        "training.py": """\
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState

from network import Network


def make(key):
    model = Network()
    params = model.init(key, jnp.ones((1, 16)))
    return TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-3))


@jax.jit
def predict(params, x):
    return Network(3).apply(params, x, training=False) * 2.0 - 1.0


@jax.jit
def step(state, batch, key):
    def loss(params):
        found = state.apply_fn(params, batch["x"], rngs={"dropout": key})
        return jnp.mean((found - batch["y"]) ** 2)

    value, slopes = jax.value_and_grad(loss)(state.params)
    state.apply_gradients(grads=slopes)
    return state, float(value)
""",
    },
    changed=("blocks.py", "y = nn.relu(y) * 0.5 + x.mean()", "y = nn.relu(y) * (0.5 if x.mean() > 0 else 1.0)"),
    called=("training.py", "@jax.jit\ndef predict", "def predict"),
    renamed=("blocks", "building"),
)

equinox_module = Program(
    {
        "pieces.py": """\
import equinox as eqx
import jax
import jax.numpy as jnp


class Linear(eqx.Module):
    weight: jax.Array
    bias: jax.Array
    scale: float = eqx.field(static=True, default=1.0)

    def __init__(self, size, key):
        self.weight = jax.random.normal(key, (size, size))
        self.bias = jax.random.normal(key, (size,))
        self.scale = 0.5

    def __call__(self, x):
        return self.weight @ x * self.scale + self.bias


class Normed(eqx.Module):
    inner: Linear
    calls: int = 0

    def __call__(self, x):
        y = self.inner(x)
        self.calls = self.calls + 1
        return y / jnp.sqrt(y.var() + 1e-6) if y.var() > 0 else y
""",
        "stack.py": """\
import equinox as eqx
import jax

from pieces import Linear, Normed


class Stack(eqx.Module):
    parts: list

    def __init__(self, size, key):
        keys = jax.random.split(key, 3)
        self.parts = [Normed(Linear(size, one)) for one in keys]

    def __call__(self, x):
        for part in self.parts:
            x = part(x) * 0.5 - x
        return x
""",
        "fit.py": """\
import equinox as eqx
import jax
import jax.numpy as jnp

from stack import Stack


@eqx.filter_jit
def step(model, x, y):
    slopes = eqx.filter_grad(lambda one: jnp.mean((jax.vmap(one)(x) - y) ** 2))(model)
    norm = sum(jnp.sum(leaf**2) for leaf in jax.tree_util.tree_leaves(slopes))
    while norm > 1.0:
        norm = norm * 0.5
    return slopes, norm


def main():
    model = Stack(4, jax.random.PRNGKey(0))
    return step(model, jnp.ones((8, 4)), jnp.zeros((8, 4)))
""",
    },
    changed=("pieces.py", "self.weight @ x * self.scale", "self.weight @ x * float(x[0])"),
    called=("fit.py", "@eqx.filter_jit\n", ""),
    renamed=("pieces", "linear_parts"),
)

parametrized_tests = Program(
    {
        "pkg/__init__.py": "from pkg.loss import loss as loss\n",
        "pkg/loss.py": """\
import jax.numpy as jnp


def loss(x, kind, power=2):
    if kind == "mean":
        return jnp.mean(x**power) * 0.5 - 1.0
    if x.sum() > 0:
        return x.sum() + 1.0
    return jnp.zeros(power).sum()
""",
        "tests/conftest.py": """\
import jax.numpy as jnp
import pytest


@pytest.fixture
def batch():
    return jnp.ones(3) * 2.0 - 1.0


@pytest.fixture(params=[1, 2])
def power(request):
    return request.param
""",
        "tests/test_loss.py": """\
import jax
import jax.numpy as jnp
import pytest

from pkg import loss


@pytest.mark.parametrize("kind", ["mean", "sum"])
def test_kinds(batch, kind):
    assert jax.jit(lambda x: loss(x, kind))(batch).shape == ()


@pytest.mark.parametrize(("size", "expected"), [(2, 1.0), (3, 2.0)])
def test_sizes(size, expected, power):
    @jax.jit
    def whole(x, count):
        assert x.sum() > 0
        return loss(x, "sum", power) + jnp.arange(count).sum()

    assert float(whole(jnp.ones(size), size)) == expected
""",
    },
    changed=("pkg/loss.py", "return x.sum() + 1.0", "return x.sum() + 1.0 if x.max() > 1 else x.sum()"),
    called=("tests/test_loss.py", "    @jax.jit\n", ""),
    renamed=("pkg", "package"),
)

notebook_with_helpers = Program(
    {
        "helpers.py": """\
import jax.numpy as jnp


def clipped(x, limit):
    norm = jnp.sqrt(jnp.sum(x * x))
    return x * (limit / norm) if norm > limit else x


def shown(x):
    print(f"mean {x.mean():.3f}")
    return x
""",
        "explore.ipynb": book(
            cell("# Exploring 𝄞\n", "markdown"),
            "%matplotlib inline\nimport jax\nimport jax.numpy as jnp\nfrom helpers import clipped, shown\n",
            "key = jax.random.key(0)\nx = jax.random.normal(key, (3,)) * 2.0 + 1.0",
            "@jax.jit\ndef step(x):\n    'é𝄞語'; total = float(x.sum())\n    return clipped(shown(x), 1.0) - total",
            "y = step(x) + jax.random.uniform(key, (3,))\ny[0] = 1.0",
        ),
    },
    changed=("helpers.py", "return x * (limit / norm) if", "return x * (limit / (norm + 1e-6)) - x.min() if"),
    called=("explore.ipynb", "@jax.jit", "# eager"),
    renamed=("helpers", "tools"),
)

notebook_with_classes = Program(
    {
        "lab/__init__.py": "",
        "lab/particles.py": """\
import jax
import jax.numpy as jnp


class Particles:
    def __init__(self, count):
        self.count = count
        self.speeds = jnp.zeros(count) - 0.5

    def near(self, x, cutoff):
        i = jnp.where(jnp.abs(x) <= cutoff)[0]
        return x[i]


def energy(x, cutoff):
    return jnp.sum(Particles(3).near(x, cutoff) * 2.0 + 1.0)
""",
        "run.ipynb": book(
            "import jax\nimport jax.numpy as jnp\nfrom lab.particles import Particles, energy",
            "total = jax.jit(energy)\ntotal(jnp.ones(4) * 0.5, 0.2)",
            cell("Some *prose*.", "markdown"),
            "seen = []\n\n@jax.jit\ndef kept(x):\n    seen.append(x * 2.0)\n    return x[x > 0].sum()\n",
            "kept(jnp.ones(3))",
            "for size in range(3, 6):\n    jax.jit(lambda x: x * 2.0 - 1.0)(jnp.ones(size))",
        ),
        "batch.py": """\
import jax

from lab.particles import energy


@jax.jit
def mean(xs, cutoff):
    total = 0.0
    for x in xs:
        total = total + energy(x, cutoff)
    assert total > 0
    return total / xs.shape[0]
""",
    },
    changed=("lab/particles.py", "jnp.abs(x) <= cutoff", "x * x - 1.0 <= cutoff"),
    called=("batch.py", "@jax.jit\n", ""),
    renamed=("particles", "bodies"),
)

enum_members = Program(
    {
        "modes.py": """\
import enum


class Mode(enum.Enum):
    MEAN = 1
    SUM = 2
    SMOOTH = 3

    @property
    def factor(self):
        return self.value * 0.5 + 1.0
""",
        "reduce.py": """\
import jax.numpy as jnp

from modes import Mode


def reduced(x, mode):
    if mode is Mode.MEAN:
        return x.mean() * mode.factor
    if mode is Mode.SUM:
        return x.sum() if x.sum() > 0 else x.sum() * -1.0
    return jnp.tanh(x).sum() - 1.0


TABLE = {mode: index for index, mode in enumerate(Mode)}
""",
        "main.py": """\
from functools import partial

import jax
import jax.numpy as jnp

from modes import Mode
from reduce import TABLE, reduced


@partial(jax.jit, static_argnames=("mode",))
def total(x, mode):
    print(mode, x)
    return reduced(x, mode) * TABLE[mode]


@jax.jit
def chosen(x, mode):
    return x if mode == Mode.MEAN else -x


def main():
    x = jnp.ones(3)
    return [total(x, mode) for mode in Mode], chosen(x, Mode.SUM)
""",
    },
    changed=("reduce.py", "x.sum() * -1.0", "abs(x.sum()) * mode.factor - 1.0"),
    called=("main.py", '@partial(jax.jit, static_argnames=("mode",))\n', ""),
    renamed=("modes", "ways"),
)

partials = Program(
    {
        "kernels.py": """\
import jax.numpy as jnp


def kernel(scale, power, x, y, symmetric=False):
    distance = (x - y) * scale
    if symmetric:
        distance = jnp.abs(distance) + 0.1
    if power > 1:
        distance = distance**power - 1.0
    return jnp.exp(-distance) if distance.sum() > 0 else distance


def first(x, count):
    return x[:count] * 2.0
""",
        "bound.py": """\
from functools import partial

import jax

from kernels import first, kernel

narrow = partial(kernel, 0.5, 2)
wide = partial(kernel, 2.0, power=3, symmetric=True)
compiled = jax.jit(narrow)
mapped = jax.vmap(partial(kernel, 1.0, 1), in_axes=(0, None))
start = jax.jit(first)
""",
        "use.py": """\
from functools import partial

import jax
import jax.numpy as jnp

from bound import compiled, mapped, start, wide


def main():
    x = jnp.arange(4.0)
    found = [compiled(x, x - 1.0), mapped(x, 2.0), start(x, 2)]
    for scale in (1.0, 2.0, 3.0):
        found.append(jax.jit(partial(wide, y=scale))(x=x))
    return found
""",
    },
    changed=("kernels.py", "distance**power - 1.0", "distance**power - float(x[0]) * 2.0"),
    called=("bound.py", "jax.jit(narrow)", "narrow"),
    renamed=("kernels", "functions_of_two"),
)

closures = Program(
    {
        "factories.py": """\
import jax
import jax.numpy as jnp

HISTORY = []


def make_loss(weight, verbose):
    def loss(params, x):
        found = params["w"] * x * weight - params["b"]
        if verbose:
            print("found", found)
        HISTORY.append(found)
        return jnp.mean(found**2)

    return loss


def make_step(loss, rate):
    @jax.jit
    def step(params, x):
        slopes = jax.grad(loss)(params, x)
        if slopes["w"] > 1.0:
            slopes = {name: slopes[name] * 0.1 for name in slopes}
        return {name: params[name] - rate * slopes[name] for name in params}

    return step
""",
        "counting.py": """\
import jax


def counted(function):
    calls = 0

    @jax.jit
    def inner(x):
        nonlocal calls
        calls = calls + x.sum()
        return function(x) * 2.0

    return inner
""",
        "main.py": """\
import jax.numpy as jnp

from counting import counted
from factories import make_loss, make_step


def main():
    step = make_step(make_loss(0.5, verbose=True), 0.1)
    params = {"w": jnp.ones(()), "b": jnp.zeros(())}
    for count in range(3):
        params = step(params, jnp.arange(4.0) - count)
    return counted(lambda x: x if x.max() > 0 else x - 1.0)(jnp.ones(3))
""",
    },
    changed=("factories.py", 'found = params["w"] * x * weight', 'found = params["w"] * x * weight * int(x[0])'),
    called=("main.py", "make_step(make_loss(0.5, verbose=True), 0.1)", "make_loss(0.5, verbose=True)"),
    renamed=("factories", "makers"),
)

scan_bodies = Program(
    {
        "bodies.py": """\
import jax
import jax.numpy as jnp


def accumulate(carry, x):
    total, count = carry
    total = total + x * 0.5 - count
    return (total, count + 1.0), total


def guarded(carry, x):
    if x > 0:
        carry = carry + x
    return carry, carry * 2.0


def noisy(carry, key):
    value, _ = carry
    value = value + jax.random.normal(key) * jax.random.uniform(key)
    return (value, key), value
""",
        "loops.py": """\
import jax
import jax.numpy as jnp
from jax import lax

from bodies import accumulate, guarded, noisy


def run(xs, count):
    (total, _), _ = lax.scan(accumulate, (0, 0), xs)
    last, found = lax.scan(guarded, 0.0, xs)
    steps = lax.fori_loop(0, count, lambda i, y: y + xs[i] * 0.1, 0.0)
    return total + last + steps, found


def walk(key, count):
    return lax.scan(noisy, (0.0, key), jax.random.split(key, count))


def until(x):
    return lax.while_loop(lambda y: y.sum() < 10 and y.max() < 5, lambda y: y * 2.0 + 1.0, x)
""",
        "main.py": """\
import jax
import jax.numpy as jnp

from loops import run, until, walk

compiled = jax.jit(run)
slopes = jax.grad(lambda xs, count: compiled(xs, count)[0])


@jax.jit
def all_of_it(xs, key, count):
    return slopes(xs, count), walk(key, 3), until(xs), jnp.arange(count)
""",
    },
    changed=("bodies.py", "total = total + x * 0.5", "total = total + x * 0.5 + int(x)"),
    called=("main.py", "jax.grad(lambda", "(lambda"),
    renamed=("bodies", "steps_of_loops"),
)

dynamic_shapes = Program(
    {
        "selecting.py": """\
import jax.numpy as jnp


def chosen(x, mask):
    return x[mask]


def places(x):
    return jnp.nonzero(x > 0.5)[0]


def kinds(labels):
    return jnp.unique(labels)


def window(x, start, size):
    return x[start : start + size]
""",
        "energy.py": """\
import jax
import jax.numpy as jnp

from selecting import chosen, kinds, places, window


@jax.jit
def energy(r, q, cutoff=0.2):
    distances = jnp.abs(r[:, None] - r[None]) * 2.0 - 1.0
    i, j = jnp.where(distances <= cutoff)
    return jnp.sum(q[i] * q[j]) + chosen(q, q > 0).sum()


@jax.jit
def summary(x, labels, start, size):
    x = x.at[x < 0].set(0.0)
    return x[places(x)].mean(), kinds(labels).size, window(x, start, 3), jnp.zeros(size)


def main():
    r = jnp.linspace(0.0, 1.0, 10)
    return energy(r, r - 0.5), summary(r, jnp.arange(10) % 3, 1, 4)
""",
    },
    changed=("selecting.py", "return x[mask]", "return x[mask] * 2.0 - x[0]"),
    called=("energy.py", "@jax.jit\ndef energy", "def energy"),
    renamed=("selecting", "picking"),
)

fixes_over_files = Program(
    {
        "sizes.py": """\
import math

import jax
import jax.numpy as jnp


@jax.jit
def padded(x, count):
    return jnp.pad(x, (0, count)) * 2.0


@jax.jit
def flat(x):
    return x.reshape(jnp.array(x.shape).prod())


def root(x):
    return math.sqrt(x) + 1.0
""",
        "writes.py": """\
import jax
import jax.numpy as jnp


@jax.jit
def put(x, i):
    x[i] = 10.0
    x[0] += 1.0
    x.at[1].set(2.0)
    return x


@jax.jit
def safe_log(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)
""",
        "main.py": """\
import jax
import jax.numpy as jnp

from sizes import flat, padded, root
from writes import put, safe_log


@jax.jit
def whole(x):
    print("x is", x)
    y = root(x.sum()) - x if x.sum() > 0 else x
    return put(y, 1) + safe_log(x)


def main():
    x = jnp.arange(6.0)
    found = padded(x, 3), flat(x), jax.grad(lambda y: whole(y).sum())(x)
    return jax.tree_map(jnp.sum, found)
""",
    },
    changed=("writes.py", "x[0] += 1.0", "x[0] += x[1] * 2.0 - 1.0"),
    called=("main.py", "@jax.jit\n", ""),
    renamed=("writes", "stores"),
)

silenced = Program(
    {
        "quiet.py": """\
import jax.numpy as jnp


def branch(x):
    if x.sum() > 0:  # jaxlint: ignore[JAX301]
        return x
    return -x


def cast(x):
    return float(x) + int(x)  # jaxlint: ignore[JAX202]


def fine(x):
    return jnp.sum(x)  # jaxlint: ignore[JAX101]
""",
        "loud.py": """\
import jax

from quiet import branch, cast, fine


@jax.jit
def step(x):
    print(x)  # jaxlint: ignore
    y = branch(x) * 2.0 - fine(x)
    while y.sum() > 10:
        y = y * 0.5
    return y + cast(x[0]) + y.sum().item()
""",
    },
    changed=("quiet.py", "return float(x) + int(x)", "y = int(x) * 2\n    return float(x) + y"),
    called=("loud.py", "@jax.jit\n", ""),
    renamed=("quiet", "hushed"),
)

donation = Program(
    {
        "updates.py": """\
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, donate_argnums=(0,))
def update(state, slopes):
    return jax.tree_util.tree_map(lambda one, slope: one - 0.1 * slope, state, slopes)


def norm(state):
    return sum(jnp.sum(leaf * leaf) for leaf in jax.tree_util.tree_leaves(state))
""",
        "training.py": """\
import time

import jax
import jax.numpy as jnp

from updates import norm, update


@jax.jit
def slopes_of(state, x):
    if norm(state) > 100.0:
        state = jax.tree_util.tree_map(lambda one: one * 0.5, state)
    return jax.grad(lambda one: jnp.sum((one["w"] * x - one["b"]) ** 2))(state)


def train(state, xs):
    begun = time.time()
    for x in xs:
        new = update(state, slopes_of(state, x))
        change = norm(new) - norm(state)
        state = new
    return state, change, time.time() - begun


def main():
    state = {"w": jnp.ones(3), "b": jnp.zeros(3)}
    found = train(state, jnp.ones((4, 3)))
    update(state, state)
    return found, state["w"]
""",
    },
    changed=("updates.py", "one - 0.1 * slope", "one - 0.1 * slope * (2.0 if slope.sum() > 0 else 1.0)"),
    called=("training.py", "@jax.jit\n", ""),
    renamed=("updates", "donors"),
)

retraces = Program(
    {
        "compiled.py": """\
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("rate", "sizes"))
def scaled(x, rate, sizes=()):
    return x * rate - len(sizes)


@partial(jax.jit, static_argnums=(1, 2))
def shaped(x, size):
    return jnp.reshape(x, size) + 1.0


class Model:
    def __init__(self, width):
        self.width = width

    @jax.jit
    def run(self, x):
        return x * self.width - x.shape[0]
""",
        "loop.py": """\
import jax
import jax.numpy as jnp

from compiled import Model, scaled, shaped


def fit(x, steps):
    for step in range(steps):
        x = scaled(x, 1.0 / (step + 1.0))
        x = jax.jit(lambda y: y * 2.0 - 1.0)(x)
        x = jax.jit(jax.grad(lambda y: jnp.sum(y**2)))(x)
    return scaled(x, 0.5, sizes=[1, 2]), shaped(x, (3, 1))


def grown(x):
    found = jnp.zeros(0)
    for step in range(5):
        found = jnp.concatenate([found, jnp.sum(x * step)[None]])
        scaled(found, 2.0)
    return found, Model(3).run(x)
""",
    },
    changed=("compiled.py", "return x * rate - len(sizes)", "return x * rate - len(sizes) if x.sum() > 0 else x"),
    called=("loop.py", "Model(3).run(x)", "x * 2.0"),
    renamed=("compiled", "jitted_ones"),
)

operators_of_classes = Program(
    {
        "vectors.py": """\
import jax
import jax.numpy as jnp
from jax.tree_util import register_pytree_node_class


@register_pytree_node_class
class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, factor):
        return Vector(self.x * factor, self.y * factor)

    __rmul__ = __mul__

    @property
    def length(self):
        return jnp.sqrt(self.x * self.x + self.y * self.y)

    def tree_flatten(self):
        return (self.x, self.y), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)
""",
        "forces.py": """\
from vectors import Vector

ÉTÉ = "𝄞"


def spring(a, b, k=2.0, rest=1.0):
    apart = a - b
    stretch = (apart.length - rest) * k - 0.1 * apart.length * apart.length
    return apart * (stretch / apart.length)


def drag(speed, viscosity):
    é = "𝄞"; fast = speed.length > 1.0 and viscosity > 0  # fmt: skip
    return speed * (-viscosity * 2.0) if fast else speed * -viscosity
""",
        "walls.py": """\
from vectors import Vector


def bounced(place, speed):
    if place.x < 0:
        return Vector(-speed.x * 0.9, speed.y)
    return speed


def inside(place):
    assert place.length < 10.0, f"left at {place.x:.2f}"
    return place
""",
        "simulate.py": """\
import jax

from forces import drag, spring
from vectors import Vector
from walls import bounced, inside


@jax.jit
def step(a, b, speed, dt):
    force = spring(a, b) + drag(speed, 0.1) - spring(b, a) * 0.5
    speed = bounced(a, speed + force * dt - 0.01 * speed * dt)
    return inside(a + speed * dt), speed


def main():
    a, b, speed = Vector(0.0, 0.0), Vector(1.0, 2.0), Vector(0.0, 0.0)
    for _ in range(100):
        a, speed = step(a, b, speed, 0.01)
    return a
""",
    },
    changed=("forces.py", "stretch / apart.length)", "stretch / apart.length if stretch > 0 else 0.0)"),
    called=("simulate.py", "@jax.jit\n", ""),
    renamed=("forces", "pulls"),
)

package_of_a_library = Program(
    {
        "kit/__init__.py": """\
from kit import stats as stats
from kit._impl import clip as clip, normalized as normalized
""",
        "kit/_impl.py": """\
import jax.numpy as jnp
import numpy as np


def clip(x, low, high):
    return min(max(x, low), high) * 1.0 + 0.0


def normalized(x, eps=1e-6):
    scale = np.linalg.norm(x) + eps
    return x / scale * 2.0 - 1.0


def table(x, index):
    return [1.0, 2.0, 3.0][index] * x
""",
        "kit/stats.py": """\
import jax.numpy as jnp

from ._impl import table


def moments(x, *, count=2):
    found = {}
    for power in range(count):
        found[power] = jnp.mean(x**power) - 0.5 * power
    return found


def ranked(x, index):
    best = {x[0]: 1.0}
    return table(x, index) + len(best)
""",
        "train.py": """\
from __future__ import annotations

import jax

import kit
from kit.stats import moments, ranked


@jax.jit
def step(x, index):
    y = kit.clip(x.sum(), 0.0, 1.0) + kit.normalized(x)
    found = moments(y, count=3)
    return ranked(y, index), kit.stats.moments(x), found


def score(x, n):
    for _ in range(n):
        x = x * 0.5 + 1.0
    return x


batched = jax.vmap(jax.jit(score), in_axes=(0, None))
""",
        "scripts/evaluate.py": """\
import sys

import jax
import jax.numpy as jnp

from train import batched, step

if __name__ == "__main__":
    xs = jnp.ones((3, 4), dtype=jnp.float64)
    print(batched(xs, int(sys.argv[1])), step(xs[0], 1))
    evaluate = jax.jit(lambda x: bool(x.any()))
    evaluate(xs)
""",
    },
    changed=("kit/_impl.py", "return x / scale * 2.0 - 1.0", "return x / scale * 2.0 if x.sum() > 0 else x"),
    called=("train.py", "@jax.jit\n", ""),
    renamed=("stats", "figures"),
)

PROGRAMS = {name: made for name, made in globals().items() if isinstance(made, Program)}
