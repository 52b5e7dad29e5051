"""What a release of flax or optax dropped or refuses is reported where the project allows that release."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from jaxlint.engine.lint import Linter
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.engine.select import Selection
from jaxlint.settings.model import Settings
from jaxlint.text.source import Source

if TYPE_CHECKING:
    from pathlib import Path

    from jaxlint.diagnostic import Diagnostic

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
    assert [one.location.line for one in found(tmp_path, requirement, TEXT)] == lines


NAMES = """
import flax
import optax as ox
from flax import nn, optim
from optax.experimental import split_real_and_imaginary

weights = ox.additive_weight_decay(1e-4)
optimizer = flax.optim.Adam(1e-3)
split = split_real_and_imaginary(ox.sgd(0.1))


class Net(nn.Module):
    made = optim.Adam
"""
MENDED = NAMES.replace("additive_weight_decay", "add_decayed_weights").replace("optax.experimental", "optax.contrib")


@pytest.mark.parametrize(
    ("requirement", "lines"),
    [
        ("", [4, 4, 5, 7, 8]),
        ("flax>=0.3.5\noptax>=0.1", [4, 4, 5, 7, 8]),
        ("flax==0.5.3\noptax==0.2", [4, 5, 7]),
        ("flax==0.3.4\noptax<0.1.8", []),
    ],
)
def test_names_that_a_library_dropped(tmp_path: Path, requirement: str, lines: list[int]) -> None:
    assert [one.location.line for one in found(tmp_path, requirement, NAMES)] == lines


def test_names_that_live_on_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text(NAMES)
    assert "`flax.optim` was removed in flax 0.6.0: use optax" in [one.message for one in found(tmp_path, "", NAMES)]
    run(Request([str(path)], fix=True, write=True, select=("JAX701",)))
    assert path.read_text() == MENDED


def found(folder: Path, requirement: str, text: str) -> list[Diagnostic]:
    (folder / "requirements.txt").write_text(requirement + "\n")
    settings, path = Settings(str(folder)), str(folder / "net.py")
    told = Linter(settings, Selection(settings, Request([path])))({path: Source(path, text)})
    return [one for one in told if one.code == "JAX701"]
