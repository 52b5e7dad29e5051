"""Texts that a project has for a while leave its modules as they were, and come back as they were."""

from __future__ import annotations

import ast

import pytest

from jaxlint.project.memory import Memory
from jaxlint.text.source import Source

NEW = "def f(x):\n    y = x\n    return y\n"


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["edited", "replaced"])
def test_changes_are_taken_back_and_made_again(end: str) -> None:
    memory, text = Memory(), f"def f(x):{end}    return x{end}"
    before, after = Source("a.py", text), Source("a.py", NEW)
    module = memory.parsed(before, "a", False)
    changes = memory.begin()
    changed = memory.parsed(after, "a", False)
    edits = len(memory.edits)
    for _ in range(2):
        changes.exchange()
        assert memory.parsed(before, "a", False) is module
        assert (module.source, len(memory.edits)) == (before, 0)
        assert ast.dump(module.tree) == ast.dump(ast.parse(text))
        changes.exchange()
        assert memory.parsed(after, "a", False) is changed
        assert (changed.source, len(memory.edits)) == (after, edits)
        assert ast.dump(changed.tree) == ast.dump(ast.parse(NEW))


def test_what_is_read_afterwards_is_no_part_of_them() -> None:
    memory = Memory()
    changes = memory.begin()
    memory.parsed(Source("a.py", NEW), "a", False)
    changes.exchange()
    other = Source("b.py", NEW)
    module = memory.parsed(other, "b", False)
    for _ in range(2):
        changes.exchange()
        assert memory.parsed(other, "b", False) is module
