"""Modules that nobody asked for, and that others import."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request

USER = """\
import jax
from lib import draw

@jax.jit
def both(key):
    return draw(key) + draw(key)
"""


def test_their_paths_are_shown_as_those_that_are_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lib.py").write_text("import jax\n\ndef draw(key):\n    return jax.random.normal(key)\n")
    (tmp_path / "user.py").write_text(USER)
    monkeypatch.chdir(tmp_path)
    (found,) = run(Request(["user.py"], select=("JAX402",))).diagnostics
    assert [one.location and one.location.path for one in found.related][-1] == "lib.py"
