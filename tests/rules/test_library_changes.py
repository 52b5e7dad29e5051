"""What a release of flax refuses is reported where the project allows that release."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from jaxlint.engine.lint import Linter
from jaxlint.engine.request import Request
from jaxlint.engine.select import Selection
from jaxlint.settings.model import Settings
from jaxlint.text.source import Source

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.layers = [nnx.Linear(2, 2, rngs=rngs)]


net = Net(nnx.Rngs(0))
nnx.Optimizer(net, optax.sgd(0.1))
"""


@pytest.mark.parametrize(
    ("requirement", "lines"),
    [("", [8, 12]), ("flax", [8, 12]), ("flax>=0.10", [8, 12]), ("flax==0.11.2", [12]), ("flax==0.10.7", [])],
)
def test_reported_where_the_release_is_allowed(tmp_path: Path, requirement: str, lines: list[int]) -> None:
    (tmp_path / "requirements.txt").write_text(requirement + "\n")
    settings, path = Settings(str(tmp_path)), str(tmp_path / "net.py")
    found = Linter(settings, Selection(settings, Request([path])))({path: Source(path, TEXT)})
    assert [one.location.line for one in found if one.code == "JAX701"] == lines
