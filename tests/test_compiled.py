"""What mypyc compiles: it has to accept the modules, and leave out those with records."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOOKS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]
HOOK = HOOKS["mypyc"]
COMPILE = """
import sys
from mypyc.build import mypycify
mypycify(sys.argv[1:], opt_level="0", multi_file=True)
"""


def chosen() -> list[str]:
    paths = [path.relative_to(ROOT).as_posix() for folder in HOOK["include"] for path in (ROOT / folder).rglob("*.py")]
    return sorted(path for path in paths if not path.startswith(tuple(HOOK["exclude"])))


def test_modules_with_records_are_left_out() -> None:
    assert [path for path in chosen() if "from jaxlint.record import" in (ROOT / path).read_text()] == []


@pytest.mark.slow
def test_mypyc_accepts_the_others(tmp_path: Path) -> None:
    for folder in ("jaxlint", "pyproject.toml"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    done = subprocess.run([sys.executable, "-c", COMPILE, *chosen()], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
