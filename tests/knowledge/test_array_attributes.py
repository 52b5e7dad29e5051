"""Which attributes arrays have, asked of JAX again."""

import pytest

from jaxlint.knowledge.array_attributes import is_lacking
from tools.probe_attributes import everything


def test_what_jax_has_is_not_lacking():
    assert not [name for name in sorted(everything()) if is_lacking(name)]


@pytest.mark.library("flax")
def test_what_a_variable_has_is_not_lacking():
    from flax import nnx

    assert not [name for name in dir(nnx.Variable) if is_lacking(name)]


def test_what_lists_tensors_and_arrays_of_before_had_is_lacking():
    assert all(map(is_lacking, ["numpy", "append", "cpu", "detach", "to_py", "set", "extend", "strides"]))
