"""What a fixed print shows at run time is what the print showed without jit."""

from __future__ import annotations

import contextlib
import io

import jax
import jax.numpy as jnp
import pytest

from tests.codemods.recipes.mending import fixed, levels, namespace

HEAD = """\
import logging
import jax
import jax.numpy as jnp

@jax.jit
def f(x, n):
    y = x * 2 + 1
    i = 3
    tree = {"a": y, "b": [y[0]]}
"""

PRINTS = [
    "print(y)",
    'print("y", y)',
    'print("y =", y, "and", x, sep=", ")',
    "print('say \"y\"', y)",
    "print('tab\\t\\\\ \\'quoted\\' \"twice\"', y)",
    'print("{y}", y, "{}")',
    'print("a {", y, sep="{}")',
    'print(f"y = {y}")',
    'print(f"y = {y} {{y}} {y + 1} {y}", y)',
    'print(f"{y!r} {y!s}")',
    'print(f"{y=}")',
    'print(f"{n=} {i} of {i:03d}", y)',
    'print(f"rank {y.ndim} shape {y.shape}", y.shape, y)',
    'print("y: {} {:>4}".format(y, i))',
    'print("{a} {b!r}".format(a=y, b=y))',
    'print("%s and %r" % (y, i))',
    'print("y = %s" % y)',
    'print("100%% of {" + str(y) + "}")'.replace("%%", "%"),
    'print("y", repr(y))',
    "print(tree, [y])",
    "print(y, end='\\n', flush=True)",
    "print(y.dtype, y, True, None, 1.5)",
    "print(str(y.shape), y)",
    'jax.debug.print(f"y = {y}")',
    'jax.debug.print(f"y = {y} of {i}", ordered=True)',
]


def shown(text: str, jit: bool) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.nullcontext() if jit else jax.disable_jit():
        namespace(text)["f"](jnp.arange(3.0), jnp.int32(2))
        jax.effects_barrier()
    return out.getvalue()


@pytest.mark.parametrize("statement", PRINTS)
def test_shows_the_same_at_run_time(statement: str) -> None:
    text = HEAD + f"    {statement}\n    return y\n"
    assert levels(text, "JAX501") == ["safe"]
    mended = fixed(text, unsafe=False)
    assert "    print(" not in mended
    assert shown(mended, jit=True) == shown(text, jit=False) != ""


@pytest.mark.parametrize(
    "statement",
    [
        "print(y, end='')",
        "print(y, file=None)",
        "print(*tree)",
        'print("{a} {b!r}".format(a=y, b=i))',
        'print("%*d" % (3, y[0]))',
        'print(f"{y:{i}}")',
        'print("-".join([str(y)]))',
        'print("{}".format(*tree), y)',
    ],
)
def test_offers_nothing_where_the_text_is_unclear(statement: str) -> None:
    text = HEAD + f"    {statement}\n    return y\n"
    assert set(levels(text, "JAX501")) <= {None}
    assert fixed(text) == text


def test_the_rest_calls_back() -> None:
    text = HEAD + '    logging.error("y %s of %d", y, i)\n    return y\n'
    assert levels(text, "JAX501") == ["unsafe"]
    assert 'jax.debug.callback(lambda y: logging.error("y %s of %d", y, i), y)' in fixed(text)
