"""Looks at the names that a line is about to read: sys.monitoring from Python 3.12 on, sys.settrace before."""

from __future__ import annotations

import ast
import os
import sys
from collections import defaultdict
from types import CodeType, FrameType
from typing import Any

from tools.reality.places import Place, Scope, places
from tools.reality.seen import context, describe, follow
from tools.reality.store import Store

_TRACED, _EAGER = 12, 3  # times that a line is looked at
_VISITS = 4_000  # times that a line that no trace comes by is run before it is left alone
_SKIPPED = ("site-packages", ".venv")


class Monitor:
    """Watches the functions of the files below ``root``."""

    def __init__(self, root: str, store: Store) -> None:
        self._root = os.path.join(os.path.realpath(root), "")
        self._store = store
        self._files: dict[str, dict[Scope, dict[int, list[Place]]] | None] = {}
        self._visits: dict[tuple[CodeType, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))

    def lines_of(self, code: CodeType) -> dict[int, list[Place]] | None:
        """What is read on which line of a function; None for code that is not watched."""
        scopes = self._files.get(code.co_filename, ...)
        if scopes is ...:
            scopes = self._files[code.co_filename] = self._index(code.co_filename)
        return None if scopes is None else scopes.get(Scope(code.co_name, code.co_firstlineno))

    def _index(self, filename: str) -> dict[Scope, dict[int, list[Place]]] | None:
        path = os.path.realpath(filename)
        inside = path.startswith(self._root) and not any(f"{os.sep}{name}{os.sep}" in path for name in _SKIPPED)
        if not inside or not os.path.isfile(path):
            return None
        found: dict[Scope, dict[int, list[Place]]] = defaultdict(lambda: defaultdict(list))
        with open(path, encoding="utf-8", errors="replace") as stream:
            for place, _ in places(ast.parse(stream.read())):
                if place not in found[place.scope][place.line]:
                    found[place.scope][place.line].append(place)
        return found

    def look(self, code: CodeType, line: int, frame: FrameType) -> bool:
        """Note what the names on a line are; False once this line need not be looked at again."""
        read = (self.lines_of(code) or {}).get(line)
        if not read:
            return False
        visits = self._visits[code, line]
        where = context()
        visits[where] += 1
        if visits[where] <= (_EAGER if where == "eager" else _TRACED):
            local = frame.f_locals
            path = os.path.realpath(code.co_filename)[len(self._root) :]
            for place in read:
                name, *attributes = place.text.split(".")
                if name in local:
                    value, known = follow(local[name], attributes)
                    if known:
                        self._store(path, place, where, describe(value))
        return visits["abstract"] <= _TRACED and sum(visits.values()) <= _VISITS


def start(monitor: Monitor) -> None:
    """From now on, in all threads that Python lets us see."""
    if hasattr(sys, "monitoring") and not os.environ.get("REALITY_SETTRACE"):
        _start_monitoring(monitor)
    else:
        _start_tracing(monitor)


def _start_monitoring(monitor: Monitor) -> None:
    events: Any = sys.monitoring  # type: ignore[attr-defined, unused-ignore]
    tool = events.PROFILER_ID

    def on_start(code: CodeType, _: int) -> object:
        if monitor.lines_of(code):
            events.set_local_events(tool, code, events.events.LINE)
        return events.DISABLE

    def on_line(code: CodeType, line: int) -> object:
        return None if monitor.look(code, line, sys._getframe(1)) else events.DISABLE

    events.use_tool_id(tool, "reality")
    events.register_callback(tool, events.events.PY_START, on_start)
    events.register_callback(tool, events.events.PY_RESUME, on_start)
    events.register_callback(tool, events.events.LINE, on_line)
    events.set_events(tool, events.events.PY_START | events.events.PY_RESUME)


def _start_tracing(monitor: Monitor) -> None:
    def on_call(frame: FrameType, event: str, _: object) -> object:
        return on_line if event == "call" and monitor.lines_of(frame.f_code) else None

    def on_line(frame: FrameType, event: str, _: object) -> object:
        if event == "line":
            monitor.look(frame.f_code, frame.f_lineno, frame)
        return on_line

    sys.settrace(on_call)  # type: ignore[arg-type]


def stop() -> None:
    """What was seen stays."""
    if hasattr(sys, "monitoring") and not os.environ.get("REALITY_SETTRACE"):
        events: Any = sys.monitoring  # type: ignore[attr-defined, unused-ignore]
        if events.get_tool(events.PROFILER_ID) == "reality":
            events.set_events(events.PROFILER_ID, 0)
            events.free_tool_id(events.PROFILER_ID)
    else:
        sys.settrace(None)
