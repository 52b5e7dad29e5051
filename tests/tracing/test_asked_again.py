"""A name that is bound to a question about itself: the question is asked once."""

from tests.cli.command_line import jaxlint

TEXT = """\
import jax


@jax.jit
def f(x, wanted, others):
    wanted = bool(wanted and others)
    if wanted and others is not None:
        return x * 2
    return x
"""


def test_it_ends(tmp_path):
    (tmp_path / "a.py").write_text(TEXT)
    done = jaxlint("--no-cache", ".", cwd=tmp_path)
    assert done.stderr == ""
