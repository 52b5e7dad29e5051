"""Which fixes share a pass, and that the order they come in doesn't matter."""

import random
from itertools import pairwise

import pytest

from jaxlint.codemods.plan import gathered, plan
from jaxlint.codemods.verify import verify
from jaxlint.diagnostic import Diagnostic, Fix, Location
from jaxlint.text.edit import Edit
from jaxlint.text.source import Source
from jaxlint.text.span import Span


def finding(code: str, *edits: tuple[int, int, str], safety: str = "safe", path: str = "x.py") -> Diagnostic:
    made = [Edit(Span(start, end), text) for start, end, text in edits]
    return Diagnostic(code, "a-rule", "error", "m", Location(path, 1, 1, 1, 1), (), Fix(safety, "s", {path: made}))


def codes(chosen: list[Diagnostic]) -> list[str]:
    return [item.code for item in chosen]


@pytest.mark.parametrize(
    ("findings", "chosen"),
    [
        ([finding("A", (0, 2, "x")), finding("B", (1, 3, "y"))], ["A"]),
        ([finding("A", (0, 2, "x")), finding("B", (2, 3, "y"))], ["A"]),
        ([finding("A", (0, 2, "x")), finding("B", (3, 4, "y"))], ["A", "B"]),
        ([finding("B", (0, 5, "x")), finding("A", (1, 2, "y"))], ["B"]),
        ([finding("B", (0, 2, "x")), finding("A", (0, 2, "y"))], ["A"]),
        ([finding("A", (0, 2, "x")), finding("B", (0, 2, "x"))], ["A", "B"]),
        ([finding("A", (0, 2, "x"), (9, 10, "z")), finding("B", (4, 5, "y"), (8, 9, "z"))], ["A"]),
        ([finding("A", (0, 1, "x")), finding("B", (1, 1, "y")), finding("C", (1, 2, "z"))], ["A"]),
        ([finding("A", (2, 3, "x")), finding("B", (2, 3, "x"), path="w.py")], ["B", "A"]),
        ([finding("A")], []),
    ],
)
def test_no_two_edits_overlap_or_touch(findings: list[Diagnostic], chosen: list[str]) -> None:
    for _ in range(6):
        random.shuffle(findings)
        assert codes(plan(findings, False)) == chosen


def test_levels() -> None:
    findings = [
        finding("A", (0, 1, "x")),
        finding("B", (3, 4, "x"), safety="unsafe"),
        finding("C", (6, 7, "x"), safety="suggestion"),
        Diagnostic("D", "n", "error", "m", Location("x.py", 1, 1, 1, 1)),
    ]
    assert codes(plan(findings, False)) == ["A"]
    assert codes(plan(findings, True)) == ["A", "B"]


def test_imports_at_one_place_are_shared_and_merged() -> None:
    findings = [
        finding("A", (5, 5, "import jax\n"), (10, 11, "a")),
        finding("B", (5, 5, "import jax.numpy as jnp\nimport math\n"), (20, 21, "b")),
        finding("C", (5, 5, "import jax\n"), (30, 31, "c")),
    ]
    chosen = plan(findings, False)
    assert codes(chosen) == ["A", "B", "C"]
    assert gathered(chosen)["x.py"] == [
        Edit(Span(5, 5), "import jax\nimport jax.numpy as jnp\nimport math\n"),
        Edit(Span(10, 11), "a"),
        Edit(Span(20, 21), "b"),
        Edit(Span(30, 31), "c"),
    ]


def test_blank_lines_around_merged_imports_are_not_doubled() -> None:
    findings = [
        finding("A", (5, 5, "\r\nimport math\r\n\r\n"), (10, 11, "a")),
        finding("B", (5, 5, "\r\nimport jax\r\n\r\n"), (20, 21, "b")),
    ]
    assert gathered(findings)["x.py"][0] == Edit(Span(5, 5), "\r\nimport jax\r\nimport math\r\n\r\n")


@pytest.mark.parametrize("seed", range(20))
def test_the_plan_depends_on_the_set_of_findings_only(seed: int) -> None:
    dice = random.Random(seed)
    findings = []
    for number in range(60):
        start = dice.randrange(300)
        edits = [(start, start + dice.randrange(1, 6), dice.choice("xyz"))]
        if dice.random() < 0.3:
            edits.append((400, 400, dice.choice(["import a\n", "import b\n"])))
        if dice.random() < 0.2:
            edits.append((start + 20, start + 22, "w"))
        findings.append(finding(f"J{number % 7}", *edits))
    first = plan(findings, False)
    edits = gathered(first)["x.py"]
    for one, other in pairwise(edits):
        assert not one.span.touches(other.span)
    for _ in range(5):
        dice.shuffle(findings)
        assert gathered(plan(findings, False)) == gathered(first)


def test_five_thousand_fixes_are_one_pass() -> None:
    findings = [finding("A", (10 * number, 10 * number + 3, "x")) for number in range(5000)]
    assert len(plan(findings, False)) == 5000


def test_the_breaking_fix_is_left_out_and_named_and_no_other_is_lost() -> None:
    text = "a\n" * 20
    findings = [finding(f"J{number}", (2 * number, 2 * number + 1, "b")) for number in range(0, 20, 2)]
    for number in (3, 11):
        findings.append(finding("BAD", (2 * number, 2 * number + 1, "(")))
    outcome = verify({"x.py": Source("x.py", text)}, plan(findings, False))
    assert outcome.sources["x.py"].text == "".join("b\n" if number % 2 == 0 else "a\n" for number in range(20))
    assert codes(outcome.kept) == [f"J{number}" for number in range(0, 20, 2)]
    assert len(outcome.problems) == 2
    assert all("BAD (a-rule)" in problem.message for problem in outcome.problems)


def test_fixes_that_break_only_together() -> None:
    findings = [finding("A", (0, 1, "(")), finding("B", (4, 5, ")")), finding("C", (8, 9, "c"))]
    outcome = verify({"x.py": Source("x.py", "a + a + a\n")}, findings)
    assert outcome.sources["x.py"].text in ("( + ) + c\n", "a + a + c\n")
    assert compile(outcome.sources["x.py"].text, "x", "exec")


def test_the_encoding_and_the_mark_of_the_file_are_kept() -> None:
    source = Source("x.py", "a\n", "latin-1", True)
    made = verify({"x.py": source}, [finding("A", (0, 1, "b"))]).sources["x.py"]
    assert (made.text, made.encoding, made.bom) == ("b\n", "latin-1", True)
