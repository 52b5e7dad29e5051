"""One hazard of each rule that reports errors, behind a question that nobody can answer.

A rule that speaks of it in one spelling and not in another follows no policy.
"""

from __future__ import annotations

from tests.spellings.phenomena import Phenomenon

TEXT = """
@jax.jit
def f(x, n):
    BODY
f(jnp.ones(3), 2)
"""
SAME = "def g(a):\n    return a"
WITHOUT_RULE = "@jax.custom_jvp\n" + SAME

# The code, the hazard as an expression of `x: f32[3]` and `n: i32[]`, what JAX raises, and what stands before.
HAZARDS = [
    ("JAX103", "x[x > 0]", "NonConcreteBooleanIndexError"),
    ("JAX105", "x[:n]", "IndexError"),
    ("JAX106", "jnp.zeros(n)", "TypeError"),
    ("JAX114", "jnp.sum([x, x])", "TypeError"),
    ("JAX115", "[(a, b) for a, b in [x]]", "ValueError"),
    ("JAX116", "jnp.zeros(3 / 2)", "TypeError"),
    ("JAX201", "n.item()", "ConcretizationTypeError"),
    ("JAX202", "float(n)", "ConcretizationTypeError"),
    ("JAX204", "np.sort(x)", "TracerArrayConversionError"),
    ("JAX205", "math.sqrt(n)", "ConcretizationTypeError", "import math"),
    ("JAX206", 'len(f"{n:.2f}")', "TypeError"),
    ("JAX207", "{n: 1}", "TypeError"),
    ("JAX211", "x.numpy()", "AttributeError"),
    ("JAX303", "(1 if n > 0 else 2)", "TracerBoolConversionError"),
    ("JAX306", "[i for i in range(n)]", "TracerIntegerConversionError"),
    ("JAX310", "(1 if np.ones(3) else 2)", "ValueError"),
    ("JAX602", "jax.jit(g, static_argnums=3)(x)", "ValueError", SAME),
    ("JAX603", 'jax.jit(g)("text")', "TypeError", "def g(a):\n    return 1"),
    ("JAX606", "lax.fori_loop(0, 3, lambda i, v: v.sum(), x)", "TypeError"),
    ("JAX610", "jax.vmap(jnp.add)(x, jnp.ones(4))", "ValueError"),
    ("JAX611", "jax.grad(lambda v: lax.while_loop(lambda c: c < 3, lambda c: c * 2, v))(x[0])", "ValueError"),
    ("JAX615", "jax.grad(lambda v: v * 2)(x)", "TypeError"),
    ("JAX616", "jax.vmap(x)(x)", "TypeError"),
    ("JAX617", 'jax.vmap(lambda v: "text")(x)', "TypeError"),
    ("JAX618", 'lax.psum(x, "rows")', "NameError"),
    ("JAX619", "jax.tree.map(jnp.add, (x, x), (x,))", "ValueError"),
    ("JAX620", "jax.grad(g)(x[0])", "AttributeError", WITHOUT_RULE),
    ("JAX803", "lax.add(x, n)", "TypeError"),
    ("JAX804", "jax.grad(lambda v: v * 2)(n)", "TypeError"),
    ("JAX805", "x & x", "TypeError"),
]


def hazard(code: str, expression: str, raises: str, before: str = "") -> Phenomenon:
    return Phenomenon(code, expression, before + TEXT, no="x", code=code, raises=raises)


ROWS = [hazard(*row) for row in HAZARDS]
