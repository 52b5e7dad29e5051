"""``jaxlint config``: what the settings are, and their JSON schema."""

from __future__ import annotations

import json
import sys
from textwrap import fill

from jaxlint.cli.streams import emit, tell
from jaxlint.settings.keys import KEYS, Key, schema


def config(name: str | None, with_schema: bool, output_format: str) -> int:
    """The exit status: 2 where there is no such setting."""
    if with_schema:
        emit(json.dumps(schema(), indent=2) + "\n", sys.stdout)
        return 0
    if name is not None and name not in KEYS:
        from difflib import get_close_matches

        near = get_close_matches(name, KEYS, 1, 0.5)
        tell("error", f"unknown setting `{name}`" + (f"; did you mean `{near[0]}`?" if near else ""))
        return 2
    chosen = KEYS if name is None else {name: KEYS[name]}
    if output_format == "json":
        pages = [_data(one, key) for one, key in chosen.items()]
        emit(json.dumps(pages if name is None else pages[0], indent=2) + "\n", sys.stdout)
    elif name is None:
        emit("".join(f"{one}\n" for one in chosen), sys.stdout)
    else:
        emit(_page(name, KEYS[name]), sys.stdout)
    return 0


def _data(name: str, key: Key) -> dict[str, str]:
    return {"name": name, "kind": key.kind, "default": key.default, "description": key.text, "example": key.example}


def _page(name: str, key: Key) -> str:
    rows = [
        name,
        "=" * len(name),
        fill(key.text, 80),
        "",
        f"Kind: {key.kind}",
        f"Default: {key.default}",
        "",
        "Example",
    ]
    return "\n".join([*rows, "  [tool.jaxlint]", f"  {key.example}"]) + "\n"
