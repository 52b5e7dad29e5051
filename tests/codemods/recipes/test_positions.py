"""Hazards in every position of an expression: what comes out compiles, traces, and is not changed by a second run."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

from tests.codemods.recipes.mending import fixed, namespace

pytestmark = pytest.mark.slow

HEAD = """\
import math
import jax
import jax.numpy as jnp
import numpy as np

USED = jax, math, np

def same(*values, **named):
    return [*values, *named.values()][0]

"""
FUNCTION = """
@jax.jit
def f{number}(x: jax.Array, i: jax.Array):
    a, b = x.sum(), x.mean()
    {body}
"""
HAZARDS = [
    "max(a, b)",
    "max(a, 0.5)",
    "(a > 0 and b > 0)",
    "(a or 1.0)",
    "(not a > 0)",
    "(0 < a < 1)",
    "(a in (1.0, 2.0))",
    "float(a)",
    "int(a + b)",
    "bool(a - b)",
    "complex(a, b)",
    "(a * 2).item()",
    "math.exp(a)",
    "math.log(a + 5, 3)",
    "math.remainder(a, b + 9)",
    "np.sin(a)",
    "(1.0, 2.0)[i]",
    "float(max(math.exp(a), min(b, 1.0)) if 0 < a < 1 else (a or b))",
]
POSITIONS = [
    "return -X",
    "return ~(X != 1)",
    "return X ** 2",
    "return 2.0 ** X",
    "return -X ** 2",
    "return X * b - X / 3.0",
    "return 1.0 - X - b",
    "return (X).real",
    "return jnp.stack([a, b])[(X > 1) * 1]",
    "return [X, *[X]], (X,), {'k': X}",
    "return same(X, X)",
    "return same(*[X], k=X)",
    "return [X for _ in range(2)]",
    "return (lambda: X)()",
    "return (lambda v=X: v)()",
    "return (c := X) + c",
    "return X < 1",
    "return jnp.where(X != 1, a, b)",
    "return a if b is None else X",
    "c = d = X; return c, d",
    "c: jax.Array = X; return c",
    "c = b; c += X; return c",
    "c = X, \\\n        b\n    return c",
    "c = (X\n         + b)\n    return c",
    "if x.ndim: return X\n    return b",
    "for c in [X]: pass\n    return c",
    "def g(c=X): return c\n    return g()",
    "assert x.ndim, 'é'; return ('ü', X)[1]",
    "return ('a' 'b', X)[1]",
    "return X  # why",
    "return(X)",
    "match x.ndim:\n        case 1: return X\n        case _: return b",
]


@pytest.mark.parametrize("position", POSITIONS)
def test_all_hazards_in_one_position(position: str) -> None:
    glued = position.startswith("return(")  # libcst wants a blank there, but ahead of a parenthesis
    hazards = [hazard for hazard in HAZARDS if hazard.startswith("(") or not glued]
    bodies = [position.replace("X", hazard) for hazard in hazards]
    text = HEAD + "".join([FUNCTION.format(number=number, body=body) for number, body in enumerate(bodies)])
    mended = fixed(text)
    assert fixed(mended) == mended
    assert mended.count("#") == text.count("#")
    assert mended.count("import") == text.count("import")
    before, after = text.split("@jax.jit"), mended.split("@jax.jit")
    assert all(one != other for one, other in zip(before[1:], after[1:], strict=True))
    scope = namespace(mended)
    for number, body in enumerate(bodies):
        try:
            jax.eval_shape(scope[f"f{number}"], jnp.ones(2), jnp.int32(1))
        except TypeError as error:  # of -True and its like
            assert str(error).startswith(("neg does not", "sub does not", "lt does not")), (body, after[number + 1])  # noqa: PT017


NAMES = {
    "a parameter": """\
import jax
import jax.numpy as jnp
@jax.jit
def f(x: jax.Array, jnp=2.0):
    return max(x.sum(), 0.0) * jnp
""",
    "a local name": """\
import jax
import jax.numpy as jnp
@jax.jit
def f(x: jax.Array):
    jnp = 2.0
    return max(x.sum(), 0.0) * jnp
""",
    "of an outer function": """\
import jax
import jax.numpy as jnp
def g(jnp):
    @jax.jit
    def f(x: jax.Array):
        return max(x.sum(), 0.0) * jnp
    return f
f = g(2.0)
""",
    "jax itself": """\
from jax import jit, Array
@jit
def f(x: Array):
    jax = 2.0
    print(x)
    return max(x.sum(), 0.0) * jax
""",
    "a function called lax": """\
from jax import jit, Array
def lax(x): return x
@jit
def f(x: Array):
    return lax(x if x.sum() > 0 else x.T @ x)
""",
    "an import in the function": """\
import jax
@jax.jit
def f(x: jax.Array):
    import jax.numpy as np
    return max(np.sum(x), 0.0)
""",
    "another alias": """\
import jax
from jax import numpy as np
@jax.jit
def f(x: jax.Array):
    return max(np.sum(x), 0.0)
""",
    "two imports of one name": """\
import jax.numpy as np
import jax
import numpy as np
@jax.jit
def f(x: jax.Array):
    return np.sin(x)
""",
    "a guarded import": """\
try:
    import jax.numpy as jnp
    import jax
except ImportError:
    jnp = None
@jax.jit
def f(x: jax.Array):
    return max(jnp.sum(x), 0.0)
""",
    "a loop variable": """\
import jax
import jax.numpy as jnp
@jax.jit
def f(x: jax.Array):
    return [max(x.sum(), jnp) for jnp in range(2)]
""",
    "below the head of the file": """\
#!/usr/bin/env python
# -*- coding: utf-8 -*-
'''Doc.'''
from jax import jit, Array
@jit
def f(x: Array):
    return max(x.sum(), 0.0), print(x)
""",
    "below jax.scipy": """\
import math
from jax import jit, Array
@jit
def f(x: Array):
    return math.erf(x.sum())
""",
}


@pytest.mark.parametrize("case", NAMES)
def test_names_of_the_user_are_not_captured(case: str) -> None:
    text = NAMES[case]
    mended = fixed(text)
    assert mended != text
    if "import jax.numpy as jnp" in mended and "import jax.numpy as jnp" not in text:
        assert "jnp." in mended  # nothing is imported for nothing
    jax.block_until_ready(namespace(mended)["f"](jnp.eye(2)))
