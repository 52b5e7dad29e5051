"""Comments that silence what was found."""

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request

HEAD = "import jax\nimport jax.numpy as jnp\n\n\n@jax.jit\ndef f(x):\n"


def silenced(tmp_path, body, reason=""):
    from jaxlint.engine.add_ignore import add_ignores

    path = tmp_path / "a.py"
    path.write_bytes((HEAD + body).encode())
    outcome = run(Request([str(path)]))
    assert outcome.diagnostics
    made, count, problems = add_ignores(outcome.sources, outcome.diagnostics, reason)
    assert not problems
    assert count == len(outcome.diagnostics)
    (new,) = made.values()
    path.write_bytes(new.text.encode())
    again = run(Request([str(path)], extend_select=("JAX001", "JAX002")))
    assert again.diagnostics == []
    assert again.problems == []
    return new.text.removeprefix(HEAD)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("    return x.item()\n", "    return x.item()  # jaxlint: ignore[JAX201]\n"),
        ("    return x.item()", "    return x.item()  # jaxlint: ignore[JAX201]"),
        ("    return x.item()  # why\n", "    return x.item()  # why  # jaxlint: ignore[JAX201]\n"),
        (
            "    return float(x), x.item()  \n",
            "    return float(x), x.item()  # jaxlint: ignore[JAX201, JAX202]  \n",
        ),
        (
            "    return float(x), x.item()  # jaxlint: ignore[JAX202] -- so\n",
            "    return float(x), x.item()  # jaxlint: ignore[JAX202, JAX201] -- so\n",
        ),
        (
            "    if x > 0:\n        x.item()\n",
            "    if x > 0:  # jaxlint: ignore[JAX301]\n        x.item()  # jaxlint: ignore[JAX201]\n",
        ),
        (
            '    y = f"""{x.item()}\n    """\n    return x\n',
            '    # jaxlint: ignore[JAX201]\n    y = f"""{x.item()}\n    """\n    return x\n',
        ),
        (
            "    return 1 + \\\n        x.item() + \\\n        1\n",
            "    # jaxlint: ignore[JAX201]\n    return 1 + \\\n        x.item() + \\\n        1\n",
        ),
    ],
)  # fmt: skip
def test_where_the_comment_stands(tmp_path, body, expected):
    assert silenced(tmp_path, body) == expected


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_stay(tmp_path, end):
    body = f'    y = """{end}""" + str(x.item()){end}    return x{end}'
    text = silenced(tmp_path, body)
    assert text.count(end) == body.count(end) + (0 if "ignore[JAX201]" in text.split(end)[1] else 1)
    assert "\n" not in text.replace("\r\n", "").removeprefix(HEAD)


def test_the_reason(tmp_path):
    assert silenced(tmp_path, "    return x.item()\n", "shown once").endswith(
        "# jaxlint: ignore[JAX201] -- shown once\n"
    )
