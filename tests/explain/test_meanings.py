"""JAX's errors are known by what JAX says, and documented where we say so."""

import re

import pytest

from jaxlint.explain.meanings import MEANINGS, meaning

# Each ends in an error; the address is the one of its meaning.
STATEMENTS = {
    "jax.jit(lambda x: bool(x))(1)": "TracerBoolConversionError",
    "jax.jit(lambda x: [1, 2][x])(1)": "TracerIntegerConversionError",
    "jax.jit(lambda x: np.sin(x))(1.0)": "TracerArrayConversionError",
    "jax.jit(lambda x: x[x > 0])(jnp.ones(3))": "NonConcreteBooleanIndexError",
    "jax.jit(lambda x: float(x))(1.0)": "errors.ConcretizationTypeError",
    "jax.jit(jnp.zeros)(3)": "errors.ConcretizationTypeError",
    "jax.jit(lambda x, n: x, static_argnums=1)(1, [])": "jax.jit",
    "jax.jit(lambda x: x)('a')": "pytrees",
    "jnp.ones(3).__setitem__(0, 1)": "ndarray.at",
    "jax.lax.scan(lambda c, x: (c > 0, x), 0.5, jnp.ones(3))": "scan",
    "jax.lax.while_loop(lambda c: c < 3, lambda c: (c,), 0)": "scan",
    "jax.lax.cond(True, lambda: 1, lambda: 1.0)": "cond",
    "jax.lax.cond(True, lambda: 1, lambda: (1,))": "cond",
    "jax.lax.switch(0, [lambda: 1, lambda: 1.0])": "cond",
    "jax.grad(lambda x: x)(jnp.ones(3))": "grad",
    "jax.grad(lambda x: x)(3)": "grad",
    "jax.grad(lambda x: jax.lax.while_loop(lambda c: c < 3, lambda c: 2 * c, x))(1.0)": "while_loop",
    "jax.vmap(lambda x, y: x)(jnp.ones(3), jnp.ones(4))": "vmap",
    "jax.vmap(lambda x: x)(1.0)": "vmap",
    "jnp.ones(3) + jnp.ones(4)": "thinking_in_jax",
    "jnp.ones(3) @ jnp.ones(4)": "thinking_in_jax",
    "_donated()": "buffer_donation",
    "_leaked()": "UnexpectedTracerError",
    "_nan()": "flags",
    "_reused()": "KeyReuseError",
}


@pytest.mark.slow
@pytest.mark.parametrize("statement", STATEMENTS)
def test_what_jax_says_is_known(statement):
    import jax
    import jax.numpy as jnp
    import numpy as np

    def _donated():
        x = jnp.ones(3)
        jax.jit(lambda x: x + 1, donate_argnums=0)(x)
        return x + 1

    def _leaked():
        kept = []
        jax.jit(lambda x: kept.append(x))(1.0)
        return kept[0] + 1

    def _nan():
        with jax.debug_nans(True):
            return jnp.log(-1.0)

    def _reused():
        with jax.debug_key_reuse(True):
            key = jax.random.key(0)
            return jax.random.normal(key) + jax.random.normal(key)

    with pytest.raises(Exception) as caught:  # noqa: PT011  of any class: it is what is asked
        eval(statement, {**locals(), "jax": jax, "jnp": jnp, "np": np})
    found = meaning(caught.type.__name__, str(caught.value))
    assert found is not None, str(caught.value)
    assert STATEMENTS[statement] in found.address, str(caught.value)


@pytest.mark.parametrize("one", MEANINGS, ids=lambda one: one.pattern[:20])
def test_the_texts(one):
    re.compile(one.pattern)
    assert one.address.startswith("https://docs.jax.dev/")
    assert one.text.endswith(".")
    assert one.look.endswith(".")


@pytest.mark.parametrize("said", [("ValueError", "no"), ("KeyError", "'x'"), ("TypeError", "f() takes no arguments")])
def test_other_errors_are_not_known(said):
    assert meaning(*said) is None
