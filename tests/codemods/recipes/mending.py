"""A text as the fixes leave it, and run."""

from __future__ import annotations

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Outcome, Request


def lint(text: str, fix: bool = False, unsafe: bool = False) -> Outcome:
    outcome = run(Request(["/nowhere/case.py"], select=("ALL",), fix=fix, unsafe=unsafe, stdin=text.encode()))
    assert not outcome.problems, outcome.problems
    return outcome


def fixed(text: str, unsafe: bool = True) -> str:
    (source,) = lint(text, fix=True, unsafe=unsafe).sources.values()
    return str(source.text)


def levels(text: str, code: str) -> list[str | None]:
    """How far the fix of each finding of a code goes."""
    found = [one for one in lint(text).diagnostics if one.code == code]
    return [None if one.fix is None else one.fix.applicability for one in found]


def namespace(text: str) -> dict:
    names: dict = {}
    exec(compile(text, "case.py", "exec"), names)
    return names
