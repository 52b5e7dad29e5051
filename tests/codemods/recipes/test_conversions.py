"""What Python asks of a class must be a number of Python's."""

from __future__ import annotations

import pytest

from tests.codemods.recipes.mending import fixed

TEXT = """\
import jax
import jax.numpy as jnp


class Model:
    def __init__(self, x):
        self.x = x

    def {name}(self):
        return {kind}(self.x)


@jax.jit
def f(x: jax.Array):
    return Model(x).{name}()
"""


@pytest.mark.parametrize(("name", "kind"), [("__int__", "int"), ("__float__", "float"), ("__len__", "int")])
def test_a_conversion_stays_one(name: str, kind: str) -> None:
    text = TEXT.format(name=name, kind=kind)
    assert fixed(text) == text


def test_another_method_need_not_give_one() -> None:
    assert "return self.x.astype(int)\n" in fixed(TEXT.format(name="count", kind="int"))
