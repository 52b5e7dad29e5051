"""Events to diagnostics."""

import pytest

from jaxlint.engine.judge import judge
from jaxlint.engine.request import Request
from jaxlint.engine.select import Selection
from jaxlint.rules.rule import Hazard
from jaxlint.settings.model import Settings
from tests.engine.fakes import program, rename, rule


def judged(text, *rules, settings=None, traced=None):
    selection = Selection(settings or Settings("/"), Request(["."]), lambda: list(rules or (rule(),)))
    return judge(traced or program(text), selection)


def lines(verdict):
    return [diagnostic.location.line for diagnostic in verdict.diagnostics]


def test_a_diagnostic_says_what_where_and_why():
    (found,) = judged("import jax\nx = é(1); bad(\n  2)\n").diagnostics
    where = found.location
    assert (found.code, found.name, found.severity, found.message) == (
        "JAX201",
        "item-on-tracer",
        "error",
        "`bad` is bad",
    )
    assert (where.path, where.line, where.column, where.end_line, where.end_column) == ("f.py", 2, 11, 3, 5)
    assert [(step.message, step.location.line) for step in found.related] == [
        ("`f` is traced by jit", 1),
        ("argument `x`", 2),
    ]


def test_a_rule_hears_only_its_events():
    deaf = rule()
    deaf.events = ("truth-test",)
    assert not judged("bad(1)\n", deaf).diagnostics


def test_the_same_node_is_told_once():
    traced = program("bad(1)\n")
    traced.events *= 3
    assert lines(judged("", traced=traced)) == [1]


def test_the_marked_node_may_be_another():
    inner = rule(check=lambda event: Hazard("inner", event.node.args[0]))
    assert judged("bad(123)\n", inner).diagnostics[0].location.column == 5


@pytest.mark.parametrize(
    "text",
    [
        "bad(1)  # jaxlint: ignore[JAX201]\n",
        "y = [  # noqa: JAX201\n  1,\n  bad(\n  2)]\n",
        "y = [\n  1,\n  bad(  # noqa: JAX201\n  2)]\n",
        "y = [\n  1,\n  bad(\n  2)]  # noqa: JAX201\n",
        "if bad(1):  # noqa\n    pass\n",
        "# jaxlint: ignore-file[item-on-tracer]\nbad(1)\n",
    ],
)
def test_silenced(text):
    assert not judged(text).diagnostics


@pytest.mark.parametrize(
    "text", ["if bad(1):\n    pass  # noqa\n", "x = 1  # noqa\nbad(1)\n", "with a(  # noqa\n):\n    bad(1)\n"]
)
def test_not_silenced(text):
    assert len(judged(text).diagnostics) == 1


def test_a_directive_inside_a_marked_block_is_not_about_its_head():
    traced = program("if bad(1):\n    x = 1\n    y = 2  # noqa\n")
    whole = rule(check=lambda event: Hazard("all of it", event.module.tree.body[0]))
    assert lines(judged("", whole, traced=traced)) == [1]


def test_per_file_ignores():
    settings = Settings("/", per_file_ignores=(("tests/**", ("JAX2",)),))
    for path, count in (("/tests/f.py", 0), ("/src/f.py", 1)):
        assert len(judged("", settings=settings, traced=program("bad(1)\n", path)).diagnostics) == count


def test_a_rule_that_raises_costs_only_itself():
    def crash(event):
        raise ValueError("first\nsecond")

    verdict = judged("bad(1)\n", rule(), rule("JAX202", check=crash))
    assert [diagnostic.code for diagnostic in verdict.diagnostics] == ["JAX201"]
    assert [str(problem) for problem in verdict.problems] == [
        "f.py:1: internal error in JAX202 (ValueError: first second); please report it"
    ]


def test_a_fix_that_raises_leaves_the_finding():
    def crash(event, site):
        raise KeyError("x")

    verdict = judged("bad(1)\n", rule(fix=crash))
    assert verdict.diagnostics[0].fix is None
    assert "internal error in JAX201 (KeyError: 'x')" in str(verdict.problems[0])


def test_a_rewrite_becomes_a_fix():
    (found,) = judged("y = bad(1)\n", rule(fix=rename)).diagnostics
    assert (found.fix.applicability, found.fix.summary) == ("safe", "call `good`")
    assert list(found.fix.edits) == ["f.py"]


@pytest.mark.parametrize(("left_out", "made"), [((), 1), (("JAX201",), 0)])
def test_a_fix_that_is_left_out_is_not_made(left_out, made):
    asked = []
    one = rule(fix=lambda event, site: asked.append(event) or rename(event, site))
    (found,) = judged("bad(1)\n", one, settings=Settings("/", unfixable=left_out)).diagnostics
    assert (len(asked), found.fix is not None) == (made, bool(made))
