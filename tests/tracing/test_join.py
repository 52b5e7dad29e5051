"""The laws that make a join of abstract values one, on all pairs and triples of values of every kind."""

import ast
import itertools

import pytest

from jaxlint.syntax.module import Module
from jaxlint.text.source import Source
from jaxlint.tracing.values.aval import AnyShape, Aval, Dim
from jaxlint.tracing.values.joining import CALLABLES, join
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import (
    FALSE,
    NONE,
    TRUE,
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Function,
    Library,
    Mapping,
    Sequence,
    Several,
    Static,
    Traced,
)

TREE = ast.parse("def f(): pass\ndef g(): pass\ndef h(): pass\njit(f)\n")
MODULE = Module(Source("a.py", ast.unparse(TREE)), TREE)
ORIGIN = Origin("`x` is an argument of `f`, which `jax.jit` traces", MODULE, TREE.body[3])
F, G, H = (Function(node, MODULE, None, [], []) for node in TREE.body[:3])
N = Dim("n")

VALUES = {
    "unknown": UNKNOWN,
    "none": NONE,
    "true": TRUE,
    "false": FALSE,
    "one": Const(1),
    "two": Const(2),
    "half": Const(0.5),
    "text": Const("a"),
    "other text": Const("b"),
    "an int": Static("int"),
    "a float": Static("float"),
    "a bool": Static("bool"),
    "a str": Static("str"),
    "traced": Traced(Aval("f", ()), ORIGIN),
    "traced of two": Traced(Aval("f", (2,)), ORIGIN),
    "traced of n": Traced(Aval("f", (N,)), ORIGIN),
    "traced whole": Traced(Aval("i", (2,)), ORIGIN),
    "traced, concrete": Traced(Aval("f", ()), ORIGIN, concrete=True),
    "traced of any shape": Traced(Aval("f", AnyShape()), ORIGIN),
    "staged": Traced(Aval("f", ()), ORIGIN, staged=True),
    "array": Array(Aval("f", (2,))),
    "array of numpy": Array(Aval("f", (2,)), True),
    "array, unsure": Array(Aval("f", (2,)), sure=False),
    "pair": Sequence("tuple", [Const(1), Const(2)]),
    "pair of others": Sequence("tuple", [Const(1), Traced(Aval("f", ()), ORIGIN)]),
    "triple": Sequence("tuple", [Const(1), Const(2), Const(1)]),
    "list": Sequence("list", [Const(1), Const(2)]),
    "dict": Mapping({"a": Const(1)}),
    "dict of others": Mapping({"a": Const(2)}),
    "dict of two": Mapping({"a": Const(1), "b": Const(2)}),
    "f": F,
    "g": G,
    "h": H,
    "method": BoundMethod(Array(Aval("f", (2,))), "sum"),
    "library": Library("jax.numpy.sum"),
}
PAIRS = list(itertools.combinations(VALUES, 2))


def _key(value):
    """What a value stands for; of callables the set counts."""
    if isinstance(value, Several):
        return frozenset(str(one.key()) for one in value.values)
    return str(value.key())


def _same(left, right):
    return _key(left) == _key(right)


@pytest.mark.parametrize("name", VALUES)
def test_a_value_joined_with_itself_is_itself(name):
    assert _same(join(VALUES[name], VALUES[name]), VALUES[name])


@pytest.mark.parametrize("name", VALUES)
def test_unknown_absorbs_all_but_callables(name):
    for joined in (join(VALUES[name], UNKNOWN), join(UNKNOWN, VALUES[name])):
        if isinstance(VALUES[name], CALLABLES):
            assert VALUES[name] in joined.values
            assert joined.optional
        else:
            assert joined is UNKNOWN


def test_the_order_of_two_does_not_matter():
    for one, other in PAIRS:
        assert _same(join(VALUES[one], VALUES[other]), join(VALUES[other], VALUES[one])), (one, other)


def test_the_order_of_three_does_not_matter():
    for one, other, third in itertools.product(VALUES, repeat=3):
        a, b, c = VALUES[one], VALUES[other], VALUES[third]
        assert _same(join(join(a, b), c), join(a, join(b, c))), (one, other, third)


def test_a_join_joined_again_stays():
    """Each of two values is below their join: a loop that joins comes to an end."""
    for one, other in PAIRS:
        joined = join(VALUES[one], VALUES[other])
        assert _same(join(joined, VALUES[one]), joined), (one, other)
