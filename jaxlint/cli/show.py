"""``--show-files`` and ``--show-settings``: what a run would look at, and under which settings."""

from __future__ import annotations

import json
import sys

from jaxlint.cli.streams import emit, tell
from jaxlint.discovery.walk import discover
from jaxlint.report.paint import visible
from jaxlint.report.places import slashed
from jaxlint.settings.keys import KEYS
from jaxlint.settings.locate import common_directory
from jaxlint.settings.nearest import Nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.engine.request import Request
    from jaxlint.settings.load import Loaded


def show(request: Request, files: bool) -> int:
    """The exit status: 2 where a path, or a setting, can't be worked with."""
    nearest = Nearest(overrides=request.overrides)
    loaded = nearest.of(common_directory(request.paths))
    problems = list(loaded.problems)
    if files:
        found = discover(request.paths, nearest, request.force_exclude)
        problems += found.problems
        text = "".join(f"{visible(slashed(path))}\n" for path in found.files)
    else:
        text = settings_text(loaded)
    for warning in loaded.warnings:
        tell("warning", str(warning))
    for problem in problems:
        tell("error", str(problem))
    emit(text, sys.stdout)
    return 2 if problems else 0


def settings_text(loaded: Loaded) -> str:
    """As TOML; what nobody has set stands in a comment, with what holds instead."""
    settings = loaded.settings
    rows = [f"# from {visible(settings.path)}" if settings.path else "# no settings file"]
    rows.append(f"# patterns are relative to {visible(settings.root)}")
    for name, key in KEYS.items():
        if name == "extend":  # what that brings is shown with the rest
            continue
        value = getattr(settings, name.replace("-", "_"))
        is_set = value not in (None, (), False) and (name, value) != ("fail-on", "info")
        rows.append(f"{name} = {visible(_toml(value))}" if is_set else f"# {name}: {key.default}")
    return "\n".join(rows) + "\n"


def _toml(value: object) -> str:
    """Strings, lists of them, and pairs, which are tables."""
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(inner)}" for key, inner in value) + " }"
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
