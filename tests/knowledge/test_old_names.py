"""The table of old names, held against the JAX that is installed; one falsified entry is noticed."""

from __future__ import annotations

import functools
import inspect
import json
import subprocess
import sys
from pathlib import Path

import jax
import pytest

from jaxlint.knowledge.history import Story, comes_with_jax, parameter_story
from jaxlint.knowledge.releases import known, release
from jaxlint.knowledge.tables import old_names
from jaxlint.tracing.api_names.names import may_have_story
from tests.knowledge.old_names import member

STORIES = {name: text for name, text in old_names("stories").items() if name.partition(".")[0] == "jax"}
PARAMETERS = old_names("parameters")
INSTALLED = release(jax.__version__)
OBSERVER = Path(__file__).with_name("old_names.py")

pytestmark = pytest.mark.skipif(
    known()[-1] < INSTALLED, reason="this JAX is newer than the table: run python -m tools.probe_deprecations"
)


def stories(table):
    return {name: Story(name, text.split("|")) for name, text in table.items()}


@functools.cache
def observed(names):
    command = [sys.executable, str(OBSERVER)]
    done = subprocess.run(command, input="\n".join(names), capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def asked(table):
    """Each name of the table, and each replacement."""
    told = stories(table)
    named = {*told, *(story.replacement for story in told.values() if story.replacement)}
    named |= {f"{one.replacement}:module" for one in told.values() if one.replacement}
    return tuple(sorted(named, key=lambda name: (not name.endswith(":module"), name)))  # a module warns once, too


def is_reached(version):
    return bool(version) and release(version) <= INSTALLED


def complaints(table):
    seen = observed(asked(table))
    found = []
    for name, story in stories(table).items():
        state, identity = seen[name]
        due = "gone" if is_reached(story.removed) else "warns" if is_reached(story.deprecated) else "live"
        if due == "live" and state == "gone":
            continue  # it came and went after this release
        if state not in (due, "unknown"):
            found.append(f"{name}: {state}, and should be {due}")
        if story.replacement and is_reached(story.since) and not is_reached(story.until):
            there = {seen[story.replacement][0], seen[story.replacement + ":module"][0]}
            if not there & {"live", "unknown"} and not STORIES.get(story.replacement):
                found.append(f"{name}: its replacement {story.replacement} is {there}")
            if story.same and state != "gone" and identity != seen[story.replacement][1]:
                found.append(f"{name}: {story.replacement} is another object")
    return found


def test_the_table_says_what_jax_does():
    assert complaints(STORIES) == []


def test_the_table_is_not_small():
    told = stories(STORIES).values()
    gone = [story for story in told if is_reached(story.removed)]
    assert len(gone) > 500
    assert sum(bool(story.replacement) for story in told) > 150


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("jax.jit", "0.4.0|0.6.0||||||"),  # not gone
        ("jax.vmap", "0.4.0|||||||"),  # no warning
        ("jax.tree_map", "0.4.26||jax.tree.map|0.4.25||f||"),  # more than deprecated
        ("jax.tree_map", "0.4.26|0.6.0|jax.tree.mop|0.4.25||f||"),  # no such replacement
        ("jax.experimental.pjit.pjit", "0.8.0||jax.vmap|0.4.13||s||"),  # not the same
    ],
)
def test_a_falsified_entry_is_noticed(name, row):
    assert len(complaints({**STORIES, name: row})) == 1


def test_the_index_has_every_name():
    def is_found(name):
        plain = name.removesuffix(":module")
        return may_have_story(plain.split(".")) or may_have_story(f"{plain}:".split("."))

    assert [name for name in STORIES if not is_found(name)] == []
    assert not may_have_story(["jax", "numpy", "sum"])
    assert not may_have_story(["jax", "config", "update"])  # only its import as a module has a story


def test_modules_that_come_with_jax():
    code = "import jax, sys; print(' '.join(m for m in sys.modules if m.startswith('jax.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    if INSTALLED in known():
        assert {*old_names("loaded")["jax"].split()} - {"jax"} <= {*done.stdout.split()}
    assert comes_with_jax("jax.numpy")
    assert not comes_with_jax("jax.extend.core")


def parameter_complaints(table):
    found = []
    for function, rows in table.items():
        try:
            known_here = inspect.signature(member(function)).parameters
        except (AttributeError, ValueError, ModuleNotFoundError):
            continue
        taken = {name for name, one in known_here.items() if one.kind.name in ("POSITIONAL_OR_KEYWORD", "KEYWORD_ONLY")}
        for row in rows.split():
            name, deprecated, removed, new, since = row.split("|")
            if is_reached(removed) == (name in taken):
                found.append(f"{function}({name}=)")
            if new and is_reached(since) and new not in taken:
                found.append(f"{function}({new}=), the new name of {name}, is not there")
            if (
                is_reached(deprecated)
                and not is_reached(removed)
                and "Deprecated" not in repr(known_here[name].default)
            ):
                found.append(f"{function}({name}=) is not deprecated")
    return found


def test_the_parameters_are_as_told():
    assert parameter_complaints(PARAMETERS) == []
    assert parameter_story("jax.numpy.clip", "a_min").replacement == "min"


@pytest.mark.parametrize("row", ["min||0.4.30||", "a_min||0.4.30|lowest|0.4.30", "max|0.4.30|||"])
def test_a_falsified_parameter_is_noticed(row):
    assert parameter_complaints({"jax.numpy.clip": row}) != []


@pytest.mark.parametrize("function", sorted(PARAMETERS))
def test_calls_with_removed_parameters_fail(function):
    """Not only the signature says so."""
    try:
        called = member(function)
    except (AttributeError, ModuleNotFoundError):
        pytest.skip("not in this JAX")
    for row in PARAMETERS[function].split():
        name, _, removed, _, _ = row.split("|")
        if is_reached(removed):
            with pytest.raises(TypeError):
                call(called, name)


def call(function, keyword):
    result = function(**{keyword: 0})
    if isinstance(result, functools.partial):  # a decorator that waits for what it decorates
        result(len)
