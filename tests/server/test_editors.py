"""Real editors, headless, where they are installed: open, see the finding, hover, save, and the file is fixed.

``JAXLINT_TEST_NVIM`` and ``JAXLINT_TEST_EMACS`` name them where they are not on the path.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command_line import BAD, environment

HERE = Path(__file__).parent / "editors"
EDITORS = {
    "nvim": ["--headless", "-u", "NONE", "-i", "NONE", "-c", f"luafile {HERE / 'neovim.lua'}"],
    "emacs": ["-Q", "--batch", "-l", str(HERE / "eglot.el")],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITORS)
def test_in_a_real_editor(top, name):
    command = os.environ.get(f"JAXLINT_TEST_{name.upper()}") or shutil.which(name)
    if command is None:
        pytest.skip(f"{name} is not installed")
    (top / "a.py").write_text(BAD)
    env = {**environment(), "JAXLINT_PYTHON": sys.executable}
    done = subprocess.run([command, *EDITORS[name]], cwd=top, env=env, capture_output=True, text=True, timeout=120)
    assert "SHOWN 6 " in done.stdout, done.stderr
    assert "JAX501" in done.stdout
    assert "because `x` is an argument of `f`, traced by `jax.jit`" in done.stdout
    assert (top / "a.py").read_text() == BAD.replace('print("x is", x)', 'jax.debug.print("x is {}", x)')
