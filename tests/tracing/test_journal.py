"""What the objects of modules hold, and which version of it calls are answered for."""

import pytest

from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.journal import Journal
from jaxlint.tracing.values.value import UNKNOWN, Const, Sequence


@pytest.fixture
def journal(monkeypatch):
    journal = Journal()
    monkeypatch.setattr(Heap, "told", journal.keep)
    return journal


@pytest.fixture
def stack(journal):
    """A list that a module's body made."""
    journal.begin_import()
    stack = Sequence("list", [])
    journal.end_import()
    return stack


def push(stack, value):
    Heap.write(stack)
    stack.items.append(value)


def pop(stack):
    Heap.write(stack)
    stack.items.pop()


def test_what_was_pushed_and_popped_leaves_the_version(journal, stack):
    imported = journal.version
    push(stack, UNKNOWN)
    first = journal.version
    push(stack, Const(2))
    second = journal.version
    assert len({imported, first, second}) == 3
    pop(stack)
    assert journal.version == first
    pop(stack)
    assert journal.version == imported


def test_each_entry_begins_with_what_was_imported(journal, stack):
    imported = journal.version
    push(stack, UNKNOWN)
    journal.restore()
    assert stack.items == []
    assert journal.version == imported


def test_only_objects_of_modules_are_told_of(journal, stack):
    imported, own = journal.version, Sequence("list", [])
    push(own, UNKNOWN)
    journal.read(own)
    assert (journal.version, journal.reads) == (imported, 0)
    journal.read(stack)
    assert journal.reads == 1
