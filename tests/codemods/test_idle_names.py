"""Local names that are read no more."""

import pytest

from jaxlint.codemods.idle.names import idle
from jaxlint.text.edit import apply_edits
from jaxlint.text.source import Source

HEAD = "import jax.numpy as jnp\nimport numpy as np\n\n\ndef f(x):\n"


def lines(*body):
    return HEAD + "".join(f"    {one}\n" for one in body)


@pytest.mark.parametrize(
    ("before", "after", "result"),
    [
        (["a = x + 1", "return a, np"], ["a = x + 1", "return x, np"], ["return x, np"]),
        (["a = np.empty(3)", "return a"], ["a = np.empty(3)", "a = jnp.exp(x)", "return x"], ["return x"]),
        (["a = x.size", "b = a + 1", "return b"], ["a = x.size", "b = a + 1", "return x"], ["return x"]),
        (["a = 1  # why", "return a"], ["a = 1  # why", "return x"], ["# why", "return x"]),
    ],
)
def test_what_goes(before, after, result):
    old, new = lines(*before), lines(*after)
    made = apply_edits(new, idle(Source("m.py", old), new))
    assert made.partition("def f")[2] == lines(*result).partition("def f")[2]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["a = 1", "return x"], ["a = 1", "return x + 1"]),  # it never was read
        (["a = g(x)", "return a"], ["a = g(x)", "return x"]),
        (["a = np.random.rand()", "return a"], ["a = np.random.rand()", "return x"]),
        (["a = x.pop()", "return a"], ["a = x.pop()", "return x"]),
        (["global a", "a = 1", "return a"], ["global a", "a = 1", "return x"]),
        (["a = 1", "a += 2", "return a"], ["a = 1", "a += 2", "return x"]),
        (["a, b = x", "return a, b"], ["a, b = x", "return b"]),
        (["a = 1", "return a"], ["a = 1", "return lambda: a"]),
        (["a = 1", "return a, locals()"], ["a = 1", "return x, locals()"]),
        (["if x: a = 1", "return a"], ["if x: a = 1", "return x"]),
        (["class A:", "    a = 1", "    b = a", "return A"], ["class A:", "    a = 1", "    b = 1", "return A"]),
        (
            ["try:", "    a = x[0]", "    x(a)", "except E: return 1"],
            ["try:", "    a = x[0]", "    x()", "except E: return 1"],
        ),
    ],
)
def test_what_stays(before, after):
    old, new = lines(*before), lines(*after)
    assert apply_edits(new, idle(Source("m.py", old), new)).partition("def f")[2] == new.partition("def f")[2]
