"""The rules' own fixes where they meet: nested, overlapping, touching, in one line, several files at once."""

from __future__ import annotations

from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlint.engine.lint import Linter
from jaxlint.engine.mend import mend
from jaxlint.engine.request import Request
from jaxlint.engine.select import Selection
from jaxlint.settings.model import Settings
from jaxlint.text.source import Source

HEAD = "import math\n\nimport jax\nimport jax.numpy as jnp\nimport numpy as np\n\n\n@jax.jit\ndef f(x, a):\n"
TAIL = "\n\ndef example():\n    return f(jnp.ones(4), jnp.ones(()))\n"
BODIES = [
    "return x[x > 0].sum() if x[x < 0].sum() > a else x[x > a].sum()",
    "return (a if a > 0 else -a) if not a > 1 else (a if 0 < a < 2 else a * 2)",
    "return x.at[x > 0].set(a if a > 0 else 1.0)",
    "return jnp.where(x > 0, x, 0.0).at[x > x[x > 0].sum()].add(len(x[x > a]))",
    "return np.sin(np.cos(np.abs(x)))",
    "return np.maximum(x.at[x > 0].set(0.0), x[x > 0].sum())",
    "return [x[x > 0].sum(), x[x > 1].sum(), x[x > 0].sum()+x[x > 1].sum()]",
    "y = x[x > 0].sum(); z = x[x > 1].sum(); return y+z",
    "if a > 0:\n        y = x[x > 0].sum()\n    else:\n        y = x[x < 0].sum()\n    return y",
    "if a > 0:\n        if a > 1:\n            x = x + 1\n        else:\n            x = -x\n    return x",
    "y = x[x > 0]\n    z = x[x > 0]\n    return y.sum() + (y * z).sum() + len(z)",
    "return (lambda q: q if q > 0 else -q)(x[x > 0].sum())",
    "return not (not (a > 0)) and 0 < a < 3 and not a == 1",
    "x[0] = x[x > 0].sum()\n    x[1] += a if a > 0 else 2.0\n    return x",
    "x[x > 0] = 1.0; x[x < 0] *= 2.0; x[0] = 3.0; return x",
]


def mended(texts: dict[str, str], unsafe: bool = True):
    settings = Settings("/nowhere")
    linter = Linter(settings, Selection(settings, Request(list(texts), select=("ALL",))))
    done = mend({path: Source(path, text) for path, text in texts.items()}, linter, unsafe)
    assert [str(problem) for problem in [*linter.problems, *done.problems]] == []
    return done


def made(text: str):
    names: dict = {}
    exec(compile(text, "case.py", "exec"), names)
    return names["f"]


@pytest.mark.parametrize("body", BODIES)
def test_fixes_that_meet_are_all_made_and_give_what_the_original_gave(body: str) -> None:
    text = f"{HEAD}    {body}\n{TAIL}"
    done = mended({"/nowhere/case.py": text})
    after = done.sources["/nowhere/case.py"].text
    assert done.remaining == [], after
    for a in (0.5, -1.0, 2.0):
        x = np.array([0.5, -1.0, 2.0, 0.0], np.float32)
        result = made(after)(jnp.array(x), jnp.float32(a))
        with jax.disable_jit():
            before = made(text)(x.copy() if "x[" in body and "] = " in body else jnp.array(x), jnp.float32(a))
        for one, other in zip(jax.tree.leaves(before), jax.tree.leaves(result), strict=True):
            np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=1e-5)


def test_files_that_import_one_another_are_mended_together(tmp_path: Path) -> None:
    part = "import jax.numpy as jnp\n\n\ndef total(x, a):\n    return x[x > 0].sum() if a > 0 else x[x < 0].sum()\n"
    main = f"import jax\nimport jax.numpy as jnp\nfrom part import total\n\n\n@jax.jit\ndef f(x, a):\n    {BODIES[0]}\n"
    use = "import jax.numpy as jnp\nfrom main import f\n\nf(jnp.ones(4), jnp.ones(()))\n"
    main = main.replace("return", "return total(x, a) +")
    texts = {str(tmp_path / name): text for name, text in (("part.py", part), ("main.py", main), ("use.py", use))}
    for path, text in texts.items():
        Path(path).write_text(text)
    done = mended(texts)
    assert done.remaining == []
    backwards = mended(dict(reversed(texts.items())))
    assert {path: source.text for path, source in done.sources.items()} == {
        path: source.text for path, source in backwards.sources.items()
    }
    assert "where=" in done.sources[str(tmp_path / "part.py")].text
    assert done.sources[str(tmp_path / "use.py")].text == use
