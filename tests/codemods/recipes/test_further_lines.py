"""Statements of several lines that move, or that get a line above: their further lines go with them."""

from __future__ import annotations

import textwrap

import pytest

from tests.codemods.recipes.mending import fixed

HEAD = "import logging\n\nimport jax\nimport jax.numpy as jnp\n\n\n@jax.jit\ndef f(x: jax.Array, n):\n"


def mended(body: str, unit: str) -> str:
    text = fixed(HEAD + textwrap.indent(textwrap.dedent(body), unit))
    return text.removeprefix(HEAD)


@pytest.mark.parametrize("unit", ["  ", "    "])
@pytest.mark.parametrize(
    ("body", "kept"),
    [
        (
            "while x.sum() < n:\n{u}x = jnp.where(\n{u}    x > 0,\n{u}{u}x * 2,\n{u}    x + 1,\n{u})\nreturn x\n",
            ["jnp.where(", "    x > 0,", "{u}x * 2,", "    x + 1,", ")"],
        ),
        (
            "last = x[-1, :]\nout = jnp.add(\n    last[last > 1][-1], 3\n)\nreturn out\n",
            ["out = jnp.add(", "    last[mask.size - 1 - jnp.argmax(mask[::-1])], 3", ")"],
        ),
        (
            "out = jnp.unique(\n    jnp.abs(x)\n,)  # why\nreturn out\n",
            ["out = jnp.unique(", "    jnp.abs(x), size=x.size", ",)  # why"],
        ),
    ],
)
def test_they_stay_where_they_are_beside_the_first(body: str, kept: list[str], unit: str) -> None:
    lines = mended(body.format(u=unit), unit).splitlines()
    wanted = [line.format(u=unit) for line in kept]
    first = next(number for number, line in enumerate(lines) if line.lstrip().endswith(wanted[0]))
    indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
    assert [line.removeprefix(indent) for line in lines[first + 1 : first + len(wanted)]] == wanted[1:]


def test_a_choice_on_lines_of_its_own() -> None:
    first = "x.sum() * 2.0 + jnp.linalg.norm(x) + jnp.linalg.det(x)"
    body = f"out = (\n    {first}\n    if n > 0\n    else jnp.linalg.norm(x)\n)\nreturn out\n"
    assert mended(body, "    ").startswith(
        f"    out = jnp.where(\n        n > 0,\n        {first},\n        jnp.linalg.norm(x),\n    )\n"
    )


def test_a_callback_too_long_for_a_line_is_laid_out() -> None:
    body = 'for i in range(2):\n    logging.info("The rates that were found for model %s: %s", i, x[:, i])\nreturn x\n'
    assert mended(body, "    ") == (
        "    for i in range(2):\n"
        "        jax.debug.callback(\n"
        "            lambda x, i=i: logging.info(\n"
        '                "The rates that were found for model %s: %s", i, x\n'
        "            ),\n"
        "            x[:, i],\n"
        "        )\n"
        "    return x\n"
    )
