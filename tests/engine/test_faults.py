"""Whatever goes wrong inside jaxlint over one file costs what it was at, and is told; all else stays."""

import _ast
import os

import pytest

import jaxlint.cli.baseline as baselines
import jaxlint.codemods.place as placing
import jaxlint.codemods.verify as verifying
import jaxlint.discovery.read as reading
import jaxlint.engine.judge as judging
import jaxlint.engine.pipeline as pipeline
import jaxlint.engine.units as units
import jaxlint.engine.write as writing
import jaxlint.report.excerpt as excerpts
import jaxlint.report.machine.sarif as sarif
import jaxlint.settings.load as loading
import jaxlint.tracing.api_names.old_names as old_names
import jaxlint.tracing.starts.roots as roots
from jaxlint.cli.main import run as command
from jaxlint.engine.request import Request
from jaxlint.report.formats import rendered
from jaxlint.report.text import render as text_report
from jaxlint.report.view import View
from jaxlint.rules.registry import all_rules
from jaxlint.tracing.running.evaluate import EVALUATORS
from jaxlint.tracing.running.execute import EXECUTORS

MAIN = """\
import jax
from helper import loss
from jax.experimental import maps


@jax.jit
def step(x):
    print("step", x)
    return loss(x)
"""
HELPER = """\
def loss(x):
    if x.sum() > 0:
        x = x + 1
    return x
"""
BROKEN = """\
import jax
from jax.experimental import maps


@jax.jit
def first(x):
    print("first", x)
    return float(x)


@jax.jit
def second(x):
    print("second", boom := x)
    return boom
"""
FILES = {"main.py": MAIN, "helper.py": HELPER, "broken.py": BROKEN}


@pytest.fixture
def lint(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)

    def run(**options):
        return pipeline.run(Request(["."], extend_select=("ALL",), **options))

    return run


def findings(outcome, *paths):
    return sorted(
        (one.code, str(one.location.sort_key()), [step.message for step in one.related], one.fix and one.fix.summary)
        for one in outcome.diagnostics
        if one.location.path in (paths or FILES)
    )


def raising(function, is_meant):
    """The function, but for the calls that are meant."""

    def wrapped(*arguments, **keywords):
        if is_meant(*arguments):
            raise IndexError("of ours")
        return function(*arguments, **keywords)

    return wrapped


def breaks(monkeypatch, home, name, is_meant):
    monkeypatch.setattr(home, name, raising(getattr(home, name), is_meant))


def evaluating(monkeypatch):
    meant = lambda frame, node: node.id == "boom"  # noqa: E731
    monkeypatch.setitem(EVALUATORS, _ast.Name, raising(EVALUATORS[_ast.Name], meant))


def executing(monkeypatch):
    meant = lambda frame, node: frame.module.path == "broken.py" and node.lineno == 8  # noqa: E731
    monkeypatch.setitem(EXECUTORS, _ast.Return, raising(EXECUTORS[_ast.Return], meant))


def importing(monkeypatch):
    meant = lambda frame, node: frame.module.path == "broken.py"  # noqa: E731
    monkeypatch.setitem(EXECUTORS, _ast.ImportFrom, raising(EXECUTORS[_ast.ImportFrom], meant))


def starting(monkeypatch):
    breaks(monkeypatch, roots, "assumed", lambda interpreter, module, functions: module.path == "broken.py")


def looking_for_old_names(monkeypatch):
    breaks(monkeypatch, old_names, "uses", lambda module, *_: module.path == "broken.py")


def checking(monkeypatch):
    for rule in all_rules():
        monkeypatch.setattr(rule, "check", raising(rule.check, lambda event: event.module.path == "broken.py"))


def fixing(monkeypatch):
    for rule in all_rules():
        if rule.fix is not None:
            monkeypatch.setattr(rule, "fix", raising(rule.fix, lambda event, site: event.module.path == "broken.py"))


def placed(monkeypatch):
    breaks(monkeypatch, placing, "place", lambda module, rewrite: module.path == "broken.py")


def reading_comments(monkeypatch):
    breaks(monkeypatch, judging, "directives", lambda source: source.path == "broken.py")


def locating(monkeypatch):
    breaks(monkeypatch, judging, "locate", lambda source, span: source.path == "broken.py")


def decoding(monkeypatch):
    breaks(monkeypatch, reading, "decode", lambda path, data: path == "broken.py")


TRACER = [evaluating, executing, importing, starting]
STAGES = [*TRACER, looking_for_old_names, checking, fixing, placed, reading_comments, locating, decoding]


@pytest.mark.parametrize("stage", STAGES)
def test_a_fault_over_one_file_leaves_the_findings_of_the_others(lint, monkeypatch, stage):
    whole = findings(lint(), "main.py", "helper.py")
    assert len(whole) == 3
    stage(monkeypatch)
    outcome = lint()
    assert findings(outcome, "main.py", "helper.py") == whole
    assert outcome.problems
    assert {problem.path for problem in outcome.problems} == {"broken.py"}
    assert all("internal error in" in problem.message for problem in outcome.problems)


