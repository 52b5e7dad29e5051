"""Argument specs to arguments: ``f32[5]``, ``i32[4] % 3``, ``int[1:9]``, ``key``, literals, and containers of them."""

from __future__ import annotations

import ast
import re
from functools import cache
from types import CodeType, ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

DTYPES = {
    "f16": jnp.float16,
    "bf16": jnp.bfloat16,
    "f32": jnp.float32,
    "i8": jnp.int8,
    "i16": jnp.int16,
    "i32": jnp.int32,
    "u8": jnp.uint8,
    "u32": jnp.uint32,
    "bool": jnp.bool_,
    "c64": jnp.complex64,
}
# Python numbers, one a round of inputs.
NUMBERS: dict[str, tuple[object, ...]] = {
    "int": (3, 2, 5, 0, 1, -1, 2, 4, 7, 100),
    "float": (1.5, 0.25, -2.0, 0.0, 1.0, -1.0, 2.0, 3.0, float("nan"), -0.0),
    "bool": (True, False) * 5,
}
# One round of inputs each: a fixed form has to agree with the original on all of them.
# Ordinary ones come first, those of NaN, infinities and numbers near the ends of a dtype last.
SAMPLES = ("random", "other", "third", "zeros", "ones", "minus-ones", "duplicates", "ramp", "special", "extremes")
UNUSUAL = {"special": "NaN, infinities and -0", "extremes": "very large and very small numbers"}


class BadSpec(Exception):
    """The message names what can't be made."""


@cache
def parse_call(text: str) -> ast.Call:
    """``f(f32[5], n=3)``; a 0-d array is ``f32[]``, which Python itself can't parse.

    Remembered, as the same call is made once a round of inputs and form: nobody may write to the tree.
    """
    call = ast.parse(re.sub(r"\b(\w+)\[\]", r"\1[()]", text), mode="eval").body
    if not isinstance(call, ast.Call):
        raise TypeError(f"not a call: {text}")
    return call


class Inputs:
    """Builds the arguments of one sample; two specs of one call never get the same numbers."""

    def __init__(self, sample: str, module: ModuleType) -> None:
        self.sample = sample
        self.module = module
        self._generator = np.random.default_rng(SAMPLES.index(sample))
        self._keys = SAMPLES.index(sample) * 1000

    def arguments(self, call: ast.Call) -> tuple[list[object], dict[str, object]]:
        positional = [self.build(node) for node in call.args]
        return positional, {one.arg: self.build(one.value) for one in call.keywords if one.arg}

    def build(self, node: ast.AST) -> object:
        match node:
            case ast.Subscript(value=ast.Name(id=dtype)) if dtype in DTYPES:
                return self._array(dtype, _shape(node))
            case ast.BinOp(op=ast.Mod(), left=ast.Subscript() as left):
                return self.build(left) % ast.literal_eval(node.right)
            case ast.Subscript(value=ast.Name(id="int" | "float" as word), slice=ast.Slice() as bounds):
                return self._number(word, node, bounds)
            case ast.Name(id="key"):
                self._keys += 1
                return jax.random.key(self._keys)
            case ast.Name(id=word) if word in NUMBERS:
                return NUMBERS[word][SAMPLES.index(self.sample)]
            case ast.Tuple(elts=items):
                return tuple(map(self.build, items))
            case ast.List(elts=items):
                return list(map(self.build, items))
            case ast.Dict(keys=keys, values=values):
                names = [ast.literal_eval(one) for one in keys if one is not None]
                return dict(zip(names, map(self.build, values), strict=True))
            case ast.Call(func=function):
                positional, keywords = self.arguments(node)
                return evaluate(function, self.module)(*positional, **keywords)
            case ast.Name() | ast.Attribute() as name:
                return evaluate(name, self.module)
        try:
            return ast.literal_eval(node)
        except ValueError:
            raise BadSpec(
                f"`{ast.unparse(node)}` is no argument: an array is `f32[3, 4]`, of {', '.join(DTYPES)}; "
                f"a number is `int`, `float` or a range of one, `int[1:9]`"
            ) from None

    def _number(self, word: str, node: ast.AST, bounds: ast.Slice) -> int | float:
        """One of ``int[1:9]``, which are 1 to 8, or of ``float[0:1]``: both ends are among those of the rounds."""
        try:
            low, high = (ast.literal_eval(one) for one in (bounds.lower or node, bounds.upper or node))
        except ValueError:
            low = high = None
        if type(low) not in (int, float) or type(high) not in (int, float) or not low < high:
            raise BadSpec(f"`{ast.unparse(node)}` has no range: it is written `{word}[1:9]`")
        place = SAMPLES.index(self.sample) / (len(SAMPLES) - 1)
        return int(low) + round((high - 1 - low) * place) if word == "int" else float(low + (high - low) * place)

    def _array(self, dtype: str, shape: tuple[int, ...]) -> jax.Array:
        kind = {"bool": "b", "c64": "c"}.get(dtype) or ("f" if "f" in dtype else dtype[0])
        numbers = np.asarray(self._numbers(kind, shape))
        return jnp.asarray(numbers.astype(DTYPES[dtype]))

    def _numbers(self, kind: str, shape: tuple[int, ...]) -> np.ndarray:
        size = int(np.prod(shape))
        match self.sample:
            case "zeros":
                return np.zeros(shape)
            case "ones":
                return np.ones(shape)
            case "minus-ones":
                return -np.ones(shape) if kind != "u" else np.full(shape, 2)
            case "duplicates":
                return np.resize([2, 2, -1, 2] if kind != "u" else [2, 2, 1, 2], shape)
            case "ramp":
                return np.arange(size).reshape(shape)
            case "special" if kind in "fc":
                return np.resize([np.nan, 1.0, -0.0, np.inf, 0.0, -np.inf, -2.5], shape)
            case "extremes" if kind in "iu":
                return np.resize([127, 0, 1, 100], shape)
            case "extremes" if kind in "fc":
                return np.resize([-0.0, 1e-30, -1e4, 3e4], shape)
        return self._draw(kind, shape)

    def _draw(self, kind: str, shape: tuple[int, ...]) -> np.ndarray:
        if kind == "b":
            return self._generator.random(shape) < 0.5
        if kind in "iu":
            return self._generator.integers(0 if kind == "u" else -3, 6, shape)
        return self._generator.normal(0, 2, shape) + (1j * self._generator.normal(0, 2, shape) if kind == "c" else 0)


def _shape(node: ast.Subscript) -> tuple[int, ...]:
    """Of ``f32[3, 4]``."""
    try:
        shape = ast.literal_eval(node.slice)
    except ValueError:
        shape = None
    sizes = shape if isinstance(shape, tuple) else (shape,)
    if not all(isinstance(size, int) and size >= 0 for size in sizes):
        raise BadSpec(f"`{ast.unparse(node)}` has no shape: sizes are numbers")
    return sizes


def evaluate(node: ast.expr, module: ModuleType) -> Any:  # noqa: ANN401  what the text says
    """A name of the fixture, or a call such as ``Model(3).step``."""
    return eval(_compiled(node), vars(module))


@cache
def _compiled(node: ast.expr) -> CodeType:
    return compile(ast.Expression(node), "<runs>", "eval")
