"""Suggestions are never applied by jaxlint; followed by hand they do what they say."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest
from jax.experimental import checkify

from jaxlint.text.edit import apply_edits
from tests.codemods.recipes.mending import levels, lint, namespace

HEAD = "import jax\nimport jax.numpy as jnp\n\n\ndef f(x, k):\n"
TAIL = "\n\ndef example():\n    return jax.jit(f)(jnp.ones(3), 1)\n"


def followed(body: str, code: str) -> str:
    """The text after the one suggestion for a code."""
    text = HEAD + body + TAIL
    (found,) = [one for one in lint(text).diagnostics if one.code == code]
    assert found.fix is not None
    assert found.fix.applicability == "suggestion"
    (edits,) = found.fix.edits.values()
    return apply_edits(text, edits)


@pytest.mark.parametrize(
    ("check", "message"),
    [
        ('assert x.sum() > 0, "sum {}"', "sum {}"),
        ("assert x.sum() > 0", "x.sum() > 0"),
        ('assert x.sum() > 0, f"{x.sum()} of {k}: {{}}"', "-3.0 of 1: {}"),
        ("assert x.sum() > 0, 'it\\'s \"less\"'", 'it\'s "less"'),
    ],
)
def test_assert_is_checked_at_run_time(check: str, message: str) -> None:
    f = namespace(followed(f"    {check}\n    return x * 2\n", "JAX305"))["f"]
    checked = jax.jit(checkify.checkify(f))
    assert checked(jnp.ones(3), 1)[0].get() is None
    assert message in checked(-jnp.ones(3), 1)[0].get()


@pytest.mark.parametrize(
    ("check", "code"),
    [
        ("assert not (x.sum() < 0)", "JAX304"),
        ("assert 0 < x.sum() < 9", "JAX304"),
        ("assert bool(x.sum() > 0)", "JAX202"),
        ("if bool(x.sum() < 0):\n        raise ValueError('x')", "JAX202"),
        ("assert x.sum() > 0 and k > 0", "JAX305"),
        ("if not x.sum() > 0:\n        raise ValueError('x')", "JAX304"),
        ("if x.sum() < 0 or k < 0:\n        raise ValueError('x')", "JAX301"),
        ("if 0 > x.sum() > -9:\n        raise ValueError('x')", "JAX304"),
    ],
)
def test_operators_of_a_check_are_computed(check: str, code: str) -> None:
    f = namespace(followed(f"    {check}\n    return x * 2\n", code))["f"]
    checked = jax.jit(checkify.checkify(f))
    assert checked(jnp.ones(3), 1)[0].get() is None
    assert checked(-jnp.ones(3), 1)[0].get() is not None


def test_a_branch_that_raises_is_a_check() -> None:
    body = '    if x.sum() <= 0:\n        raise ValueError("not positive")\n    return x * 2\n'
    checked = jax.jit(checkify.checkify(namespace(followed(body, "JAX301"))["f"]))
    assert checked(jnp.ones(3), 1)[0].get() is None
    assert "not positive" in checked(-jnp.ones(3), 1)[0].get()


def test_a_message_made_elsewhere_has_no_suggestion() -> None:
    assert levels(HEAD + "    assert x.sum() > 0, str(k)\n    return x\n" + TAIL, "JAX305") == [None]


@pytest.mark.parametrize("field", ["w: jax.Array", "n: int"])
def test_a_module_of_equinox_is_not_made_static(field: str) -> None:
    given = {"w: jax.Array": "jnp.ones(3)", "n: int": "3"}[field]
    text = (
        "import equinox as eqx\nimport jax\nimport jax.numpy as jnp\n\n\n"
        f"class Net(eqx.Module):\n    {field}\n    act: callable\n\n\n"
        "@jax.jit\ndef f(net, x):\n    return net.act(x)\n\n\n"
        f"f(Net({given}, jax.nn.relu), jnp.ones(3))\n"
    )
    (found,) = [one for one in lint(text).diagnostics if one.code == "JAX603"]
    assert found.fix is not None
    assert found.fix.applicability == "unsafe"
    (edits,) = found.fix.edits.values()
    assert "@eqx.filter_jit\ndef f(net, x)" in apply_edits(text, edits)


LOOP = """\
import jax
import jax.numpy as jnp


class Run:
    def __init__(self):
        self.size, self.sizes = 1, {{"n": 1}}

    def grow(self):
        self.size += 1

    def of(self, v):
        return jnp.zeros(self.size) + v.sum()

    def all(self, x, conf):
        found = []
        for n in range(1, 40):
            {before}
            found.append({jit}(x))
        return found


found = Run().all(jnp.ones(3), {{"n": 1}})
"""


@pytest.mark.parametrize(
    ("before", "jit", "kept"),
    [
        ("y = n", "jax.jit(lambda v: v * 2)", True),
        ("conf = conf", "jax.jit(lambda v: v * self.size)", True),
        ("self.size = n", "jax.jit(lambda v: jnp.zeros(self.size) + v.sum())", False),
        ("self.size = n", "jax.jit(self.of)", False),
        ("self.grow()", "jax.jit(lambda v: jnp.zeros(self.size) + v.sum())", False),
        ("self.sizes['n'] = n", "jax.jit(lambda v: jnp.zeros(self.sizes['n']) + v.sum())", False),
        ("conf['n'] = n", "jax.jit(lambda v: jnp.zeros(conf['n']) + v.sum())", False),
        ("conf.update(n=n)", "jax.jit(lambda v: jnp.zeros(conf['n']) + v.sum())", False),
    ],
)
def test_a_jit_leaves_its_loop_where_nothing_that_it_reads_changes(before: str, jit: str, kept: bool) -> None:
    text = LOOP.format(before=before, jit=jit)
    (found,) = [one for one in lint(text).diagnostics if one.code == "JAX604"]
    assert (found.fix is not None) is kept
    if found.fix is not None:
        (edits,) = found.fix.edits.values()
        shapes = [[one.shape for one in namespace(each)["found"]] for each in (text, apply_edits(text, edits))]
        assert shapes[0] == shapes[1]
