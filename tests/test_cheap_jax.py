"""What makes JAX cheaper for tests leaves alone what was set, and what was not tried."""

from __future__ import annotations

import os

import pytest

from tests import cheap_jax

pytestmark = pytest.mark.slow


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
