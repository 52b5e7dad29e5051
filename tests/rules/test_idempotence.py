"""What was fixed stays fixed: a second run of the command over a golden changes nothing.

Two of each level: `test_fixtures.py` fixes each fixture twice, without the command.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parents[2] / "fixtures"
GOLDENS = [
    FIXTURES / f"{name}.py"
    for name in (
        "purity/in_place_mutation.safe",
        "shapes/boolean_mask_write.safe",
        "control_flow/branch_on_tracer.unsafe",
        "shapes/boolean_mask_read.unsafe",
    )
]


def fixed_again(path: Path, folder: Path) -> str:
    copy = folder / "golden.py"
    copy.write_text(path.read_text())
    flags = ["--fix"] if path.name.endswith(".safe.py") else ["--fix", "--unsafe-fixes"]
    subprocess.run(
        [sys.executable, "-m", "jaxlint", "check", "--select", "ALL", *flags, str(copy)],
        check=False,
        capture_output=True,
        cwd=FIXTURES.parent,
    )
    return copy.read_text()


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_second_run_changes_nothing(path: Path, tmp_path: Path) -> None:
    assert fixed_again(path, tmp_path) == path.read_text()


def test_the_check_can_fail(tmp_path: Path) -> None:
    original = FIXTURES / "shapes" / "boolean_mask_read.py"
    copy = tmp_path / "original.unsafe.py"
    copy.write_text(original.read_text())
    assert fixed_again(copy, tmp_path) != original.read_text()
