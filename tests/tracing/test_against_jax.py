"""The abstract tracer against JAX, on small programs: snippets/*.py.txt."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.tracing.running import reports
from jaxlint.tracing.values.value import Traced
from tests.tracing.snippet import HEAD, complaint, snippets

pytestmark = pytest.mark.slow

SNIPPETS = snippets(Path(__file__).parent / "snippets")


@pytest.mark.parametrize("text", [text for _, text in SNIPPETS], ids=[name for name, _ in SNIPPETS])
def test_agrees_with_jax(text: str) -> None:
    assert complaint(text) is None


def test_a_deaf_tracer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD + "jax.jit(lambda v: v if v[0] > 0 else -v)(x)\n"
    assert complaint(text) is None
    monkeypatch.setattr(reports, "happens", lambda *_: False)
    assert complaint(text) is not None
    assert complaint(text).startswith("missed")


def test_a_nervous_tracer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD + "jax.grad(lambda v: v[0] if v[0] else -v[0])(x)\n"
    assert complaint(text) is None
    abstract = property(lambda _: False, lambda *_: None)
    monkeypatch.setattr(Traced, "concrete", abstract)
    assert complaint(text) is not None
    assert complaint(text).startswith("false alarm")
