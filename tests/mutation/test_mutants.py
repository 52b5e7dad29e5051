"""The runner of mutants: what it changes, what it leaves alone, and how it cuts the fixtures."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.fixtures_on_jax.fixture import Fixture, parse_fixture
from tests.mutation.mutants import mutants
from tests.mutation.units import _Cut

TEXT = '''
class Pair:
    @property
    def size(self) -> "and":
        """It is "and"."""
        return self._size == 1

    @size.setter
    def size(self, size):
        assert size != 3
        self._size = size if size else 0


def fix(site):
    return Rewrite("safe", "max" if site else "min", [])
'''


def changes(text: str) -> list[tuple[str, int, str]]:
    return [(one.function, one.first, one.said) for one in mutants(text)]


def test_two_functions_of_one_name_are_told_apart() -> None:
    assert changes(TEXT)[:3] == [
        ("Pair.size", 3, "other comparison: self._size == 1"),
        ("Pair.size", 3, "one more: 1"),
        ("Pair.size", 8, "other arm: size if size else 0"),
    ]


def test_words_that_nobody_can_notice_are_left_alone() -> None:
    assert [said for function, _, said in changes(TEXT) if function == "fix"] == ["other word: 'safe'"]


def test_each_mutant_differs_in_one_place() -> None:
    whole = ast.unparse(ast.parse(TEXT)).splitlines()
    for mutant in mutants(TEXT):
        tree = mutant.tree()
        assert tree is not None
        lines = ast.unparse(tree).splitlines()
        assert sum(before != after for before, after in zip(whole, lines, strict=True)) == 1


def fixture(text: str) -> Fixture:
    return parse_fixture(Path("one.py"), text)


def test_a_unit_has_the_hazard_with_callers_and_callees() -> None:
    text = (
        "import jax\nK = 2\ndef helper(x):\n    return x\n"
        "def f(x):\n    return helper(x)[x > 0]  # hazard: JAX103 masked\n"
        "def other(x):\n    return K\ndef caller(x):\n    return f(x)\n"
        'if __name__ == "__main__":\n    other(1)\n    caller(2)\n'
    )
    (unit,) = _Cut(fixture(text)).texts()
    assert "def other" not in unit
    assert "other(1)" not in unit
    assert [word in unit for word in ("import jax", "K = 2", "def helper", "def caller", "    caller(2)")] == [True] * 5
