"""What is below a node: the same as ast says, but for contexts."""

import ast
import sys
from pathlib import Path

import pytest

from jaxlint.syntax.nodes import children

ROOT = Path(__file__).parents[2]

EVERY_KIND = """
match x:
    case {"a": [1, *rest], **others}: pass
    case Point(0, y=None) | None as found: pass
    case True: pass
def f(a, /, b: int = 1, *args, c, d=2, **more) -> {**one, "k": 2}:
    global g
    async for i in h: await f"{i!r:>{w}}"
    try: raise E from None
    except* OSError as error: pass
    return lambda: (yield), x[1:2, ...], [k for k in l if k]
"""


def _by_ast(node: ast.AST) -> list[ast.AST]:
    return [one for one in ast.iter_child_nodes(node) if not isinstance(one, ast.expr_context)]


@pytest.mark.parametrize("folder", [pytest.param("jaxlint", marks=pytest.mark.slow), "fixtures"])
def test_children_of_files(folder: str) -> None:
    nodes = [node for path in (ROOT / folder).rglob("*.py") for node in ast.walk(ast.parse(path.read_text()))]
    for node in nodes:
        assert children(node) == _by_ast(node)


def test_children_of_every_kind() -> None:
    nodes = list(ast.walk(ast.parse(EVERY_KIND)))
    assert len({type(node) for node in nodes}) > 35
    for node in nodes:
        assert children(node) == _by_ast(node)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="new syntax")
def test_children_of_type_parameters() -> None:
    for node in ast.walk(ast.parse("type Pair[T: int, *Ts, **P] = tuple[T, T]\nclass C[S]: pass")):
        assert children(node) == _by_ast(node)
