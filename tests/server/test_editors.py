"""Real editors, headless, where they are installed: open, see the finding, hover, save, and the file is fixed."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command_line import BAD, environment
from tests.needs import EDITORS, editor, without

HERE = Path(__file__).parent / "editors"
ARGUMENTS = {
    "nvim": ["--headless", "-u", "NONE", "-i", "NONE", "-c", f"luafile {HERE / 'neovim.lua'}"],
    "emacs": ["-q", "--batch", "-l", str(HERE / "eglot.el")],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITORS)
def test_in_a_real_editor(top, name):
    (top / "a.py").write_text(BAD)
    env = {**environment(), "JAXLINT_PYTHON": sys.executable}
    done = subprocess.run(
        [editor(name), *ARGUMENTS[name]], cwd=top, env=env, capture_output=True, text=True, timeout=120
    )
    if done.stdout == without("eglot"):
        pytest.skip(done.stdout)
    assert "SHOWN 6 " in done.stdout, done.stderr
    assert "JAX501" in done.stdout
    assert "because `x` is an argument of `f`, traced by `jax.jit`" in done.stdout
    assert (top / "a.py").read_text() == BAD.replace('print("x is", x)', 'jax.debug.print("x is {}", x)')
