"""What a function is called with, from annotations and from calls in view."""

import ast

import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.program import known_of
from jaxlint.verify.dimensions import Sizes
from jaxlint.verify.find import find
from jaxlint.verify.specs import NotInferred, call_of

HEAD = "import jax\nimport jax.numpy as jnp\nfrom jaxtyping import Array, Float, Key\n"


def call(text, **given):
    project = Project()
    module = project.add(Source("x.py", HEAD + text))
    defs = (node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef) and node.name == "f")
    function = next(defs, None) or find(module, "f")
    return call_of(module, function, "f", given, known_of(project, ["x.py"]).recorded.get)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('def f(x: Float[Array, "n 3"], y: Float[Array, "n m"]): ...', "f(x=f32[4, 3], y=f32[4, 3])"),
        ('def f(x: Float[Array, "*b n"], /, y: "Bool[Array, \'n+1\']"): ...', "f(f32[4], y=bool[5])"),
        ('def f(x: tuple[Float[Array, "n"], ...], y: Optional[list[int]]): ...', "f(x=(f32[4], f32[4]), y=[int, int])"),
        (
            'class P(NamedTuple):\n    a: Float[Array, "n"]\n    n: int = 3\ndef f(p: "P | None"): ...',
            "f(p=P(a=f32[4]))",
        ),
        ("f = jax.jit(lambda x: x)\nf(jnp.ones(2))", "f(x=f32[2])"),
        ("def g(x): return x\nf = jax.jit(g)\nf(jnp.ones(2))", "f(x=f32[2])"),
        ('def f(k: Key[Array, ""], n: int, *, s: float, b: bool): ...', "f(k=key, n=int, s=float, b=bool)"),
        ("def f(x, n): ...\nf(jnp.ones((2, 5)), 3)", "f(x=f32[2, 5], n=3)"),
        ("def f(x): ...\nf({'a': (jnp.arange(3), True)})", "f(x={'a': (i32[3], True)})"),
        ("def f(x, n=2): return x\nf(x=[jnp.ones(2, jnp.bfloat16)])", "f(x=[bf16[2]])"),
        ("def g():\n    x = jax.random.key(0)\n    return f(x)\ndef f(key): ...", "f(key=key)"),
        ("class A:\n    def f(self, n: int): ...", "f(n=int)"),
    ],
)
def test_specs(text, expected):
    assert call(text) == expected


def test_given_ones_come_first():
    assert call("def f(x, n): ...\nf(jnp.ones(2), 3)", x="f32[7]") == "f(x=f32[7], n=3)"


@pytest.mark.parametrize("text", ["def f(x): ...", "def f(x: Array): ...", "def f(x): ...\nf(len)"])
def test_what_is_unknown_is_named(text):
    with pytest.raises(NotInferred, match="argument `x`"):
        call(text)


@pytest.mark.parametrize(
    ("text", "shape"),
    [("", ()), ("a b a", (4, 3, 4)), ("... 3", (3,)), ("_ #a n=2", (3, 4, 2)), ("a a+1 a-1", (4, 5, 3)), ("a*2", None)],
)
def test_shapes(text, shape):
    assert Sizes().shape(text) == shape
