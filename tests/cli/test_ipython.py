"""``%load_ext jaxlint`` in a real IPython shell."""

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output


@pytest.fixture
def shell(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


def run(shell, *cells):
    """What each cell writes to standard error."""
    told = []
    for cell in cells:
        with capture_output() as captured:
            shell.run_cell(cell, store_history=True)
        told.append(captured.stderr)
    return told


def test_a_cell_is_checked_before_it_runs(shell):
    first, second, third, fourth = run(
        shell,
        "%load_ext jaxlint",
        "import jax\ndef step(x):\n    if x > 0:\n        return x\n    return -x",
        "fast = jax.jit(step)",
        "1 + 1",
    )
    assert (first, second, fourth) == ("", "", "")
    assert "session.ipynb:cell 2:3:8: error JAX301" in third  # jit stands in the third, what fails in the second
    assert "cell 3:1" in third


def test_nothing_is_told_after_the_end(shell):
    bad = "@jax.jit\ndef f(x):\n    return float(x)"
    *_, last = run(shell, "%load_ext jaxlint", "import jax", "%unload_ext jaxlint", bad)
    assert last == ""


def test_what_goes_wrong_is_told_and_the_cell_runs(shell, monkeypatch):
    run(shell, "%load_ext jaxlint")
    monkeypatch.setattr("jaxlint.cli.ipython.run", lambda request: 1 / 0)
    (told,) = run(shell, "x = 3")
    assert told == "jaxlint: ZeroDivisionError: division by zero\n"
    assert shell.user_ns["x"] == 3
