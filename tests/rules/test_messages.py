"""What findings say where the code that is marked is not what is traced."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.diagnostic import Diagnostic
from jaxlint.engine.lint import Linter
from jaxlint.engine.request import Request
from jaxlint.engine.select import Selection
from jaxlint.settings.model import Settings
from jaxlint.text.source import Source

HEAD = """import jax
import jax.numpy as jnp
from functools import partial

@partial(jax.jit, static_argnums=1)
def chi(params: jax.Array, q: float):
    return jnp.sum(params * q)

"""


def findings(folder: Path, text: str) -> list[Diagnostic]:
    settings, path = Settings(str(folder)), str(folder / "f.py")
    return Linter(settings, Selection(settings, Request([path])))({path: Source(path, HEAD + text)})


def messages(folder: Path, text: str) -> list[str]:
    return [one.message for one in findings(folder, text)]


@pytest.mark.parametrize("use", ["", "gradient(jnp.ones(3), 2.0)\n"])
def test_a_static_argument_that_an_outer_jit_traces(use: str, tmp_path: Path) -> None:
    said = "`q` of `chi` must be static, but the value that an outer transform passes is traced"
    assert messages(tmp_path, f"gradient = jax.jit(jax.grad(chi))\n{use}") == [said]


def test_a_static_argument_that_the_caller_traces(tmp_path: Path) -> None:
    said = "`q` of `chi` must be static, but `q` is traced"
    assert messages(tmp_path, "@jax.jit\ndef outer(p, q):\n    return chi(p, q * 1.0 if False else q)\n") == [
        said.replace("`q` is", "`q * 1.0 if False else q` is")
    ]


SAID = {
    "what has no name": (
        "class Model: pass\ndef train(loss, x):\n    return jax.grad(loss)(Model(), x)\n",
        "`jax.grad` traces argument 0 of the function, but `Model()` is an instance of `Model`, which is not a "
        "registered pytree",
    ),
    "an array of which nothing is known": (
        "def train(step, x):\n    return jax.lax.scan(lambda c, x: (jnp.dot(step(c), x), None), (x, x), x)\n",
        "`lax.scan` carry input and carry output must have the same pytree structure, got a `tuple` of 2 and an array "
        "at `carry`",
    ),
    "one of several arguments": (
        "import numpy as np\n@jax.jit\ndef angle(x):\n    return np.arctan2(1.0, x[0])\n",
        "`np.arctan2` needs concrete arrays, but `x[0]` is traced",
    ),
    "a position that is none": (
        "jitted = jax.jit(lambda x, y: x, static_argnums=2)\n",
        "invalid `static_argnums`: index 2 is out of range for 2 positional arguments of `<lambda>`",
    ),
}


@pytest.mark.parametrize(("text", "said"), SAID.values(), ids=SAID)
def test_what_is_said(text: str, said: str, tmp_path: Path) -> None:
    assert messages(tmp_path, text) == [said]


def test_what_a_constant_key_is_compiled_by(tmp_path: Path) -> None:
    text = "@jax.jit\ndef noisy(x):\n    return x + jax.random.normal(jax.random.key(0), x.shape)\n"
    found = findings(tmp_path, text)
    assert [one.message for one in found[0].related] == [
        "`noisy` runs under `jax.jit`",
        "`jax.random.normal` draws here",
    ]


def test_where_the_body_of_a_loop_returns_what_does_not_fit(tmp_path: Path) -> None:
    text = "def body(i, x):\n    return x, x\n\njax.lax.fori_loop(0, 3, body, jnp.ones(3))\n"
    found = findings(tmp_path, text)
    told = [(one.message, one.location and one.location.line - HEAD.count("\n")) for one in found[0].related]
    assert told == [("`body` returns it here", 2)]


def test_the_calls_that_pass_the_value_in_a_container(tmp_path: Path) -> None:
    text = (
        "def above(p):\n    if p['a'] > 1:\n        return 1\n    return 2\n\n"
        "def inner(p):\n    return above(p)\n\n@jax.jit\ndef step(p):\n    return inner(p)\n\n"
        "step({'a': jnp.ones(())})\n"
    )
    assert [one.message for one in findings(tmp_path, text)[0].related] == [
        "`p` is an argument of `step`, traced by `jax.jit`",
        "`inner` is called here",
        "`above` is called here",
    ]


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("@jax.jit\ndef f(n):\n    if n > 1:\n        return n\n    return -n\n", True),
        ("@jax.jit\ndef f(x):\n    n = x.sum()\n    if n > 1:\n        return n\n    return -n\n", False),
        (
            "def body(n, x):\n    if n > 1:\n        return n, x\n    return -n, x\n\n"
            "jax.lax.scan(body, jnp.float32(0), jnp.ones(3))\n",
            False,
        ),
    ],
    ids=["passed", "computed", "carried"],
)
def test_a_static_argument_is_offered_for_what_is_passed(tmp_path: Path, text: str, offered: bool) -> None:
    (found,) = findings(tmp_path, text)
    assert any("static_argnames" in way.title for way in found.ways) == offered


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (
            "def fill(x):\n    '''Of\n    some\n    more\n    lines.'''\n    x[0] = 1.0\n    return x\n\n"
            "def run(x):\n    # and\n    # of\n    # these\n    y = fill(x)\n    return y\n\n"
            "def main():\n    return run(jnp.zeros(3))\n\nmain()\n",
            "JAX504",
        ),
        ("jax.lax.scan(lambda n, x: (n + x, x), jnp.zeros((), dtype=int), jnp.ones(3))\n", "JAX606"),
        ("jax.grad(lambda w: jnp.ones((2, 3, 4)) @ w)(jnp.ones((4, 5)))\n", "JAX615"),
        ("jax.grad(lambda w: jnp.ones((2, 3, 4)) @ w)(jnp.ones(4))\n", "JAX615"),
    ],
    ids=["a helper of several lines", "a carry of int", "three axes and two", "three axes and one"],
)
def test_what_is_known_of_values(tmp_path: Path, text: str, code: str) -> None:
    assert [one.code for one in findings(tmp_path, text)] == [code]
