"""What JAX does with a program, what jaxlint says of it, and where they differ."""

from __future__ import annotations

import ast
import contextlib
import io
import sys
import traceback
import types
import warnings

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.event import Event
from jaxlint.tracing.program import trace

FATAL = frozenset(
    "truth-test concretized static-parameter data-dependent-shape mask-index slice-bound loop-length numpy-call "
    "mutation".split()
)
TRACING_ERRORS = frozenset(
    "TracerBoolConversionError ConcretizationTypeError TracerIntegerConversionError TracerArrayConversionError "
    "NonConcreteBooleanIndexError".split()
)
TRACING_WORDS = ("static", "Shapes must be", "Slice entries", "immutable", "hash")
STEPS = 30_000  # opcodes of the program; a longer run is given up
NAME = "generated.py"
Span = tuple[int, int, int, int]


class TooLong(BaseException):
    """The program runs for too long to be judged."""


class Run:
    """``spans``: the expressions that were run; ``calls``: how often each function was entered, by its first line;
    ``lines``: the program's lines in the traceback; ``error`` None: it ran through."""

    def __init__(self) -> None:
        self.spans: set[Span] = set()
        self.calls: dict[int, int] = {}
        self.error: BaseException | None = None
        self.lines: list[int] = []

    @property
    def is_tracing_error(self) -> bool:
        if type(self.error).__name__ in TRACING_ERRORS:
            return True
        wrong = isinstance(self.error, (TypeError, IndexError, ValueError))
        words = str(self.error)
        # "Reverse-mode differentiation ... static trip count": no value is asked for
        return wrong and "Reverse-mode" not in words and any(word in words for word in TRACING_WORDS)


class _Watch:
    """A trace function that notes the position of every opcode of the program."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.steps = 0
        self.positions: dict[types.CodeType, list[tuple[int | None, ...]]] = {}

    def __call__(self, frame: types.FrameType, what: str, argument: object) -> _Watch | None:
        code = frame.f_code
        if code.co_filename != NAME:
            return None
        frame.f_trace_opcodes = True
        if what == "call":
            self.run.calls[code.co_firstlineno] = self.run.calls.get(code.co_firstlineno, 0) + 1
            if code not in self.positions:
                self.positions[code] = list(code.co_positions())
        elif what == "opcode":
            self.steps += 1
            if self.steps > STEPS:
                raise TooLong
            line, end_line, column, end_column = self.positions[code][frame.f_lasti // 2]
            if None not in (line, end_line, column, end_column):
                self.run.spans.add((line, column, end_line, end_column))  # type: ignore[arg-type]
        return self


def run_on_jax(text: str) -> Run:
    run = Run()
    code = compile(text, NAME, "exec")
    before = sys.gettrace()
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        sys.settrace(_Watch(run))
        try:
            exec(code, {"__name__": "generated"})
        except (Exception, TooLong) as error:
            run.error = error
        finally:
            sys.settrace(before)
    if run.error is not None:
        frames = traceback.extract_tb(run.error.__traceback__)
        run.lines = [frame.lineno or 0 for frame in frames if frame.filename == NAME]
    return run


def fatal_events(text: str) -> list[Event]:
    """The events that say: JAX raises here."""
    project = Project()
    project.add(Source(NAME, text))
    return [event for event in trace(project).events if event.kind in FATAL]


class Verdict:
    """``outcome``: clean, raised (a tracing error) or discarded (wrong for another reason, or too long)."""

    def __init__(self, outcome: str, false_alarms: list[str], missed: str | None) -> None:
        self.outcome = outcome
        self.false_alarms = false_alarms
        self.missed = missed


def judge(text: str) -> Verdict:
    run = run_on_jax(text)
    if isinstance(run.error, TooLong):
        return Verdict("discarded", [], None)
    raised = run.error is not None and run.is_tracing_error
    events = fatal_events(text)
    once = _run_once(text, run) if run.error is not None else None
    whole = _ran_whole(text, run)
    alarms = [
        _say(text, event) for event in events if _is_false(event, run, once) and (whole or _in_entry(text, event))
    ]
    missed = None
    if raised and not any(_covers(event, line) for event in events for line in run.lines):
        words = str(run.error).split("\n")[0][:90]
        missed = f"{type(run.error).__name__}: {words} | {_line(text, run.lines[-1])}"
    outcome = "raised" if raised else "clean" if run.error is None else "discarded"
    return Verdict(outcome, alarms, missed)


def _covers(event: Event, line: int) -> bool:
    return event.node.lineno <= line <= (event.node.end_lineno or event.node.lineno)  # type: ignore[attr-defined]


def _is_false(event: Event, run: Run, once: set[int] | None) -> bool:
    """JAX came by without raising.  Where it raised in the end, code that it would have come by again says nothing."""
    node = event.node
    if once is not None and (node.lineno not in once or any(_covers(event, line) for line in run.lines)):  # type: ignore[attr-defined]
        return False
    start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
    return any(start <= span[:2] and span[2:] <= end for span in run.spans)


def _functions(text: str) -> list[ast.FunctionDef]:
    """Those that the generator made; methods stand in the head of every program."""
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return [node for node in found if not (node.args.args and node.args.args[0].arg == "self")]


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _ran_whole(text: str, run: Run) -> bool:
    """Every function was entered.  What was not might call a helper in a way that fails, as jaxlint then says."""
    return all(_first_line(node) in run.calls for node in _functions(text))


def _in_entry(text: str, event: Event) -> bool:
    entry = next((node for node in _functions(text) if node.name == "entry"), None)
    return entry is not None and entry.lineno <= event.node.lineno <= (entry.end_lineno or 0)  # type: ignore[attr-defined]


def _run_once(text: str, run: Run) -> set[int]:
    """The lines that are run at most once: of no loop, no helper and no lambda, and of an entry entered once."""
    lines = set(range(1, text.count("\n") + 2))
    for node in ast.walk(ast.parse(text)):
        again = isinstance(node, (ast.For, ast.While, ast.Lambda, ast.ListComp, ast.DictComp, ast.GeneratorExp))
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
