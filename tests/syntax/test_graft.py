"""A grafted tree is the tree of the new text, and keeps the nodes of what was not edited."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from jaxlint.syntax.graft import graft
from jaxlint.syntax.parse import NotParsed, parse
from jaxlint.text.source import Source

BEFORE = '''
import jax

LIMIT = 3


class Net:
    """A net."""

    size = 4

    @jax.jit
    def step(self, x):
        if x is None:
            return 0
        return x * self.size

    def __eq__(self, other):
        return self is other


def train(net, xs):
    def one(x):
        y = net.step(x)
        return y

    return [one(x) for x in xs]
'''
EDITS = {
    "a comment": ("LIMIT = 3", "# so many\nLIMIT = 3", [], False),
    "a comment in a function": ("    return [one", "    # each\n    return [one", ["train"], False),
    "a statement": ("        return y\n", "        y += 1\n        return y\n", ["one", "train"], False),
    "another one": ("y = net.step(x)", "y = net.step(x + 1)", ["one", "train"], False),
    "fewer lines": ("        if x is None:\n            return 0\n", "", ["step"], False),
    "no body": (
        "        if x is None:\n            return 0\n        return x * self.size\n",
        "        raise NotImplementedError\n",
        ["step"],
        True,
    ),
    "a constant": ("LIMIT = 3", "LIMIT = 4", [], True),
    "an attribute": ("size = 4", "size = 5", [], True),
    "a decorator": ("    @jax.jit\n", "", [], True),
    "a parameter": ("def train(net, xs):", "def train(net, xs, y):", [], True),
    "what Python calls": ("return self is other", "return self == other", ["__eq__"], True),
    "what a method sets": ("            return 0\n", "            self.last = 0\n", ["step"], True),
    "another function": ("def train", "def test():\n    pass\n\n\ndef train", [], False),
    "the end": ("for x in xs]\n", "for x in xs]\n\n\nMORE = 1\n", [], False),
    "a call": ("for x in xs]\n", "for x in xs]\n\n\nprint(LIMIT)\n", [], True),
    "one less": ("LIMIT = 3\n", "", [], True),
}


def dumped(tree: ast.AST) -> str:
    return ast.dump(tree, include_attributes=True)


@pytest.mark.parametrize("edit", EDITS)
def test_what_was_edited_is_said(edit: str) -> None:
    old, new, functions, outside = EDITS[edit]
    module = parse(Source("net.py", BEFORE))
    kept = {id(node) for node in ast.walk(module.tree)}
    after = parse(Source("net.py", BEFORE.replace(old, new)))
    edited = graft(module, after)
    assert dumped(module.tree) == dumped(parse(Source("net.py", BEFORE.replace(old, new))).tree)
    assert sorted(one.name for one in edited.functions) == functions
    assert edited.outside == outside
    assert module.source is after.source
    assert sum(id(node) in kept for node in ast.walk(module.tree)) > len(kept) / 2


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_is_taken_back_and_made_again(edit: str) -> None:
    old, new, _, _ = EDITS[edit]
    before, after = Source("net.py", BEFORE), Source("net.py", BEFORE.replace(old, new))
    module = parse(before)
    kept = [id(node) for node in ast.walk(module.tree)]
    edited = graft(module, parse(after))
    for source in (before, after, before):
        edited.exchange_texts(module)
        assert module.source is source
        assert dumped(module.tree) == dumped(parse(source).tree)
    assert [id(node) for node in ast.walk(module.tree)] == kept


def _edits(text: str) -> list[str]:
    """A remark above each second statement, and each third one left out."""
    tree, lines, found = ast.parse(text), text.split("\n"), []
    statements = [one for one in ast.walk(tree) if isinstance(one, ast.stmt)]
    for one in statements[::7]:
        indent = " " * one.col_offset
        found.append("\n".join([*lines[: one.lineno - 1], indent + "# so", *lines[one.lineno - 1 :]]))
        found.append("\n".join([*lines[: one.lineno - 1], indent + "pass", *lines[one.end_lineno :]]))
    return found


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parents[2] / "fixtures" / "purity").glob("*.py"))[:12], ids=lambda path: path.stem
)
def test_the_tree_is_that_of_the_text(path: Path) -> None:
    module = parse(Source(str(path), path.read_text()))
    for text in _edits(path.read_text()):
        try:
            new = parse(Source(str(path), text))
        except NotParsed:
            continue
        expected = dumped(new.tree)
        graft(module, new)
        assert dumped(module.tree) == expected
        assert {one for one in module.parents if isinstance(one, ast.stmt)} == {
            one for one in ast.walk(module.tree) if isinstance(one, ast.stmt)
        }


def test_what_is_known_of_a_tree_goes_with_the_bodies_that_it_has() -> None:
    module = parse(Source("net.py", BEFORE))
    (step,) = (one for one in ast.walk(module.tree) if getattr(one, "name", "") == "step")
    edited = graft(module, parse(Source("net.py", BEFORE.replace("x * self.size", "x + self.size"))))
    for _ in range(3):  # as it is, as it was, as it is
        assert all(module.function_of(one) is step for one in ast.walk(step) if isinstance(one, ast.Return))
        edited.exchange(step)
