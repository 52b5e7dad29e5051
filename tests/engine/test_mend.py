"""Linting and fixing until nothing is left, and giving up without harm."""

from __future__ import annotations

import re

import pytest

from jaxlint.diagnostic import Diagnostic, Fix, Location
from jaxlint.engine.mend import Mended, mend
from jaxlint.text.edit import Edit
from jaxlint.text.source import Source
from jaxlint.text.span import Span


class Swap:
    """A linter of one rule: every word ``old`` becomes ``new``."""

    def __init__(self, code: str, old: str, new: str, safety: str = "safe", path: str | None = None) -> None:
        self.code = code
        self.old = old
        self.new = new
        self.safety = safety
        self.path = path

    def __call__(self, source: Source) -> list[Diagnostic]:
        if self.path not in (None, source.path):
            return []
        return [
            Diagnostic(
                self.code,
                "a-rule",
                "error",
                "m",
                Location(source.path, *source.position(found.start()), *source.position(found.end())),
                (),
                Fix(self.safety, "s", {source.path: [Edit(Span(*found.span()), self.new)]}),
            )
            for found in re.finditer(rf"\b{self.old}\b", source.text)
        ]


def run(texts: dict[str, str] | str, *rules: Swap, unsafe: bool = False) -> Mended:
    texts = {"x.py": texts} if isinstance(texts, str) else texts
    sources = {path: Source(path, text) for path, text in texts.items()}

    def lint(now: dict[str, Source]) -> list[Diagnostic]:
        return [item for rule in rules for source in now.values() for item in rule(source)]

    done = mend(sources, lint, unsafe)
    assert {path: source.text for path, source in sources.items()} == texts, "the input is left alone"
    return done


def texts(done: Mended) -> dict[str, str]:
    return {path: source.text for path, source in done.sources.items()}


def test_fixes_settle_over_several_passes() -> None:
    done = run("a = 1\nx = a\n", Swap("J1", "a", "b"), Swap("J2", "b", "c"))
    assert texts(done) == {"x.py": "c = 1\nx = c\n"}
    assert [item.code for item in done.fixed] == ["J1", "J1", "J2", "J2"]
    assert (done.problems, done.remaining) == ([], [])


def test_a_clean_file_is_linted_once() -> None:
    calls: list[int] = []
    done = mend({"x.py": Source("x.py", "a\n")}, lambda now: calls.append(1) or [], False)
    assert (texts(done), len(calls)) == ({"x.py": "a\n"}, 1)


def test_levels_are_respected_and_what_is_left_is_told() -> None:
    rules = [Swap("J1", "a", "b", "unsafe"), Swap("J2", "c", "d"), Swap("J3", "e", "f", "suggestion")]
    done = run("a + c + e\n", *rules)
    assert texts(done) == {"x.py": "a + d + e\n"}
    assert [item.code for item in done.remaining] == ["J1", "J3"]
    assert texts(run("a + c + e\n", *rules, unsafe=True)) == {"x.py": "b + d + e\n"}


def test_ping_pong_leaves_the_file_as_it_was_and_names_both() -> None:
    done = run({"x.py": "a\nc\n", "y.py": "c\n"}, Swap("J1", "a", "b"), Swap("J2", "b", "a"), Swap("J3", "c", "d"))
    assert texts(done) == {"x.py": "a\nc\n", "y.py": "d\n"}
    (problem,) = done.problems
    assert problem.path == "x.py"
    assert "J1, J2" in problem.message
    assert [item.code for item in done.fixed] == ["J3"]
    assert [item.code for item in done.remaining] == ["J1", "J3"]


@pytest.mark.parametrize("new", ["a + b", "a + " * 30 + "a", "a + b # " + "x" * 5000 + "\nb"])
def test_a_fix_that_feeds_itself_leaves_the_file_as_it_was(new: str) -> None:
    done = run("a\n", Swap("J1", "a", new))
    assert texts(done) == {"x.py": "a\n"}
    assert [problem.path for problem in done.problems] == ["x.py"]
    assert "J1" in done.problems[0].message
    assert (done.fixed, [item.code for item in done.remaining]) == ([], ["J1"])


def test_a_chain_of_ten_passes_is_still_made() -> None:
    rules = [Swap(f"J{number}", f"v{number}", f"v{number + 1}") for number in range(10)]
    assert texts(run("v0\n", *rules)) == {"x.py": "v10\n"}
    more = run("v0\n", *rules, Swap("J10", "v10", "v11"))
    assert texts(more) == {"x.py": "v0\n"}
    assert "J0, J1, J10, J2" in more.problems[0].message


def test_a_fix_that_breaks_the_file_is_left_out_once_and_named_once() -> None:
    done = run("a\nc\nb\n", Swap("BAD", "a", "("), Swap("J1", "b", "d"), Swap("J2", "d", "e"))
    assert texts(done) == {"x.py": "a\nc\ne\n"}
    assert [problem.message.count("BAD (a-rule)") for problem in done.problems] == [1]
    assert done.problems[0].line == 1
    assert [item.code for item in done.remaining] == ["BAD"]


class Pair:
    """One fix for two files."""

    def __call__(self, source: Source) -> list[Diagnostic]:
        if source.path != "x.py" or "a" not in source.text:
            return []
        edits = {path: [Edit(Span(0, 1), "b")] for path in ("x.py", "y.py")}
        return [Diagnostic("J1", "n", "error", "m", Location("x.py", 1, 1, 1, 2), (), Fix("safe", "s", edits))]


def test_files_that_share_a_fix_go_back_together() -> None:
    files = {"x.py": "a\n", "y.py": "a\n", "z.py": "q\n"}
    rules = [Pair(), Swap("J2", "b", "c", path="y.py"), Swap("J3", "c", "b", path="y.py"), Swap("J4", "q", "r")]
    done = run(files, *rules)  # type: ignore[arg-type]
    assert texts(done) == {"x.py": "a\n", "y.py": "a\n", "z.py": "r\n"}
    assert [problem.path for problem in done.problems] == ["x.py", "y.py"]
    assert texts(run(files, rules[0])) == {"x.py": "b\n", "y.py": "b\n", "z.py": "q\n"}  # type: ignore[arg-type]


def test_the_result_does_not_depend_on_the_order_of_the_rules() -> None:
    rules = [Swap("J1", "a", "b"), Swap("J2", "a", "c"), Swap("J3", "b", "d"), Swap("J4", "c", "d")]
    text = "a + a\nb = c\n"
    assert texts(run(text, *rules)) == texts(run(text, *rules[::-1])) == {"x.py": "d + d\nd = d\n"}


def test_mending_twice_changes_nothing() -> None:
    rules = [Swap("J1", "a", "b"), Swap("J2", "b", "c")]
    once = texts(run("a = b\n", *rules))
    assert texts(run(once, *rules)) == once


def test_one_pass_may_make_a_file_long_and_no_more_than_one():
    long = run("old\n" * 500, Swap("A", "old", "new" * 15))
    assert not long.problems
    assert len(long.sources["x.py"].text) > 4 * (len("old\n") * 500 + 1000)
    fed = run("old", Swap("A", "old", "old;" * 9 + "old"))
    assert "feed one another" in str(fed.problems[0])
