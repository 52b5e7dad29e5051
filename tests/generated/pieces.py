"""What programs begin with: imports, and classes and decorators as people write them; those in use."""

from __future__ import annotations

import re

IMPORTS = """import collections
import contextlib
import dataclasses
import functools
import math
import operator
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


"""
PIECES = {
    "Pair": """class Pair(NamedTuple):
    a: jax.Array
    n: int
""",
    "Model": """class Model:
    def __init__(self, n, scale):
        self.n = n
        self.scale = scale
        self.sizes = [n, 2]

    def apply(self, x):
        return x[: self.n].sum() * self.scale

    def __call__(self, x):
        return x * self.scale
""",
    "Counter": """class Counter:
    total = 0

    def __init__(self, n):
        self.n = n
        self.seen = []
""",
    "Config": """@dataclasses.dataclass(frozen=True)
class Config:
    depth: int = 2
    scale: float = 0.5
    name: str = "relu"

    @property
    def width(self):
        return self.depth * 2

    def wide(self):
        return self.depth > 1

    def doubled(self):
        return self.depth * 2
""",
    "Layer": """@partial(jax.tree_util.register_dataclass, data_fields=["w", "b"], meta_fields=["depth"])
@dataclasses.dataclass
class Layer:
    w: jax.Array
    b: float
    depth: int = 2

    def __call__(self, x):
        for _ in range(self.depth):
            x = x * self.w + self.b
        return x

    def total(self):
        return self.w.sum() + self.b

    def scaled(self, by):
        return dataclasses.replace(self, w=self.w * by)
""",
    "logged": """def logged(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs)

    return wrapper
""",
    "scaled": """def scaled(by):
    def decorate(fn):
        @functools.wraps(fn)
        def wrapper(x, *args, **kwargs):
            return fn(x * by, *args, **kwargs)

        return wrapper

    return decorate
""",
    "activate": """def activate(x, name):
    return {"relu": jax.nn.relu, "tanh": jnp.tanh}[name](x)
""",
    "soft": """@jax.custom_jvp
def soft(x):
    return jnp.log1p(jnp.exp(x))


@soft.defjvp
def soft_jvp(primals, tangents):
    (x,), (dx,) = primals, tangents
    return soft(x), jax.nn.sigmoid(x) * dx
""",
    "clipped": """@partial(jax.custom_vjp, nondiff_argnums=(1,))
def clipped(x, n):
    return x[:n].sum() + x


def clipped_fwd(x, n):
    return clipped(x, n), x


def clipped_bwd(n, x, g):
    return (g[:n].sum() * jnp.ones_like(x),)


clipped.defvjp(clipped_fwd, clipped_bwd)
""",
    "rows": """def rows(x, n):
    for i in range(n):
        yield x * i
""",
}
CALLS = {
    "vec": """Pair({vec}, {int}).a|Pair({vec}, {int})[0]|Model({int}, {scalar})({vec})|activate({vec}, {text})
        |{layer}.w
        |soft({vec})|clipped({vec}, {int})|sum(rows({vec}, {int}), {vec})|{layer}({vec})|{state}.a
        |logged(jnp.sin)({vec})|scaled({scalar})(jnp.cos)({vec})""",
    "scalar": """Model({int}, {scalar}).apply({vec})|Model({int}, {scalar}).scale|{layer}.b|{layer}.total()
        |{cfg}.scale
        |soft({scalar})|sum(r.sum() for r in rows({vec}, {int}))""",
    "int": """Pair({vec}, {int}).n|Model({int}, 2.0).n|Model({int}, 1.0).sizes[0]|{cfg}.depth|{cfg}.width
        |{cfg}.doubled()
        |{layer}.depth|{state}.n|len(list(rows({vec}, {int})))|Counter({int}).n + Counter.total""",
    "list": "list(rows({vec}, {int})) + [{vec}]|[*rows({vec}, 2)]",
    "text": "{cfg}.name",
    "cond": "{cfg}.wide()|{cfg} == Config(2)|isinstance({layer}, Layer)|isinstance({state}, tuple)",
}


def calls() -> dict[str, list[str]]:
    return {name: [form.strip() for form in text.split("|")] for name, text in CALLS.items()}


def head(text: str) -> str:
    """Imports, and the pieces that the program names."""
    used = [piece for name, piece in PIECES.items() if re.search(rf"\b{name}\b", text)]
    return IMPORTS + "".join(f"{piece}\n\n" for piece in used)
