"""Run under the monitor by test_reality.py, in a process of its own."""

import jax.numpy as jnp
import tiny


def test_number_for_tracer(monkeypatch):
    monkeypatch.setattr(tiny, "total", lambda x: 25)
    assert tiny.norm(jnp.array([3.0, 4.0])) == 5.0


def test_tracer_for_number(monkeypatch):
    monkeypatch.setattr(tiny, "width", lambda: jnp.sum(jnp.ones(2)))
    assert tiny.padded(jnp.ones(2)).shape == (2,)


def test_right():
    assert tiny.scaled(jnp.array(1.0)) == 2.0
    assert tiny.rows(jnp.ones((2, 3))).shape == (2,)
    assert tiny.slope(jnp.ones(2)).shape == (2,)
