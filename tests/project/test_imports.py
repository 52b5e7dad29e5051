"""Imports as they are read off a text, beside what Python's parser sees."""

import ast
from pathlib import Path

import pytest

from jaxlint.project.imports import imports_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import a.b as c, d", [("a.b", ()), ("d", ())]),
        ("from a import b, c as d", [("a", (("b", "b"), ("c", "d")))]),
        ("from .. import a", [("..", (("a", "a"),))]),
        ("from ..a.b import c", [("..a.b", (("c", "c"),))]),
        ("from a import (b,  # one )\n    c,\n)", [("a", (("b", "b"), ("c", "c")))]),
        ("from a import b, \\\n    c", [("a", (("b", "b"), ("c", "c")))]),
        ("from a import *", [("a", (("*", "*"),))]),
        ("if x: import a; import b", [("a", ()), ("b", ())]),
        ("def f():\n    from a import b\n", [("a", (("b", "b"),))]),
        ('m = importlib.import_module("a.b")', [("a.b", ())]),
        ("m = importlib.import_module(\n    'a.b')", [("a.b", ())]),
        ("m = importlib.import_module(name)", []),
        ("important = 1\nreimport x\n", []),
    ],
)
def test_one(text, found):
    assert imports_of(text) == found


def expected(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (("." * node.level + (node.module or ""), alias.name) for alias in node.names)


@pytest.mark.slow
def test_nothing_that_python_imports_is_missed():
    for path in [*ROOT.glob("jaxlint/**/*.py"), *ROOT.glob("fixtures/**/*.py")]:
        text = path.read_text(encoding="utf-8")
        found = {(home, there) for home, names in imports_of(text) for there, _ in names or [(None, None)]}
        assert set(expected(text)) <= found, path
