"""What a test needs that `.[dev]` does not bring: libraries that its program imports, and editors.

Where something is missing the test is skipped. Under ``--no-skips``, which .ci/run says where all is installed, it
fails, so that nobody takes for tested what was not.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from jaxlint.tracing.functions import functions

_IMPORTED_AS = {"dm-haiku": "haiku"}  # others are imported as they are called


def _optional() -> frozenset[str]:
    """The modules of the extra `libraries`."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    names = [re.split(r"[<>=\[ ]", line)[0] for line in project["optional-dependencies"]["libraries"]]
    return frozenset(_IMPORTED_AS.get(name, name) for name in names)


OPTIONAL = _optional()
EDITORS = ("emacs", "nvim")  # no package index brings them: without one of these, even CI has nothing to run


# Replaces functions of the tracer, which compiled code calls without asking for them by name.
interpreted = pytest.mark.skipif(not (functions.__file__ or "").endswith(".py"), reason="the tracer is compiled")


def needs(program: str) -> tuple[pytest.MarkDecorator, ...]:
    """The mark of a test that runs a program, by what its text imports."""
    imported = re.findall(r"^\s*(?:import|from)\s+(\w+)", program, re.MULTILINE)
    libraries = sorted(OPTIONAL.intersection(imported))
    return (pytest.mark.library(*libraries),) if libraries else ()


def missing(item: pytest.Item) -> list[str]:
    """Of what a test is marked with, what is not installed."""
    named = [name for mark in item.iter_markers("library") for name in mark.args]
    return [name for name in named if importlib.util.find_spec(name) is None]


def editor(name: str) -> str:
    """Its path: ``JAXLINT_TEST_NVIM`` and ``JAXLINT_TEST_EMACS`` name them where they are not on the search path."""
    found = os.environ.get(f"JAXLINT_TEST_{name.upper()}") or shutil.which(name)
    return found or pytest.skip(without(name))


def without(name: str) -> str:
    return f"{name} is not installed"


def refuse_to_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """What was skipped has failed, unless it is for want of an editor, or of eglot, which is a part of newer ones.

    What is known to fail has not been skipped.
    """
    if not report.skipped or hasattr(report, "wasxfail") or not isinstance(report.longrepr, tuple):
        return
    reason = report.longrepr[2].removeprefix("Skipped: ")
    if reason not in map(without, (*EDITORS, "eglot")):
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} is skipped, which --no-skips does not allow: {reason}"
