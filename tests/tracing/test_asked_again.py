"""A name that is bound to a question about itself."""

from tests.cli.command_line import jaxlint

TEXT = """\
import jax


def f(x, wanted, others):
    wanted = bool(wanted and others)
    if wanted and others is not None:
        return x * 2
    return x


jax.jit(f, static_argnums=(1, 2))(1.0, True, ())
"""


def test_it_ends(tmp_path):
    (tmp_path / "a.py").write_text(TEXT.replace("(1.0, True, ())", "") + "\n\ndef main(a, b):\n    f(1.0, a, b)\n")
    done = jaxlint("--no-cache", ".", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
