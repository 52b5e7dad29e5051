"""Python loops of many iterations in what JAX traces: each iteration is traced, and compiled."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.repeats import LOOPS, count_of
from jaxlint.syntax.binders import FUNCTIONS
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.events.effects import UNROLLED
from jaxlint.tracing.running.environment import ModuleFrames
from jaxlint.tracing.values.value import Const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.running.interpreter import Interpreter
    from jaxlint.tracing.slow.found import Found

_MANY = 256


def unrolled(interpreter: Interpreter, module: Module, loop: _ast.AST) -> list[Found]:
    """Of loops in loops, the outermost that makes them many."""
    function = module.function_of(loop)
    if function not in interpreter.whole.staged or not isinstance(loop, _ast.For) or not _computes(module, loop):
        return []
    own = _count(interpreter, module, loop)
    if own is None:
        return []
    around, count = module.parents[loop], own
    while not isinstance(around, (*FUNCTIONS, _ast.Module)):
        if isinstance(around, LOOPS):
            outer = _count(interpreter, module, around)
            if outer is None or outer * count > _MANY:
                return []  # that one is told, or nothing is known
            count *= outer
        around = module.parents[around]
    inner = [
        _count(interpreter, module, one) or 1 for one in walk(loop) if isinstance(one, _ast.For) and one is not loop
    ]
    times = own * max(inner, default=1)
    return [(loop, UNROLLED, None, times)] if times > _MANY else []


def _count(interpreter: Interpreter, module: Module, loop: _ast.AST) -> int | None:
    """The number in its text, or that of a constant from around the function."""
    known = count_of(loop)
    over = getattr(loop, "iter", None)
    if known is not None or not isinstance(over, _ast.Call) or getattr(over.func, "id", "") != "range":
        return known
    frame = interpreter.part(ModuleFrames).get(module)
    held = [frame.variables.get(getattr(one, "id", "")) if frame else None for one in over.args]
    if len(held) == 1 and isinstance(held[0], Const) and type(held[0].value) is int:
        return held[0].value
    return None


def _computes(module: Module, loop: _ast.For) -> bool:
    """Something of JAX's is called in it."""
    names = {bound for full, bound in module.imports.items() if full.split(".")[0] == "jax"}
    return any(isinstance(one, _ast.Name) and one.id in names for part in loop.body for one in walk(part))
