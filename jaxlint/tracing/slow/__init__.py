"""Code that works, and costs more than it has to: looked for once all is traced, and only where advice is asked for.

What the tracer knows of a file is which calls are of jitted functions, and which functions are traced; the rest stands
in the text.
"""

from __future__ import annotations

import _ast

from jaxlint.discovery.roles import is_test
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.compiled.retraces import Retraces
from jaxlint.tracing.events.effects import Slow
from jaxlint.tracing.events.event import Point
from jaxlint.tracing.slow.clocks import untimed
from jaxlint.tracing.slow.growing import grown
from jaxlint.tracing.slow.host_syncs import host_syncs
from jaxlint.tracing.slow.unrolled import unrolled
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.running.interpreter import Interpreter
    from jaxlint.tracing.slow.found import Found

_LOOPS = (_ast.For, _ast.While)


def slow_code(interpreter: Interpreter) -> list[Slow]:
    """Of the files that were asked for."""
    jitted = {call for _, call in interpreter.whole.part(Retraces).seen if not _only_prepares(call)}
    events: list[Slow] = []
    for path in sorted(interpreter.project.modules):
        module = interpreter.project.modules[path]
        if "jax" not in module.source.code.text:
            continue
        nodes = walk(module.tree)
        calls = [one for one in nodes if one in jitted and isinstance(one, _ast.Call)]
        loops = [one for one in nodes if isinstance(one, _LOOPS)]
        found = untimed(module, calls)
        if not is_test(path):
            found += host_syncs(module, calls)
            found += [one for loop in loops for one in grown(module, loop, interpreter.whole.traced)]
            found += [one for loop in loops for one in unrolled(interpreter, module, loop)]
        events += [_event(module, one) for one in found]
    return events


def _only_prepares(call: _ast.AST) -> bool:
    """``f.lower(x)`` of a jitted function: nothing runs on the device."""
    return getattr(getattr(call, "func", None), "attr", "") in ("lower", "trace", "eval_shape")


def _event(module: Module, found: Found) -> Slow:
    node, how, other, times = found
    return Slow(Point(module, module.function_of(node), EAGER), node, UNKNOWN, how=how, other=other, times=times)
