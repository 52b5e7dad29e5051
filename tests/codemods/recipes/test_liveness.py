"""Which names are still read after a statement."""

import ast

import pytest

from jaxlint.dataflow.index import live_after
from jaxlint.syntax.module import Module
from jaxlint.text.source import Source

CASES = {
    "if p:\n    a = 1\n    b = 2\nprint(a)\nb = 3\nprint(b)": {"a"},
    "while b:\n    if p:\n        a = 1\n        b = 2\n    a = 3": {"b"},
    "while q:\n    if p:\n        a = 1\n        b = 2\n        break\n    a = b = 3\nprint(a)": {"a"},
    "try:\n    if p:\n        a = 1\n        b = 2\n    a = 3\nexcept E:\n    print(a)": {"a"},
    "try:\n    if p:\n        a = 1\n        b = 2\nexcept* E:\n    print(b)": {"b"},
    "def g():\n    return a\nif p:\n    a = 1\n    b = 2": {"a"},
    "def g(a):\n    return a\nif p:\n    a = 1\n    b = 2": set(),
    "global b\nif p:\n    a = 1\n    b = 2": {"b"},
    "class C:\n    if p:\n        a = 1\n        b = 2": {"a", "b"},
}


@pytest.mark.parametrize("body", CASES)
def test_what_an_if_leaves_for_others(body):
    text = "def f(p, q, b):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    tree = ast.parse(text)
    module = Module(Source("file.py", text), tree)
    node = next(node for node in ast.walk(tree) if isinstance(node, ast.If))
    assert live_after(module, node) & {"a", "b"} == CASES[body]
