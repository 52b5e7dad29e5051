"""Runs jaxlint and JAX on texts in a folder of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def folder(files: dict[str, str]) -> Iterator[Path]:
    """A project of these files, that is deleted in the end."""
    with tempfile.TemporaryDirectory() as made:
        path = Path(made).resolve()
        (path / ".git").mkdir()
        for name, text in files.items():
            (path / name).write_text(text, encoding="utf-8")
        yield path


def jaxlint(place: Path, *arguments: str) -> str:
    """What the command writes to standard output."""
    return _run(place, "-P", "-m", "jaxlint", "--no-cache", *arguments).stdout


def python(place: Path, *arguments: str) -> str:
    """What a program writes, and the error that ends it."""
    done = _run(place, *arguments)
    return done.stdout + done.stderr


def _run(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JAXLINT_", "JAX_"))}
    environment = {**kept, "PYTHONPATH": str(ROOT), "JAX_PLATFORMS": "cpu", "NO_COLOR": "1"}
    environment.pop("FORCE_COLOR", None)
    return subprocess.run(
        [sys.executable, *arguments], cwd=place, env=environment, capture_output=True, text=True, timeout=300
    )


def block(language: str, text: str) -> str:
    """A fenced block; the spaces at the ends of lines go, as editors take them away."""
    lines = "\n".join(line.rstrip() for line in text.strip("\n").splitlines())
    return f"```{language}\n{lines}\n```\n"
