"""What holds where a condition is true, or false."""

import ast

import pytest

from jaxlint.dataflow.conditions import guards, same
from jaxlint.syntax.parse import parse
from jaxlint.text.source import Source


def _module(text):
    module = parse(Source("f.py", text), "f")
    (call,) = [one for one in ast.walk(module.tree) if isinstance(one, ast.Call) and one.func.id == "probe"]
    return module, call.args


def _number(node):
    sign = -1.0 if isinstance(node, ast.UnaryOp) else 1.0
    value = getattr(getattr(node, "operand", node), "value", None)
    return sign * value if isinstance(value, (int, float)) else None


def _callee(call):
    return getattr(call.func, "id", "")


@pytest.mark.parametrize(
    ("test", "taken", "excluded"),
    [
        ("x > 0", True, [-1, 0]),
        ("x > 0", False, [1]),
        ("0 < x", True, [-1, 0]),
        ("x != 0", True, [0]),
        ("~(x == 0)", True, [0]),
        ("(x > -1) & (x < 1)", True, [-1, 1]),
        ("(x > -1) | (x < 1)", True, []),
        ("(x < 0) | (x > 0)", False, [-1, 1]),
        ("logical_and(x > 0, y > 0)", True, [-1, 0]),
        ("m", True, [-1, 0]),
        ("f(x)", True, []),
        ("x > y", True, []),
    ],
)
def test_numbers_that_are_excluded(test, taken, excluded):
    module, (condition,) = _module(f"def g(x, y):\n    m = x > 0\n    probe({test})\n")
    found = [one for one in guards(module, condition, taken, _callee, _number) if ast.unparse(one.asked) == "x"]
    assert [number for number in (-1, 0, 1) if any(one.excludes(number) for one in found)] == excluded


@pytest.mark.parametrize(
    ("body", "alike"),
    [
        ("m = x > 0; probe(m, x)", True),
        ("m = x > 0; x = x + 1; probe(m, x)", False),
        ("m = x.a > 0; probe(m, x.b)", False),
        ("m = x[0] > 0; probe(m, x[1])", False),
        ("m = norm(x, axis=0) > 0; probe(m, norm(x, keepdims=0))", False),
        ("m = x - y > 0; probe(m, x - y)", True),
        ("m = x - y > 0; probe(m, x + y)", False),
    ],
)
def test_the_same_expression(body, alike):
    module, (condition, operand) = _module(f"def g(x, y):\n    {body}\n")
    (guard,) = guards(module, condition, True, _callee, _number)
    assert same(module, guard.asked, operand) is alike
