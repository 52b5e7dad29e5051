"""Which functions refuse lists, None and strings, asked of JAX for some of the rows."""

import jax.numpy as jnp
import pytest

from jaxlint.knowledge.array_operands import TABLE, refused
from jaxlint.knowledge.tables import lines_of
from tools.probe import ask
from tools.probe.operands import refused as asked

NAMES = ["sum", "max", "dot", "maximum", "where", "linalg.norm", "array", "stack", "concatenate", "clip", "reshape"]


@pytest.mark.parametrize("name", NAMES)
def test_rows_say_what_jax_does(name):
    functions, rows = ask.callables()
    full = f"jax.numpy.{name}"
    found = asked(full, functions[rows.get(full, full).removeprefix("=")])
    assert refused(full)
    for parameter, letters in refused(full).items():
        assert set(letters) <= set(found[parameter])


def test_what_takes_lists_is_not_refused():
    assert jnp.stack([jnp.ones(2)] * 2).shape == (2, 2)
    for name, parameter in [("stack", "arrays"), ("array", "object"), ("hstack", "tup"), ("einsum", "operands")]:
        assert "l" not in refused(f"jax.numpy.{name}").get(parameter, "")


def test_rows_have_three_parts():
    assert all(len(line.split(" | ")) == 3 for line in lines_of(TABLE))
