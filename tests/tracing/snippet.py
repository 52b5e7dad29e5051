"""Small programs, judged by JAX: what it refuses is reported on a line of the traceback, what it runs is silent."""

from __future__ import annotations

import ast
import contextlib
import io
import traceback
from pathlib import Path

from jaxlint.diagnostic import Severity
from jaxlint.project.project import Project
from jaxlint.rules.registry import all_rules
from jaxlint.text.source import Source
from jaxlint.tracing.events.effects import TracerKept
from jaxlint.tracing.events.event import Event
from jaxlint.tracing.program import trace

HEAD = """import jax, jax.numpy as jnp, numpy as np, math, functools
from jax import lax, random
from functools import partial
x = jnp.arange(4.)
"""
# What JAX runs all the same.
WARNINGS = {kind for rule in all_rules() if rule.severity != Severity.ERROR for kind in rule.events}
WARNINGS -= {kind for rule in all_rules() if rule.severity == Severity.ERROR for kind in rule.events}
OF_NAMES = {"name-used", "parameter-used", "private-name", "legacy-key"}  # which the installed JAX may still have


def snippets(folder: Path) -> list[tuple[str, str]]:
    """(file's name and number, program) of all ``*.py.txt``, in which ``#---`` stands between programs."""
    found = []
    for path in sorted(folder.glob("*.py.txt")):
        for number, text in enumerate(path.read_text().split("#---\n")):
            if text.strip():
                found.append((f"{path.name.partition('.')[0]}-{number}", HEAD + text))
    return found


def refused_lines(text: str) -> list[int] | None:
    """Lines of the program in the traceback, and the rest of the statement's try; None where it runs."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, "snippet.py", "exec", dont_inherit=True), {"__name__": "__main__"})
    except Exception as error:
        return [
            frame.lineno or 0 for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "snippet.py"
        ]
    return None


def errors(text: str) -> list[Event]:
    project = Project()
    project.add(Source("snippet.py", text))
    found = [event for event in trace(project).events if event.kind not in WARNINGS | OF_NAMES]
    return [event for event in found if not isinstance(event, TracerKept) or event.fate.used]


def refused(event: Event) -> list[ast.AST]:
    """Where JAX raises: a tracer that is kept is refused where it is used."""
    return (
        [use.node for use in event.fate.used if use.node is not None] if isinstance(event, TracerKept) else [event.node]
    )


def complaint(text: str) -> str | None:
    """What the tracer got wrong, if anything."""
    lines, events = refused_lines(text), errors(text)
    if lines is None:
        return f"false alarm: {[(event.kind, event.node.lineno) for event in events]}" if events else None
    for node in (node for event in events for node in refused(event)):
        first, last = node.lineno, node.end_lineno
        if any(first - 1 <= line <= last + 1 for line in lines):  # a traceback may name an except or case line
            return None
    return f"missed: JAX refuses lines {lines}, found {[(event.kind, event.node.lineno) for event in events]}"
