"""Hover and inlay hints: what the tracer knows of names, and why."""

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
    value, because, finding, fix = said(one.hover(top / "loss.py", 5, 7))
    assert value == "`y`: traced"
    link = f"[train.py:5]({uri(top / 'train.py')}#L5)"
    assert because.startswith(f"because `x` is an argument of `step`, traced by `jax.jit` ({link})")
    assert "passed as `x` to `loss`" in because
    assert finding.startswith("error JAX301 (branch-on-tracer): `if` needs a concrete bool")
    first, *others = fix.split("\n")
    assert first.startswith("- fix (unsafe): ")
    assert {one.partition(": ")[0] for one in others} == {"- or"}
    assert said(one.hover(top / "loss.py", 4, 4))[0] == "`y`: traced"  # where it is bound
    assert said(one.hover(top / "loss.py", 3, 20)) == ["`n`: static 3"]
    assert one.hover(top / "loss.py", 1, 0) is None


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
