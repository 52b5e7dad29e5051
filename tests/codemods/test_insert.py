"""One line, argument or parameter more, at the only place where it can go."""

from __future__ import annotations

import ast

import pytest

from jaxlint.codemods.insert import argument, line_above, parameter
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.span import Span
from tests.codemods.workbench import module


def inserted(text: str, kind: type[ast.AST], make, source: str) -> str | None:
    tree = module(text)
    node = next(one for one in ast.walk(tree.tree) if isinstance(one, kind))
    made = make(tree, node, source)
    return None if made is None else apply_edits(text, [Edit(Span(made.at, made.at), made.source)])


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("f()", "f(k=1)"),
        ("f( )", "f( k=1)"),
        ("f(x)", "f(x, k=1)"),
        ("f((x))", "f((x), k=1)"),
        ("f((x + 1), )", "f((x + 1), k=1, )"),
        ("f(\n  x,  # a ) comment\n)", "f(\n  x, k=1,  # a ) comment\n)"),
        ("f((x  # a\n  ) , y=(2))", "f((x  # a\n  ) , y=(2), k=1)"),
        ("f(\n  x,\n  y,\n)", "f(\n  x,\n  y,\n  k=1,\n)"),
        ("f(\n  x, y\n)", "f(\n  x, y, k=1\n)"),
        ("f(\n  x,\n  y=(\n   2))", "f(\n  x,\n  y=(\n   2), k=1)"),
        ("f(*x)", "f(*x, k=1)"),
        ("f((x for x in y))", "f((x for x in y), k=1)"),
        ("f(x for x in y)", None),
        ("f(  # why\n)", None),
        ("(f)(x)", "(f)(x, k=1)"),
        ("f(')')", "f(')', k=1)"),
    ],
)
def test_argument(call: str, after: str | None) -> None:
    assert inserted(call, ast.Call, argument, "k=1") == after


@pytest.mark.parametrize(
    ("head", "after"),
    [
        ("def f():", "def f(key):"),
        ("def f(x):", "def f(x, key):"),
        ("def f(\n  x,\n  y=1,\n):", "def f(\n  x,\n  y=1,\n  *,\n  key,\n):"),
        ("def f(\n  x\n):", "def f(\n  x,\n  key\n):"),
        ("def f(x: 'a(b)' = (1), ):", "def f(x: 'a(b)' = (1), *, key, ):"),
        ("def f(x=((1))) -> (int):", "def f(x=((1)), *, key) -> (int):"),
        ("def f(x, *, y=(2)):", "def f(x, *, y=(2), key):"),
        ("def f(x=1, *, y):", "def f(x=1, *, y, key):"),
        ("def f(x=1, *y):", "def f(x=1, *y, key):"),
        ("def f(x, *y: int, **z):", "def f(x, *y: int, key, **z):"),
        ("def f(x,  # the x\n      y):", "def f(x,  # the x\n      y, key):"),
        ("def f(x, /, y):", "def f(x, /, y, key):"),
        ("def f(x, /):", None),
        ("def f(**x):", None),
    ],
)
def test_parameter(head: str, after: str | None) -> None:
    made = inserted(head + "\n    pass\n", ast.FunctionDef, parameter, "key")
    assert made == (None if after is None else after + "\n    pass\n")
    if made is not None:
        compile(made, "x", "exec")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("y = lambda: 1\n", "y = lambda key: 1\n"),
        ("y = lambda x: x\n", "y = lambda x, key: x\n"),
        ("y = lambda x=(1): x\n", "y = lambda x=(1), *, key: x\n"),
    ],
)
def test_parameter_of_a_lambda(text: str, after: str) -> None:
    assert inserted(text, ast.Lambda, parameter, "key") == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("x = OLD\n", "new\nx = OLD\n"),
        ("if a:\n\tx = OLD\n", "if a:\n\tnew\n\tx = OLD\n"),
        ("if a: x = OLD\n", None),
        ("y = 1; x = OLD\n", None),
        ("y = 1; \\\nx = OLD\n", None),
        ("if a:\n    # why\n    x = OLD  # what\n", "if a:\n    # why\n    new\n    x = OLD  # what\n"),
    ],
)
def test_line_above(text: str, after: str | None) -> None:
    tree = module(text)
    node = next(one for one in ast.walk(tree.tree) if isinstance(one, ast.Assign) and one.targets[0].id == "x")
    made = line_above(tree, node, "new")
    assert (None if made is None else apply_edits(text, [Edit(Span(made.at, made.at), made.source)])) == after


def test_line_above_a_decorator() -> None:
    made = inserted("@a\n@b\ndef f():\n    pass\n", ast.FunctionDef, line_above, "new")
    assert made == "new\n@a\n@b\ndef f():\n    pass\n"
