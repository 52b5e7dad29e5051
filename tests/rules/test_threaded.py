"""Fixes that reach through several modules: what they make of each program, as blessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures_on_jax.threaded import files, mended, programs


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_fixes_as_blessed(path: Path, request: pytest.FixtureRequest) -> None:
    text = "\n".join(f"==== {name}\n{mended(program)}" for name, program in programs(path).items())
    golden = path.with_suffix(".unsafe.txt")
    if request.config.getoption("--bless"):
        golden.write_text(text)
    assert text == golden.read_text()
