"""What JAX does with a program, what jaxlint says of it, and where they differ."""

from __future__ import annotations

import ast

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.events.event import Event
from jaxlint.tracing.program import trace
from tests.generated.jax_run import NAME, Run, Span, TooLong, run_on_jax

FATAL = frozenset(
    "truth-test concretized static-parameter data-dependent-shape mask-index slice-bound loop-length numpy-call "
    "mutation".split()
)
Definition = ast.FunctionDef | ast.ClassDef
AGAIN = (ast.For, ast.While, ast.Lambda, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp)


class Verdict:
    """``outcome``: clean, raised (a tracing error) or discarded (wrong for another reason, or too long).
    ``missed``: the error that jaxlint did not see, and ``cause``: its class and the construct that raised it.
    ``elsewhere``: it was seen, yet not on the innermost line."""

    def __init__(self, outcome: str, false_alarms: list[str], missed: str | None, cause: str, elsewhere: bool) -> None:
        self.outcome = outcome
        self.false_alarms = false_alarms
        self.missed = missed
        self.cause = cause
        self.elsewhere = elsewhere


def fatal_events(text: str) -> list[Event]:
    """The events that say: JAX raises here."""
    project = Project()
    project.add(Source(NAME, text))
    return [event for event in trace(project).events if event.kind in FATAL]


def judge(text: str) -> Verdict:
    run = run_on_jax(text)
    if isinstance(run.error, TooLong):
        return Verdict("discarded", [], None, "", False)
    raised = run.error is not None and run.is_tracing_error
    events, tree = fatal_events(text), ast.parse(text)
    once = _run_once(tree, run) if run.error is not None else None
    doubtful = _doubtful(tree, run)
    alarms = [
        _say(text, event)
        for event in events
        if _is_false(event, run, once) and event.node.lineno not in doubtful  # type: ignore[attr-defined]
    ]
    missed, cause, elsewhere = None, "", False
    if raised:
        if not any(_covers(event, line) for event in events for line in run.lines):
            words = str(run.error).split("\n")[0][:90]
            cause = f"{type(run.error).__name__} in {construct(tree, run.trail[-1])}"
            missed = f"{type(run.error).__name__}: {words} | {_line(text, run.lines[-1])}"
        elsewhere = missed is None and not any(_covers(event, run.lines[-1]) for event in events)
    outcome = "raised" if raised else "clean" if run.error is None else "discarded"
    return Verdict(outcome, alarms, missed, cause, elsewhere)


def _covers(event: Event, line: int) -> bool:
    return event.node.lineno <= line <= (event.node.end_lineno or event.node.lineno)  # type: ignore[attr-defined]


def _is_false(event: Event, run: Run, once: set[int] | None) -> bool:
    """JAX came by without raising.  Where it raised in the end, code that it would have come by again says nothing."""
    node = event.node
    if once is not None and (node.lineno not in once or any(_covers(event, line) for line in run.lines)):  # type: ignore[attr-defined]
        return False
    start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
    return any(start <= span[:2] and span[2:] <= end for span in run.spans)


def construct(tree: ast.Module, span: Span) -> str:
    """What the traceback marks: ``call of jnp.arange``, ``if``, ``subscript`` ..."""
    found: ast.AST = tree
    for node in ast.walk(tree):
        here = (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))
        if here == span[:2] and (getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0)) == span[2:]:
            found = node
            break
    if isinstance(found, ast.Call):
        name = found.func.attr if isinstance(found.func, ast.Attribute) else ast.unparse(found.func)
        whole = ast.unparse(found.func)
        return f"call of {whole if whole.split('.')[0] in ('jax', 'jnp', 'np', 'math') else name}"
    return type(found).__name__.lower()


def _definitions(tree: ast.Module) -> list[Definition]:
    return [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))]


def _first_line(node: Definition) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _names(node: ast.AST) -> set[str]:
    return {
        getattr(inner, "id", "") or getattr(inner, "attr", "")
        for inner in ast.walk(node)
        if isinstance(inner, (ast.Name, ast.Attribute))
    }


def _doubtful(tree: ast.Module, run: Run) -> set[int]:
    """Lines of functions that were not entered, and of what they might call in a way that fails."""
    definitions = _definitions(tree)
    unknown = [node for node in definitions if isinstance(node, ast.FunctionDef) and _first_line(node) not in run.calls]
    lines: set[int] = set()
    seen: set[ast.AST] = set()
    while unknown:
        node = unknown.pop()
        if node in seen:
            continue
        seen.add(node)
        lines.update(range(_first_line(node), (node.end_lineno or node.lineno) + 1))
        names = _names(node)
        unknown.extend(other for other in definitions if other.name in names)  # type: ignore[misc]
    return lines


def _run_once(tree: ast.Module, run: Run) -> set[int]:
    """The lines that are run at most once: of no loop, no helper and no lambda, and of an entry entered once."""
    lines = set(range(1, (tree.body[-1].end_lineno or 0) + 1))
    for node in ast.walk(tree):
        again = isinstance(node, AGAIN)
        if isinstance(node, ast.FunctionDef):
            again = node.name != "entry" or run.calls.get(_first_line(node), 0) > 1
        if again:
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))  # type: ignore[attr-defined]
    return lines


def _line(text: str, number: int) -> str:
    return text.split("\n")[number - 1].strip()


def _say(text: str, event: Event) -> str:
    detail = ""
    for name in ("construct", "how", "callee", "use"):
        detail = detail or getattr(event, name, "")
    return f"{event.kind} {detail}: {ast.unparse(event.node)} | {_line(text, event.node.lineno)}"  # type: ignore[arg-type, attr-defined]
