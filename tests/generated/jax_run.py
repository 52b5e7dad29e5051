"""One run of a program on JAX, watched."""

from __future__ import annotations

import contextlib
import io
import sys
import types
import warnings

TRACING_ERRORS = frozenset(
    "TracerBoolConversionError ConcretizationTypeError TracerIntegerConversionError TracerArrayConversionError "
    "NonConcreteBooleanIndexError".split()
)
TRACING_WORDS = ("static", "Shapes must be", "Slice entries", "immutable", "hash", "Tracer.__format__")
# These words are in them, and no value is asked for: a loop of unknown length has no reverse mode, a container is
# no key of a dict, a tracer is no field of a dataclass's tree.
OTHER_WORDS = ("Reverse-mode", "unhashable type: 'list'", "unhashable type: 'dict'")
STEPS = 30_000  # opcodes of the program; a longer run is given up
NAME = "generated.py"
Span = tuple[int, int, int, int]


class TooLong(BaseException):
    """The program runs for too long to be judged."""


class Run:
    """``spans``: the expressions that were run; ``calls``: how often each function was entered, by its first line;
    ``trail``: what the traceback shows of the program, outermost first; ``error`` None: it ran through."""

    def __init__(self) -> None:
        self.spans: set[Span] = set()
        self.calls: dict[int, int] = {}
        self.error: BaseException | None = None
        self.trail: list[Span] = []

    @property
    def lines(self) -> list[int]:
        return [span[0] for span in self.trail]

    @property
    def is_tracing_error(self) -> bool:
        if type(self.error).__name__ in TRACING_ERRORS:
            return True
        wrong = isinstance(self.error, (TypeError, IndexError, ValueError))
        words = str(self.error)
        return wrong and not any(word in words for word in OTHER_WORDS) and any(word in words for word in TRACING_WORDS)


class _Watch:
    """A trace function that notes the position of every opcode of the program."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.steps = 0
        self.positions: dict[types.CodeType, list[tuple[int | None, ...]]] = {}
        self.errors: list[object] = []
        self.raised: dict[tuple[types.FrameType, int], Span] = {}  # where an error first met a frame

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
        elif what == "exception":
            error = argument[1]  # type: ignore[index]
            self.errors.append(error)  # alive: its id stays its own
            line, end_line, column, end_column = self.positions[code][frame.f_lasti // 2]
            if None not in (line, end_line, column, end_column):
                self.raised.setdefault((frame, id(error)), (line, column, end_line, end_column))  # type: ignore[arg-type]
        return self


def _traced_only(text: str) -> str:
    """The program without compilation: what is jitted at the end is traced, and Python has no more to say after it."""
    lines = text.rstrip().split("\n")
    if lines[-1].startswith("entry("):
        lines[-1] = "getattr(entry, 'trace', entry)" + lines[-1].removeprefix("entry")
    return "\n".join(lines) + "\n"


def run_on_jax(text: str) -> Run:
    run = Run()
    code = compile(_traced_only(text), NAME, "exec")
    module = types.ModuleType("generated")  # dataclasses ask for it
    before, sys.modules["generated"] = sys.gettrace(), module
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        watch = _Watch(run)
        sys.settrace(watch)
        try:
            exec(code, module.__dict__)
        except (Exception, TooLong) as error:
            run.error = error
        finally:
            sys.settrace(before)
            del sys.modules["generated"]
    if run.error is not None:
        run.trail = _trail(watch, run.error)
    return run


def _trail(watch: _Watch, error: BaseException) -> list[Span]:
    """The program's part of the traceback, which names a handler's line where a try did not catch the error."""
    found = []
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == NAME:
            line = step.tb_lineno
            found.append(watch.raised.get((step.tb_frame, id(error)), (line, 0, line, 0)))
        step = step.tb_next
    return found
