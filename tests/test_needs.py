"""Where nothing may be skipped, what is skipped fails, and says for want of what."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import EDITORS, refuse_to_skip


def report(longrepr: Any, outcome: Any = "skipped", **others: object) -> pytest.TestReport:
    place = ("tests/test_x.py", 3, "test_x")
    made = pytest.TestReport("tests/test_x.py::test_x", place, {}, outcome, longrepr, "setup")
    vars(made).update(others)
    refuse_to_skip(made)
    return made


def skipped(reason: str) -> tuple[str, int, str]:
    return ("tests/test_x.py", 3, f"Skipped: {reason}")


@pytest.mark.parametrize("reason", ["needs flax", "could not import 'flax'", "vi is not installed"])
def test_a_skip_is_a_failure(reason: str) -> None:
    made = report(skipped(reason))
    assert made.failed
    assert made.longreprtext.endswith(f"tests/test_x.py::test_x is skipped, which --no-skips does not allow: {reason}")


def test_a_module_that_is_skipped_is_one() -> None:
    made = pytest.CollectReport("tests/test_x.py", "skipped", skipped("needs flax"), [])
    refuse_to_skip(made)
    assert made.failed


@pytest.mark.parametrize("name", [*EDITORS, "eglot"])
def test_editors_may_be_missing(name: str) -> None:
    assert report(skipped(f"{name} is not installed")).skipped


def test_what_is_known_to_fail_is_no_skip() -> None:
    assert report("reason", wasxfail="known").skipped
    assert report(None, "passed").passed
