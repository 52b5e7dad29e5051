"""Classes as they are read off a text, beside what Python's parser sees."""

import ast
from pathlib import Path

import pytest

from jaxlint.project.summary import packed, summarize, unpacked

ROOT = Path(__file__).parents[2]


def lines(text):
    return [(one.name, one.bases, one.methods) for one in summarize(text).classes]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("class A: pass", [("A", [], [])]),
        ("class A(B, c.D, E[int], metaclass=M):\n    x: int\n", [("A", ["B", "D", "E"], [])]),
        ("class A[T: (int, str)](B[T], C): ...", [("A", ["B", "C"], [])]),
        ("class A[T]: ...", [("A", [], [])]),
        ("class A(\n    B,  # the base\n    C,\n):\n    def f(self): pass\n", [("A", ["B", "C"], ["f"])]),
        ("class A:\n    async def f(self): ...\n    def g(self):\n        def h(): ...\n", [("A", [], ["f", "g"])]),
        ("from m import Base as _Base\nclass A(_Base): ...", [("A", ["_Base", "Base"], [])]),
        ("try:\n    class A: ...\nexcept E:\n    pass\n", [("A", [], [])]),
        ("def f():\n    class A: ...\n", []),
        ("class A:\n    class B: ...\n", [("A", [], [])]),
        ('"""A class of things."""\n', []),
    ],
)
def test_one(text, found):
    assert lines(text) == found


@pytest.mark.parametrize(
    ("text", "may_be"),
    [
        ("class A:\n    def f(self): ...", False),
        ("class A(ABC):\n    def f(self): ...", False),
        ("class A(nnx.Module):\n    def f(self): ...", True),
        ("@dataclass\nclass A:\n    def f(self): ...", True),
        ("@register(\n    'a',\n)\nclass A:\n    def f(self): ...", True),
        ("class A:\n    def f(self): ...\njax.tree_util.register_pytree_node(A, f, g)\n", True),
    ],
)
def test_what_may_be_a_pytree(text, may_be):
    assert [one.may_be_pytree for one in summarize(text).classes] == [may_be]


def test_what_stands_behind_a_word_that_registers():
    (behind,) = summarize("jax.tree_util.register_pytree_node(Cell, f, g)\n").registers
    assert behind.startswith("_node(Cell")


def definitions(body):
    """Classes at the top of a file, and below an ``if`` or a ``try``."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield node
        elif isinstance(node, ast.If | ast.Try):
            yield from definitions([*node.body, *node.orelse])


def test_the_classes_of_this_repository():
    for path in ROOT.glob("jaxlint/**/*.py"):
        text = path.read_text(encoding="utf-8")
        nodes = list(definitions(ast.parse(text).body))
        methods = [
            [one.name for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)] for node in nodes
        ]
        found = lines(text)
        assert [name for name, _, _ in found] == [node.name for node in nodes], path
        assert [inner for _, _, inner in found] == methods, path


def test_what_is_kept_says_the_same():
    text = "from a import b as c\nclass A(c):\n    def f(self): ...\nregister_dataclass(A)\n"
    before, after = summarize(text), unpacked(packed(summarize(text)))
    assert after.imports == before.imports
    assert after.registers == before.registers
    assert packed(after) == packed(before)
