"""Effects on the host, met while tracing: print, logging, breakpoints, Python's random module."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.effects import READ_ANEW
from jaxlint.tracing.events.effects import HostEffect, HostRead
from jaxlint.tracing.events.models import is_initial
from jaxlint.tracing.functions.calling import FUNCTIONS, PREFIXES
from jaxlint.tracing.host.callbacks import run_on_host
from jaxlint.tracing.operations.facts import host_random
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.answers import unset
from jaxlint.tracing.values.joining import first_traced
from jaxlint.tracing.values.stage import ABSTRACT, VMAP
from jaxlint.tracing.values.value import NONE, UNKNOWN, Const, Library, Static, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

_LEVELS = frozenset("debug info warning warn error critical exception log".split())


def effect(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Runs once, while tracing, not at each call."""
    traced = first_traced(arguments.values()) or _formatted(frame, node)
    if (frame.context.stage in (ABSTRACT, VMAP) or traced is not None) and not _is_of_a_failure(frame, node):
        report(frame, HostEffect, node, traced or UNKNOWN, callee=name)
    return NONE


def _is_of_a_failure(frame: Frame, node: _ast.AST) -> bool:
    """It says what went wrong, in ``except``."""
    around = frame.module.parents.get(node)
    while around is not None and around is not frame.function and not isinstance(around, _ast.ExceptHandler):
        around = frame.module.parents.get(around)
    return isinstance(around, _ast.ExceptHandler)


def _formatted(frame: Frame, node: _ast.AST) -> Value | None:
    """A tracer that is made text among the arguments: f-strings, ``%``, ``.format`` and ``str``."""
    parts = [part for argument in getattr(node, "args", ()) for part in _parts(argument)]
    return first_traced([_again(frame, part) for part in parts]) if parts else None


def _parts(text: _ast.AST) -> list[_ast.expr]:
    """What an expression makes text of."""
    if isinstance(text, _ast.JoinedStr):
        return [part.value for part in text.values if isinstance(part, _ast.FormattedValue)]
    if isinstance(text, _ast.BinOp) and isinstance(text.op, _ast.Mod) and _is_text(text.left):
        return text.right.elts if isinstance(text.right, _ast.Tuple) else [text.right]
    if isinstance(text, _ast.BinOp) and isinstance(text.op, _ast.Add):
        return _parts(text.left) + _parts(text.right)
    if isinstance(text, _ast.Call) and isinstance(text.func, _ast.Attribute) and _is_text(text.func.value):
        return [*text.args, *(keyword.value for keyword in text.keywords)] if text.func.attr == "format" else []
    if isinstance(text, _ast.Call) and isinstance(text.func, _ast.Name) and text.func.id in ("str", "repr"):
        return text.args
    return []


def _is_text(node: _ast.expr) -> bool:
    return isinstance(node, _ast.JoinedStr) or (isinstance(node, _ast.Constant) and isinstance(node.value, str))


def _again(frame: Frame, node: _ast.expr) -> Value:
    """The value of what was evaluated before; what happens on the way was told then."""
    return frame.probe(lambda: evaluate(frame, node), is_told=False)


def logging_call(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``logging.info`` and ``logging.getLogger().info``."""
    base = name.rsplit(".", 1)[-1]
    if base in ("getLogger", "getChild"):
        return Library("logging.Logger")
    return effect(frame, node, name, arguments) if base in _LEVELS else UNKNOWN


def other_logging(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """absl's logging, and loguru."""
    return logging_call(frame, node, name, arguments) if ".logg" in name else UNKNOWN


def debug_print(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``jax.debug.print(f"{x}")``: the text is made while tracing, and shows the tracer."""
    if _formatted(frame, node) is not None:
        return effect(frame, node, name, arguments)
    return run_on_host(frame, node, name, arguments)


def python_random(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    base = name.rsplit(".", 1)[-1]
    if base not in ("seed", "Random", "getstate", "setstate", "SystemRandom"):
        host_random(frame, node, name)
    if base == "Random" and (frame.context.stage not in (ABSTRACT, VMAP) or not arguments.values()):
        return Library("random.Random")
    if base in ("random", "uniform", "gauss", "normalvariate"):
        return Static("float")
    return Static("int") if base in ("randint", "randrange", "getrandbits") else UNKNOWN


def reading(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Clocks, identities and answers, which are others at each call."""
    read_once(frame, node, name, (frame.context.trace and frame.context.trace.reused) or "call")
    return UNKNOWN


def read_once(frame: Frame, node: _ast.AST, name: str, again: str) -> None:
    """What is another thing each time is asked for while a trace is under way; ``again``: what uses it, too."""
    if frame.context.stage != ABSTRACT or not frame.context.is_computed:
        return
    if any(map(is_initial, frame.traced_calls())):
        return
    report(frame, HostRead, node, UNKNOWN, again=again, callee=name, related=frame.context.reasons)


def environment_variable(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``os.getenv("FAST", "0")``: nobody in view sets it."""
    default = arguments.get(1, "default")
    word = default.value if isinstance(default, Const) else None
    return unset(word) if isinstance(word, str) else UNKNOWN


for _name in "builtins.print builtins.breakpoint pdb.set_trace ipdb.set_trace pprint.pprint warnings.warn".split():
    FUNCTIONS[_name] = effect
for _name in READ_ANEW:
    FUNCTIONS[_name] = reading
FUNCTIONS["jax.debug.print"] = debug_print
FUNCTIONS["os.getenv"] = FUNCTIONS["os.environ.get"] = environment_variable
PREFIXES["logging"] = logging_call
PREFIXES["absl"] = PREFIXES["loguru"] = other_logging
PREFIXES["random"] = python_random
