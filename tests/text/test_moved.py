"""Rounds of edits, and where offsets go."""

import random
from itertools import pairwise

import pytest

from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.moved import Moved, composed
from jaxlint.text.span import Span


def some_edits(text, rng):
    places = sorted(rng.sample(range(len(text) + 1), rng.randrange(2, 9) // 2 * 2))
    pairs = zip(places[::2], places[1::2], strict=True)
    return [Edit(Span(low, rng.choice([low, high])), rng.choice(["", "<>", "-some-"])) for low, high in pairs]


@pytest.mark.parametrize("seed", range(200))
def test_two_rounds_as_one(seed):
    rng = random.Random(seed)
    text = "abcdefghijklmnopqrst"
    first = some_edits(text, rng)
    between = apply_edits(text, first)
    then = some_edits(between, rng)
    once = composed(text, first, then)
    assert apply_edits(text, once) == apply_edits(between, then)
    spans = sorted(edit.span for edit in once)
    assert all(left.end < right.start for left, right in pairwise(spans))


@pytest.mark.parametrize("seed", range(50))
def test_where_characters_go(seed):
    rng = random.Random(seed)
    text = "abcdefghijklmnopqrst"
    edits = some_edits(text, rng)
    after, moved = apply_edits(text, edits), Moved(edits)
    kept = [at for at in range(len(text)) if moved.after(at) is not None]
    assert all(text[at] == after[moved.after(at)] and not moved.writes(moved.after(at)) for at in kept)
    assert len(kept) + sum(edit.span.end - edit.span.start for edit in edits) == len(text)
    assert sum(map(moved.writes, range(len(after)))) == sum(len(edit.replacement) for edit in edits)
