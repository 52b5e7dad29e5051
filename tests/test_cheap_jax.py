"""What makes JAX cheaper for tests is still there in the JAX that is installed."""

from __future__ import annotations

import os
import sys

import jax
import pytest

from tests import cheap_jax

pytestmark = pytest.mark.slow


def test_programs_share_a_context() -> None:
    cheap_jax.after_test()
    jax.jit(lambda x: x + 1)(1)
    make = sys.modules["jax._src.interpreters.mlir"].make_ir_context
    assert make() is make()


def test_what_was_set_before_stays(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(os, "environ", {"JAX_PLATFORMS": "gpu"})
    cheap_jax.before_import(tmp_path)
    assert (os.environ["JAX_PLATFORMS"], os.environ["JAX_TRACEBACK_FILTERING"]) == ("gpu", "off")


@pytest.mark.parametrize(("release", "is_set"), [("0.10.2", True), ("0.11.0", False), ("", False)])
def test_flags_are_set_where_they_were_tried(monkeypatch: pytest.MonkeyPatch, tmp_path, release: str, is_set) -> None:
    monkeypatch.setattr(os, "environ", {})
    monkeypatch.setattr(cheap_jax, "_jaxlib", lambda: release)
    cheap_jax.before_import(tmp_path)
    assert ("XLA_FLAGS" in os.environ) is is_set
