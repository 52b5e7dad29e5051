"""A short run of each kind of trial, and that a fault would be told."""

import random

import pytest

from tools.fuzz import files, programs, trials
from tools.fuzz.__main__ import main
from tools.fuzz.trials import KINDS, Campaign

COUNTS = {"mutants": 60, "messages": 5, "traced": 5}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_fails(kind, capsys):
    status = main([kind, "--seed", "20261124", "--count", str(COUNTS.get(kind, 40)), "--seconds", "30"])
    assert status == 0, capsys.readouterr().out


def test_the_same_seed_gives_the_same_trials():
    def texts(seed):
        return [text for (_, text, _), _ in zip(programs.mutants(random.Random(seed), []), range(5), strict=False)]

    assert texts(1) == texts(1) != texts(2)


def test_damage_changes_bytes():
    text = b"some text of a file"
    assert sum(files.damaged(random.Random(seed), text) != text for seed in range(20)) > 15


@pytest.mark.parametrize(
    ("trial", "told"),
    [
        (lambda: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda: ["internal error in x"], "internal error in x"),
        (lambda: [str(sum(1 for _ in iter(int, 1)))], "does not end"),
        (lambda: list(range(sum(range(10_000_000)), 0)), "s of CPU"),
        (list, None),
    ],
)
def test_faults_are_told_and_kept(trial, told, monkeypatch, tmp_path):
    monkeypatch.setattr(trials, "_PATIENCE", 20)
    monkeypatch.setitem(KINDS, "made", lambda source, paths: iter([("it", b"text", trial)]))
    campaign = Campaign("made", 1, 1, 0.05, str(tmp_path), [])
    found = list(campaign.run())
    assert len(found) == (told is not None)
    assert told is None or told in found[0]
    assert [path.read_bytes() for path in tmp_path.iterdir()] == ([b"text"] if told else [])
