"""The blessed results of the fixes: compared, or written anew by ``pytest --bless``."""

from __future__ import annotations

import difflib
from pathlib import Path

from tests.fixtures_on_jax.fixture import Fixture

BLESS = "pytest --bless writes it anew; read the change before you keep it"


def wanted_files(fixture: Fixture, texts: dict[str, str]) -> dict[Path, str | None]:
    """Golden file -> its text; None: there should be none, as this level changes nothing more."""
    safe, unsafe = texts["safe"], texts["unsafe"]
    return {
        fixture.golden("safe"): safe if safe != fixture.text else None,
        fixture.golden("unsafe"): unsafe if unsafe != safe else None,
        fixture.path.with_suffix(".suggested.diff"): texts.get("suggested") or None,
    }


def golden_complaints(wanted: dict[Path, str | None]) -> list[str]:
    complaints: list[str] = []
    for path, text in wanted.items():
        blessed = path.read_text() if path.exists() else None
        if blessed == text:
            continue
        before, after = (blessed or "").splitlines(), (text or "").splitlines()
        changes = "\n".join(difflib.unified_diff(before, after, "blessed", "now", lineterm="", n=1))
        complaints.append(f"{path.name} differs ({BLESS}):\n{changes}")
    return complaints


def bless(wanted: dict[Path, str | None]) -> None:
    for path, text in wanted.items():
        if text is None:
            path.unlink(missing_ok=True)
        else:
            path.write_text(text)
