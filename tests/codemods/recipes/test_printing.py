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
    'print(f"{y} {id(len)}", y, hash("y"), len("y"), 2**40)',
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
    'jax.debug.print(f"y = {y} of {{}}, {y[0]:.1f}", i)',
    'print(f"{y[0]:>10.3f}|{y[1]:<10.2e}|{y[2]:+.1%}|{i:{i}}")',
    'print("%d %s %5.2f%% %-8s| %+.1e %06.2f|%8s" % (i, y[0], y[0], y[0], y[1], y[2], y[0]))',
    'print("%r, %a" % (y, y))',
    'print("y: {:.3f}".format(y[0]), "n =", n)',
    'print("y: {0} {0:.2f} {b}".format(y[0], b=x))',
    'print("y: {0}".format(y), "x: {}".format(x))',
    'print("{a} {b!r}".format(a=y, b=i))',
    'print("{1} {0}".format(y, n))',
    'print("a" "b", y, sep=None)',
    "if i: print(y); i = 2",
    "for k in range(2): print(k, y)",
]
CALLBACKS = [
    "print(y, end='')",
    "print(y, x, sep='', end='!\\n')",
    "print(y, file=None)",
    'print("%d" % y[0])',
    'print("%d of %i" % (n, i))',
    'print("%*d" % (3, n))',
    'print("%(a)s" % {"a": y})',
    "print(*[y, n])",
    'print("{}".format(*tree), y)',
    "for k in range(3): print('step', k, y + k, end='.\\n')",
    "print(jnp.max(y), y.max(), y[0], y[k := 1], end='.')",
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
    assert " print(" not in mended
    assert shown(mended, jit=True) == shown(text, jit=False) != ""


@pytest.mark.parametrize("statement", CALLBACKS)
def test_what_debug_print_cannot_say_is_called_back(statement: str) -> None:
    text = HEAD + f"    {statement}\n    return y\n"
    assert levels(text, "JAX501") == ["unsafe"]
    mended = fixed(text)
    assert "jax.debug.callback(lambda " in " ".join(mended.split()).replace("( ", "(")
    parts = [sorted(shown(one, jit).split(".\n")) for one, jit in ((mended, True), (text, False))]
    assert parts[0] == parts[1] != [""]  # callbacks come in any order


@pytest.mark.parametrize(
    "statement",
    ["print(*tree)", 'print("-".join([str(y)]))', 'print([v * n for v in y], end="")', 'print(f"{y[0]:{n}}|")'],
)
def test_offers_nothing_where_the_text_is_unclear(statement: str) -> None:
    text = HEAD + f"    {statement}\n    return y\n"
    assert set(levels(text, "JAX501")) <= {None}
    assert fixed(text) == text


def test_the_rest_calls_back() -> None:
    text = HEAD + '    logging.error("y %s of %d", y, i)\n    return y\n'
    assert levels(text, "JAX501") == ["unsafe"]
    assert 'jax.debug.callback(lambda y: logging.error("y %s of %d", y, i), y)' in fixed(text)


def test_what_may_be_an_array_is_handed_over() -> None:
    told = "        logging.info('%s %s', w.a.ravel()[:2], w.b)\n"
    text = f"{HEAD}    w = fetch()\n    if x[0] > 0:\n{told}        i = 4\n    return i\n"
    assert "lambda ravel: logging.info('%s %s', ravel, w.b)" in " ".join(fixed(text).split())
