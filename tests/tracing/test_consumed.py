"""What was consumed on two paths is what was consumed on either, whatever they have in common."""

from __future__ import annotations

import random

import pytest

from jaxlint.tracing.keys.consumed import NOTHING, Consumed

KEYS = range(40)  # more than one path copies


def held(consumed: Consumed) -> dict[int, tuple[object, ...]]:
    return {key: consumed.of(key) for key in KEYS if consumed.of(key)}


@pytest.mark.parametrize("seed", range(40))
def test_paths_that_part_and_meet(seed: int) -> None:
    chance, known = random.Random(seed), [NOTHING]
    for number in range(80):
        one, other = chance.choice(known[-6:]), chance.choice(known[-6:])
        if chance.random() < 0.6:
            known.append(one.having(chance.choice(KEYS), number))  # type: ignore[arg-type]
            continue
        both = one.merged(other)
        expected = held(one)
        for key, uses in held(other).items():
            before = expected.get(key, ())
            expected[key] = (*before, *(use for use in uses if use not in before))[:4]
        assert held(both) == expected
        assert set(both.since(one)) == {key for key in KEYS if both.of(key) != one.of(key)}
        known.append(both)
