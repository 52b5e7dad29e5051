"""Effects on the host, met while tracing: print, logging, breakpoints, Python's random module."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calling import FUNCTIONS, PREFIXES
from jaxlint.tracing.context import ABSTRACT, VMAP
from jaxlint.tracing.evaluate import evaluate
from jaxlint.tracing.event import HostEffect, HostRandom
from jaxlint.tracing.value import NONE, UNKNOWN, Static, Value, first_traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame
    from jaxlint.tracing.invocation import Arguments

_LEVELS = frozenset("debug info warning warn error critical exception log".split())


def effect(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Runs once, while tracing, not at each call."""
    traced = first_traced(arguments.values()) or _formatted(frame, node)
    if frame.context in (ABSTRACT, VMAP) or traced is not None:
        event = HostEffect(frame.module, frame.function, node, traced or UNKNOWN, frame.context)
        event.callee = name
        frame.interpreter.note(event)
    return NONE


def _formatted(frame: Frame, node: _ast.AST) -> Value | None:
    """A tracer inside an f-string among the arguments."""
    for argument in getattr(node, "args", ()):
        if isinstance(argument, _ast.JoinedStr):
            parts = [part.value for part in argument.values if isinstance(part, _ast.FormattedValue)]
            found = first_traced([evaluate(frame, part) for part in parts])
            if found is not None:
                return found
    return None


def logging_call(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return effect(frame, node, name, arguments) if name.rsplit(".", 1)[-1] in _LEVELS else UNKNOWN


def python_random(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    base = name.rsplit(".", 1)[-1]
    if frame.context in (ABSTRACT, VMAP) and base not in ("seed", "Random", "getstate", "setstate", "SystemRandom"):
        event = HostRandom(frame.module, frame.function, node, UNKNOWN, frame.context)
        event.callee = name
        frame.interpreter.note(event)
    if base in ("random", "uniform", "gauss", "normalvariate"):
        return Static("float")
    return Static("int") if base in ("randint", "randrange", "getrandbits") else UNKNOWN


for _name in ("builtins.print", "builtins.breakpoint", "pdb.set_trace", "ipdb.set_trace", "builtins.input"):
    FUNCTIONS[_name] = effect
PREFIXES["logging"] = logging_call
PREFIXES["random"] = python_random
