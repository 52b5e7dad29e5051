"""Definitions that nobody can come by."""

import ast

import pytest

from jaxlint.dataflow.overwritten import is_overwritten
from jaxlint.syntax.parse import parse
from jaxlint.text.source import Source

TWICE = "def f(): return 1\n{between}\ndef f(): return 2\n"


def first(text: str) -> bool:
    module = parse(Source("m.py", text))
    found = next(node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef) and node.name == "f")
    return is_overwritten(module, found)


@pytest.mark.parametrize("between", ["", "x = 1", "def g(f): return f()"])
def test_bound_anew_before_any_read(between):
    assert first(TWICE.format(between=between))


@pytest.mark.parametrize("between", ["f()", "g = f", "def g(): return f()", "def g():\n    global f", "kept.append(f)"])
def test_read_or_shared_in_between(between):
    assert not first(TWICE.format(between=between))


def test_bound_anew_on_some_ways_only():
    assert not first("def f(): return 1\nif x:\n    def f(): return 2\n")
    assert not first("if x:\n    def f(): return 1\nelse:\n    def f(): return 2\n")
    assert not first("try:\n    def f(): return 1\nexcept E:\n    def f(): return 2\n")


def test_the_last_one_of_a_class_is_what_others_find():
    body = "class A:\n    def f(self): return 1\n    def f(self): return 2\n"
    assert first(body)
    assert not first("class A:\n    @property\n    def f(self): return 1\n    @f.setter\n    def f(self, x): pass\n")
    assert not first("class A:\n    def f(self): return 1\n")
