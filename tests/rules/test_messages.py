"""What findings say where the code that is marked is not what is traced."""

from __future__ import annotations

from pathlib import Path

import pytest

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


def messages(folder: Path, text: str) -> list[str]:
    settings, path = Settings(str(folder)), str(folder / "f.py")
    found = Linter(settings, Selection(settings, Request([path])))({path: Source(path, HEAD + text)})
    return [one.message for one in found]


@pytest.mark.parametrize("use", ["", "gradient(jnp.ones(3), 2.0)\n"])
def test_a_static_argument_that_an_outer_jit_traces(use: str, tmp_path: Path) -> None:
    said = "`q` of `chi` must be static, but what an outer transform passes for it is traced"
    assert messages(tmp_path, f"gradient = jax.jit(jax.grad(chi))\n{use}") == [said]


def test_a_static_argument_that_the_caller_traces(tmp_path: Path) -> None:
    said = "`q` of `chi` must be static, but `q` is traced"
    assert messages(tmp_path, "@jax.jit\ndef outer(p, q):\n    return chi(p, q * 1.0 if False else q)\n") == [
        said.replace("`q` is", "`q * 1.0 if False else q` is")
    ]
