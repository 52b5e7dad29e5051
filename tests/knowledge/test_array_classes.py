"""What is said of the classes of arrays, against JAX and NumPy."""

from __future__ import annotations

import collections.abc
import importlib
import numbers
import typing

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlint.knowledge.libraries import array_classes
from jaxlint.knowledge.libraries.array_classes import JAX, NUMPY, TRACER, has_attribute, is_of_class

ATTRIBUTES = sorted(
    array_classes._SHARED
    | array_classes._OF_JAX_ALONE
    | array_classes._OF_TRACERS_ALONE
    | array_classes._OF_NUMPY_ALONE
    | array_classes._OF_OTHERS
)
MODULES = {
    "collections.abc": collections.abc,
    "numbers": numbers,
    "typing": typing,
    "numpy": np,
    "jax": jax,
    "jax.numpy": jnp,
}
CLASSES = """
jax.Array jax.numpy.ndarray jax.core.Tracer jax._src.core.Tracer jax.core.ShapedArray jax.ShapeDtypeStruct
jax._src.array.ArrayImpl jax._src.basearray.Array jax.sharding.NamedSharding jax.sharding.Mesh jax.tree_util.Partial
jax.interpreters.partial_eval.JaxprTracer jax.interpreters.partial_eval.DynamicJaxprTracer
numpy.ndarray numpy.generic numpy.number numpy.floating numpy.integer numpy.float32 numpy.bool_
numbers.Number numbers.Real numbers.Integral
builtins.int builtins.float builtins.bool builtins.complex builtins.str builtins.list builtins.tuple builtins.dict
builtins.object builtins.type builtins.slice builtins.range
collections.OrderedDict collections.deque collections.abc.Iterable collections.abc.Sized collections.abc.Container
collections.abc.Collection collections.abc.Sequence collections.abc.Mapping collections.abc.Callable
collections.abc.Hashable collections.abc.Iterator collections.abc.Reversible collections.abc.Set
typing.Iterable typing.Sequence typing.Mapping typing.Callable typing.Hashable typing.Sized
typing.SupportsFloat typing.SupportsInt typing.SupportsIndex
fractions.Fraction decimal.Decimal enum.Enum pathlib.Path datetime.timedelta functools.partial types.FunctionType
chex.ArrayDevice chex.ArrayNumpy jaxtyping.Array
""".split()


def asked(question):
    """(kind, array, answer) of everything that may come by; a tracer is asked while its trace lasts."""
    found = []

    def ask(kind, array):
        found.append((kind, array, question(array)))
        return array

    for value in (jnp.float32(2), jnp.ones(3)):
        jax.jit(lambda x: ask(TRACER, x))(value)
        jax.vmap(lambda x: ask(TRACER, x))(jnp.stack([value, value]))
        jax.grad(lambda x: ask(TRACER, x).sum())(value)
        jax.jvp(lambda x: ask(TRACER, x), (value,), (value,))
        ask(JAX, value)
        ask(NUMPY, np.asarray(value))
        ask(NUMPY, np.asarray(value)[()])
    return found


def named(dotted):
    home, _, name = dotted.rpartition(".")
    try:
        return getattr(MODULES.get(home) or importlib.import_module(home), name)
    except ImportError:
        pytest.skip(f"without {home}")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dotted", CLASSES)
def test_isinstance(dotted):
    cls = named(dotted)
    for kind, array, answer in asked(lambda array: isinstance(array, cls)):
        assert is_of_class(kind, dotted, np.ndim(array) == 0) in (None, answer), (kind, type(array), np.ndim(array))


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_hasattr(name):
    for kind, array, answer in asked(lambda array: hasattr(array, name)):
        if kind != NUMPY or isinstance(array, np.ndarray):
            assert has_attribute(kind, name) in (None, answer), (kind, type(array))


def test_own_classes():
    known = {TRACER: array_classes.TRACER_CLASSES, JAX: array_classes.JAX_CLASSES, NUMPY: array_classes.NUMPY_CLASSES}
    for kind, array, answer in asked(lambda array: (type(array).__module__, type(array).__name__)):
        if kind != NUMPY or np.ndim(array):
            assert answer in known[kind]
    assert all(name.endswith("Tracer") and module.startswith("jax") for module, name in known[TRACER])
