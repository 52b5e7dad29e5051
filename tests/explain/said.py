# ruff: noqa: F401  the statements are text
"""Runs each statement of ``said.txt`` on JAX, with four devices, and prints what JAX said of it as JSON.

The statements stand below the start of what ``messages.toml`` says that such an error means.
"""

import collections
import dataclasses
import json
import traceback
import warnings
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import io_callback
from jax.experimental import pallas as pl
from jax.sharding import Mesh, NamedSharding, PartitionSpec

try:
    import equinox as eqx
    from flax import linen, nnx
except ModuleNotFoundError:
    eqx = nnx = linen = None  # its statements are left out

TEXT = (Path(__file__).parent / "said.txt").read_text()
Struct, P = jax.ShapeDtypeStruct, PartitionSpec
ones = jnp.ones(8)


def groups():
    """The statements by meaning."""
    found = collections.defaultdict(list)
    for line in TEXT.splitlines():
        if line.startswith("# "):
            meaning = line.removeprefix("# ")
        elif line:
            found[meaning].append(line)
    return found


def answer(statement):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            jax.block_until_ready(eval(statement))
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            stack = "\n".join(f"{one.name} {one.line} {one.filename}" for one in frames)
            return type(error).__name__, str(error), stack
    return "", "nothing", ""


@jax.custom_vjp
def no_pair(x):
    return x


no_pair.defvjp(lambda x: x, lambda residuals, g: (g,))


@jax.custom_vjp
def no_tuple(x, y):
    return x * y


no_tuple.defvjp(lambda x, y: (x * y, (x, y)), lambda residuals, g: g)


@jax.custom_jvp
def no_tangent(x):
    return x


no_tangent.defjvp(lambda primals, tangents: primals[0])


@jax.custom_vjp
def no_rule(x):
    return x


class Plain:
    @jax.jit
    def method(self):
        return 1


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Static:
    x: object
    y: object = dataclasses.field(metadata={"static": True})


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def fixed(function, x):
    return function(x)


def fixed_bwd(residuals, function, g):
    (x,) = residuals
    return (g * x,)


fixed.defvjp(lambda function, x: (function(x), (x,)), fixed_bwd)


@jax.custom_vjp
def short(x):
    return x


def short_bwd(g):
    return (g,)


short.defvjp(lambda x: (x, None), short_bwd)


def generator():
    yield 1


def kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...]


def no_output(x_ref):
    return x_ref[...]


def returns(x_ref, o_ref):
    return x_ref[...]


def captures(x_ref, o_ref):
    o_ref[...] = x_ref[...] + ones


def adds_refs(x_ref, o_ref):
    o_ref[...] = x_ref + 1


def pallas(function, **options):
    return pl.pallas_call(function, out_shape=Struct((8,), jnp.float32), interpret=True, **options)(ones)


def leaked():
    kept = []
    jax.jit(kept.append)(1.0)
    return kept[0] + 1


def deleted():
    x = jnp.ones(3)
    x.delete()
    return x + 1


def donated():
    x = jnp.ones(3)
    jax.jit(lambda x: x + 1, donate_argnums=0)(x)
    return x + 1


def not_a_number():
    with jax.debug_nans(True):
        return jnp.log(-1.0)


def reused():
    with jax.debug_key_reuse(True):
        key = jax.random.key(0)
        return jax.random.normal(key) + jax.random.normal(key)


def compared():
    f = jax.jit(lambda s: s.x)
    return f(Static(1.0, np.ones(3))), f(Static(1.0, np.ones(3)))


def foreign():
    scale = nnx.Param(jnp.ones(()))
    jax.jit(lambda x: scale.set_value(x))(1.0)


def symbolic():
    (n,) = jax.export.symbolic_shape("n")
    jax.export.export(jax.jit(lambda x: x if x.shape[0] > 3 else -x))(Struct((n,), jnp.float32))


def applied(method, setup=None, variables=None):
    """A Flax module of this ``__call__``, initialized (or given these variables) and applied."""
    members = {"__call__": method} | ({"setup": setup} if setup else {})
    module = type("Module", (linen.Module,), members)()
    return module.apply(module.init(jax.random.key(0), ones) if variables is None else variables, ones)


def normed(self, x):
    return linen.BatchNorm(use_running_average=False)(x)


def dense(self, x):
    return linen.Dense(2)(x)


def twice(self, x):
    return linen.Dense(2, name="a")(linen.Dense(2, name="a")(x))


def sets(self, x):
    self.seen = x
    return x


if __name__ == "__main__":
    auto = jax.make_mesh((4,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
    explicit = jax.make_mesh((2, 2), ("a", "b"))
    one, two = jax.devices()[:2]
    asked = [
        line
        for lines in groups().values()
        for line in lines
        if eqx or not any(word in line for word in ("eqx", "nnx", "linen", "applied"))
    ]
    print(json.dumps({statement: answer(statement) for statement in asked}))
