"""What a test needs that `.[dev]` does not bring: the libraries that its program imports."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

_IMPORTED_AS = {"dm-haiku": "haiku"}  # others are imported as they are called


def _optional() -> frozenset[str]:
    """The modules of the extra `libraries`."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    names = [re.split(r"[<>=\[ ]", line)[0] for line in project["optional-dependencies"]["libraries"]]
    return frozenset(_IMPORTED_AS.get(name, name) for name in names)


OPTIONAL = _optional()


def needs(program: str) -> tuple[pytest.MarkDecorator, ...]:
    """The mark of a test that runs a program, by what its text imports."""
    imported = re.findall(r"^\s*(?:import|from)\s+(\w+)", program, re.MULTILINE)
    libraries = sorted(OPTIONAL.intersection(imported))
    return (pytest.mark.library(*libraries),) if libraries else ()


def missing(item: pytest.Item) -> list[str]:
    """Of what a test is marked with, what is not installed."""
    named = [name for mark in item.iter_markers("library") for name in mark.args]
    return [name for name in named if importlib.util.find_spec(name) is None]
