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


STEP = "import jax\ndef step(x):\n    if x > 0:\n        return x\n    return -x"
HARMLESS = "from jax.numpy import float32\n1 + 1"


def test_the_magic_reports_all_cells_again_and_those_before_the_extension(shell):
    *_, first, again = run(shell, STEP, "fast = jax.jit(step)", "%load_ext jaxlint", "%jaxlint", "%jaxlint")
    assert "session.ipynb:cell 1:3:8: error JAX301" in first
    assert again == first


def test_the_magic_says_that_there_is_nothing(shell):
    *_, told = run(shell, HARMLESS, "%load_ext jaxlint", "%jaxlint")
    assert told == "jaxlint: no findings in the cells run so far\n"


def test_nothing_is_left_after_the_end(shell):
    before = {name: list(found) for name, found in shell.events.callbacks.items()}
    run(shell, "%load_ext jaxlint", "%unload_ext jaxlint")
    assert shell.find_line_magic("jaxlint") is None
    assert {name: list(found) for name, found in shell.events.callbacks.items()} == before
    run(shell, "%load_ext jaxlint")
    assert shell.find_line_magic("jaxlint") is not None


@pytest.mark.parametrize("is_kernel", [False, True])
def test_an_error_of_jax_is_explained_where_it_was_raised(shell, monkeypatch, is_kernel):
    if is_kernel:
        name = "/tmp/ipykernel_7/{0}.py".format
        monkeypatch.setattr(shell.compile, "get_code_name", lambda raw, transformed, number: name(number))
    *_, told = run(shell, "%load_ext jaxlint", STEP, "fast = jax.jit(step)", "%time fast(jax.numpy.float32(1))")
    assert told == (
        "jaxlint reports this error: JAX301 at session.ipynb:cell 2:3:8; `%jaxlint` shows it again. "
        "Learn more: jaxlint rule JAX301\n"
    )


def test_a_finding_that_was_not_reported_is_told_with_the_error(shell, tmp_path):
    (tmp_path / "jaxlint.toml").write_text('ignore = ["JAX301"]\n')
    *_, told = run(shell, "%load_ext jaxlint", STEP, "jax.jit(step)(1.0)")
    assert told.startswith("jaxlint reports this error:\nsession.ipynb:cell 2:3:8: error JAX301")
    assert "cell 3:1" in told
    assert told.endswith("Learn more: jaxlint rule JAX301\n")


def test_an_error_in_a_file_of_the_user_is_explained(shell, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "steps_of_mine.py").write_text(f"import jax\n\n\n{STEP.partition(chr(10))[2]}\n")
    cells = "import jax\nfrom steps_of_mine import step", "jax.jit(step)(1.0)"
    *_, told = run(shell, "%load_ext jaxlint", *cells)
    assert "steps_of_mine.py:5:8: error JAX301" in told


def test_an_error_that_no_rule_finds_has_its_meaning(shell):
    multiply = (
        "try:\n    jax.numpy.ones(3) @ jax.numpy.ones(4)\nexcept TypeError as error:\n    raise KeyError from error"
    )
    *_, told = run(shell, "%load_ext jaxlint", "import jax", multiply)
    assert told.startswith("jaxlint: The shapes do not fit together.")
    assert "\nWhat to check: The shapes on this line" in told
    assert "\nSee https://docs.jax.dev/" in told


def test_an_error_in_the_cell_that_loads_the_extension(shell):
    (told,) = run(shell, "%load_ext jaxlint\nimport jax\njax.numpy.ones(3) @ jax.numpy.ones(4)")
    assert told.startswith("jaxlint: The shapes do not fit together.")


def test_errors_of_others_are_left_alone(shell):
    ring = "error = ValueError()\nerror.__cause__ = error\nraise error"
    told = run(shell, "%load_ext jaxlint\n1 / 0", "1 / 0", "x = (", ring)
    assert told == [""] * 4