@pytest.mark.parametrize(("stage", "line"), [(evaluating, 14), (executing, 8)])
def test_a_fault_of_the_tracer_costs_one_function_and_names_the_line(lint, monkeypatch, stage, line):
    whole = findings(lint(), "broken.py")
    stage(monkeypatch)
    outcome = lint()
    assert [problem.line for problem in outcome.problems] == [line]
    assert len(findings(outcome, "broken.py")) >= len(whole) - 1


def test_a_fault_in_a_helper_leaves_its_caller(lint, monkeypatch):
    meant = lambda frame, node: frame.module.path == "helper.py" and node.lineno > 1  # noqa: E731
    whole = findings(lint(), "main.py")
    monkeypatch.setitem(EXECUTORS, _ast.If, raising(EXECUTORS[_ast.If], meant))
    outcome = lint()
    assert findings(outcome, "main.py") == whole
    assert [(problem.path, problem.line) for problem in outcome.problems] == [("helper.py", 2)]


def test_where_the_tracer_failed_nothing_is_fixed(lint, monkeypatch):
    evaluating(monkeypatch)
    outcome = lint(fix=True, unsafe=True)
    assert outcome.changed() == ["helper.py", "main.py"]
    assert findings(outcome, "broken.py")


def test_a_fault_over_the_edits_of_one_file(lint, monkeypatch):
    breaks(monkeypatch, verifying, "apply_edits", lambda text, edits: text.startswith(BROKEN[:60]))
    outcome = lint(fix=True)
    assert outcome.changed() == ["main.py"]
    assert {problem.path for problem in outcome.problems} == {"broken.py"}


def test_a_fault_over_all_edits(lint, monkeypatch):
    breaks(monkeypatch, verifying, "gathered", lambda chosen: True)
    whole = findings(lint())
    outcome = lint(fix=True)
    assert findings(outcome) == whole
    assert outcome.changed() == []
    assert outcome.problems


def test_a_fault_of_the_writer_over_one_file(lint, monkeypatch, tmp_path):
    breaks(monkeypatch, writing, "prepare", lambda old, new: old.path == "broken.py")
    outcome = lint(fix=True, write=True)
    assert outcome.changed() == ["main.py"]
    assert [problem.path for problem in outcome.problems] == ["broken.py"]
    assert (tmp_path / "broken.py").read_text() == BROKEN
    assert (tmp_path / "main.py").read_text() != MAIN
    assert sorted(os.listdir()) == sorted(FILES)


@pytest.mark.parametrize("name", ["text", "json", "json-lines", "github", "sarif", "junit", "rdjson"])
def test_a_fault_of_the_report_over_one_finding(lint, name):
    def report(it):
        return rendered(name, it, View())

    outcome = lint()
    shown = report(outcome)
    broken = next(one for one in outcome.diagnostics if one.location.path == "broken.py" and one.related)
    broken.related = (None,)
    again = report(outcome)
    assert broken.message.replace('"', '\\"')[:20] in again.replace("%25", "%").replace("&quot;", '"')
    assert [problem.path for problem in outcome.problems] == ["broken.py"]
    assert len(again) > len(shown) / 2


def test_a_fault_of_the_report_over_one_source(lint, monkeypatch):
    outcome = lint()
    whole = text_report(outcome, View())
    breaks(monkeypatch, excerpts, "excerpt", lambda source, *_: source.path == "broken.py")
    again = text_report(outcome, View())
    assert "broken.py:7:5: warning JAX501" in again
    others = whole[whole.index("helper.py:2:") : whole.index("\nFound")]
    assert others in again


def test_a_fault_over_one_project_leaves_the_findings_of_another(tmp_path, monkeypatch):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "setup.py").write_text("")
        (tmp_path / name / "main.py").write_text(MAIN.replace("from helper import loss", "loss = float"))
    monkeypatch.chdir(tmp_path)
    breaks(monkeypatch, units.Unit, "__call__", lambda unit, sources: "one/main.py" in sources)
    outcome = pipeline.run(Request(["."], fix=True, write=True))
    assert {one.location.path for one in outcome.diagnostics} == {"other/main.py"}
    (told,) = [one.message for one in outcome.problems if one.path.startswith("one/")]
    assert "internal error in the run" in told
    assert "print(" in (tmp_path / "one" / "main.py").read_text()


@pytest.mark.parametrize("part", ["baseline", "report", "settings"])
def test_a_fault_in_a_part_of_the_command_leaves_the_others(tmp_path, monkeypatch, capfdbinary, part):
    (tmp_path / "main.py").write_text(MAIN)
    (tmp_path / "b.json").write_text('{"version": 1, "findings": []}')
    monkeypatch.chdir(tmp_path)
    home, name = {
        "baseline": (baselines, "read_baseline"), "report": (sarif, "render"), "settings": (loading, "_from_file")
    }[part]  # fmt: skip
    breaks(monkeypatch, home, name, lambda *_: True)
    status = command(
        ["--no-cache", "--baseline", "b.json", "-o", "sarif=x.sarif", "-o", "json=x.json", "-o", "text", "."]
    )
    told = capfdbinary.readouterr()
    assert status == 2
    assert f"internal error in the {part}" in told.err.decode()
    assert b"JAX501" in told.out
    assert "JAX501" in (tmp_path / "x.json").read_text()
    assert (tmp_path / "x.sarif").exists() == (part != "report")
