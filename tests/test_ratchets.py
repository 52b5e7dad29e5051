"""What is not as it should be yet, as numbers that may only fall: whoever lowers one writes the new one here."""

import ast
from pathlib import Path

import pytest

from jaxlint.rules.registry import all_rules

PACKAGE = Path(__file__).parents[1] / "jaxlint"
TRACING = PACKAGE / "tracing"
# What the tracer asks on the way before it notes what it has seen.
GATES = {"is_certain", "is_caught", "fails", "meets_leaked", "is_model", "doubt", "quiet", "optional", "tests_of"}


def lines(folder):
    return sum(path.read_text().count("\n") for path in folder.rglob("*.py"))


def hundreds(count):
    return -(-count // 100)


def functions(folder):
    for path in sorted(folder.rglob("*.py")):
        found = [one for one in ast.walk(ast.parse(path.read_text())) if isinstance(one, ast.FunctionDef)]
        yield from ((path, one) for one in found)


def assigned(function):
    """Each target with its value, those of tuples apart."""
    for node in ast.walk(function):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            both = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            yield from zip(target.elts, node.value.elts, strict=False) if both else [(target, node.value)]


def put_back(function):
    """``before = frame.state`` and later ``frame.state = before``: what is left by an error is forgotten so."""
    pairs = list(assigned(function))
    kept = {one.id: of.attr for one, of in pairs if isinstance(one, ast.Name) and isinstance(of, ast.Attribute)}
    named = [(to.attr, one.id) for to, one in pairs if isinstance(to, ast.Attribute) and isinstance(one, ast.Name)]
    return [attribute for attribute, name in named if kept.get(name) == attribute]


def gates(function):
    """What a function asks that makes an event and notes it; None of another one."""
    nodes = list(ast.walk(function))
    calls = [one.func for one in nodes if isinstance(one, ast.Call)]
    notes = any((getattr(one, "attr", None) or getattr(one, "id", None)) in ("note", "report") for one in calls)
    makes = any(isinstance(one, ast.Name) and one.id[:1].isupper() for one in calls)
    names = {getattr(one, "attr", None) or getattr(one, "id", None) for one in nodes}
    return frozenset(names & GATES) if notes and makes else None


FIELDS_PUT_BACK = sum(len(put_back(one)) for _, one in functions(TRACING))
SETS_OF_GATES = len({found for _, one in functions(TRACING) if (found := gates(one)) is not None})  # one: none is asked


@pytest.mark.parametrize(
    ("name", "now", "most"),
    [
        ("fields that are put back by hand", FIELDS_PUT_BACK, 7),
        ("sets of gates", SETS_OF_GATES, 1),
        ("hundreds of lines of the tracer", hundreds(lines(TRACING)), 307),
        ("hundreds of lines of the codemods", hundreds(lines(PACKAGE / "codemods")), 259),
        ("lines for each rule, in tens", lines(PACKAGE) // len(all_rules()) // 10, 98),
    ],
)
def test_it_has_not_grown(name, now, most):
    assert now <= most, f"{name}: {now}"
    assert now == most, f"{name}: only {now} are left, write that here"


def test_a_field_that_is_put_back_is_counted():
    (function,) = ast.parse("def f(a):\n    b, c = a.x, 1\n    a.x = 2\n    a.x, a.y = b, c").body
    assert put_back(function) == ["x"]


def test_gates_are_those_of_functions_that_note_an_event():
    (function,) = ast.parse("def f(frame):\n    if is_certain(frame):\n        frame.note(Seen(1))").body
    assert gates(function) == {"is_certain"}
    assert gates(ast.parse("def f(frame):\n    is_certain(frame)").body[0]) is None
