"""Hover and inlay hints: what the tracer knows of names, and why."""

import re

from lsprotocol import types

from tests.cli.command_line import BAD, jaxlint
from tests.server.client import uri, wait

LOSS = """\
import jax.numpy as jnp


def loss(params, x, n):
    y = jnp.dot(x, params)
    if y.sum() > n:
        return y
    return y * n
"""
TRAIN = """\
import jax
from loss import loss


@jax.jit
def step(params, x):
    return loss(params, x, 3)
"""


def said(hover):
    return hover.contents.value.split("\n\n")


def test_a_name_says_why_it_is_traced(top, editor):
    (top / "loss.py").write_text(LOSS)
    (top / "train.py").write_text(TRAIN)
    one = editor()
    one.open(top / "loss.py")
    one.until(top / "loss.py", ["JAX301"])
    value, because, heading, fix = said(one.hover(top / "loss.py", 5, 7))
    assert value == "`y`: `traced`"
    link = f"[train.py:5]({uri(top / 'train.py')}#L5)"
    assert because.startswith(f"because `x` is an argument of `step`, traced by `jax.jit` ({link})")
    assert "passed as `x` to `loss`" in because
    assert re.fullmatch(r"\*\*\[JAX301\]\(https://.*\)\*\* branch-on-tracer", heading)
    first, *others = fix.split("\n")
    assert first.startswith("- fix (unsafe): ")
    assert {one.partition(": ")[0] for one in others} == {"- or"}
    assert said(one.hover(top / "loss.py", 4, 4))[0] == "`y`: `traced`"  # where it is bound
    assert said(one.hover(top / "loss.py", 3, 20)) == ["`n`: `static 3`"]
    assert one.hover(top / "loss.py", 1, 0) is None


def test_a_finding_says_why_where_the_name_does_not(top, editor):
    (top / "a.py").write_text(BAD)
    one = editor()
    one.open(top / "a.py")
    name, heading, because, ways = said(one.hover(top / "a.py", 5, 6))
    assert name == "`print`: `builtins.print`"
    assert heading.endswith("JAX501](https://docs.jax.dev/en/latest/debugging/print_breakpoint.html)** print-in-trace")
    assert because == f"because `x` is an argument of `f`, traced by `jax.jit` ([a.py:4]({uri(top / 'a.py')}#L4))"
    assert ways.startswith("- fix (safe): ")
    assert "runs once" not in ways
    one.change(top / "a.py", 2, BAD.replace("f(x)", "f(y, x)").replace('"x is"', "y"))
    one.diagnostics(top / "a.py", 2)
    assert one.hover(top / "a.py", 5, 13).contents.value.count("because") == 1  # not why `y` is traced, too


def test_one_reason_of_two_findings_is_told_once(top, editor):
    (top / "a.py").write_text(BAD.replace('print("x is", x)', "y = 1 if print(x) or x > 0 else 2"))
    one = editor()
    one.open(top / "a.py")
    parts = [part.partition(" ")[0] for part in said(one.hover(top / "a.py", 5, 13))]
    assert [part[:10] for part in parts] == ["`print`:", "**[JAX501]", "because", "-", "**[JAX303]", "-"]


def test_hover_after_a_run_of_the_command(top, editor):
    """What that run knew is read: the text is the same, and another object."""
    (top / "bad.py").write_text(BAD)
    jaxlint("bad.py", cwd=top)
    one = editor()
    one.open(top / "bad.py")
    one.until(top / "bad.py", ["JAX501", "JAX201"])
    assert said(one.hover(top / "bad.py", 5, 18))[0] == "`x`: `traced`"


def test_hover_in_plain_text(top, editor):
    (top / "a.py").write_text(BAD)
    one = editor(hovers=types.MarkupKind.PlainText)
    one.open(top / "a.py")
    _, heading, because, _ = said(one.hover(top / "a.py", 5, 6))
    assert heading == "JAX501 print-in-trace"
    assert because.endswith("`jax.jit` (a.py:4)")


def test_keys_are_keys(top, editor):
    text = "import jax\nkey = jax.random.PRNGKey(0)\nk, _ = jax.random.split(key)\nks = jax.random.split(key, 3)\n"
    (top / "a.py").write_text(text + "jax.jit(jax.random.normal)(k)\n")
    one = editor(settings={"inlayHints": True})
    one.open(top / "a.py")
    wait(lambda: one.hints(top / "a.py"))
    assert [it.label for it in one.hints(top / "a.py")] == [": key", ": key[3]", ": key"]  # and none behind _


def test_hover_knows_the_buffers(top, editor):
    (top / "loss.py").write_text(LOSS)
    (top / "train.py").write_text(TRAIN)
    one = editor()
    one.open(top / "loss.py")
    one.open(top / "train.py", TRAIN.replace("def step(params, x):", "def walk(params, x):"))
    assert "argument of `walk`" in said(one.hover(top / "loss.py", 5, 7))[1]
    one.change(top / "train.py", 2, TRAIN.replace("@jax.jit", "@jax.vmap"))
    assert "traced by `jax.vmap`" in said(one.hover(top / "loss.py", 5, 7))[1]
    one.change(top / "loss.py", 2, LOSS + "(")
    assert one.hover(top / "loss.py", 5, 7) is None


def test_hints_are_off_until_they_are_asked_for(top, editor):
    (top / "loss.py").write_text(LOSS)
    (top / "train.py").write_text(TRAIN)
    one = editor(settings={"inlayHints": False})
    one.open(top / "loss.py")
    assert not one.hints(top / "loss.py")
    one.configure({"inlayHints": True})
    wait(lambda: one.hints(top / "loss.py"))
    rows = LOSS.split("\n")
    found = [(rows[one.position.line][: one.position.character], one.label) for one in one.hints(top / "loss.py")]
    assert found == [
        ("def loss(params", ": traced"),
        ("def loss(params, x", ": traced"),
        ("def loss(params, x, n", ": static 3"),
        ("    y", ": traced"),
    ]
