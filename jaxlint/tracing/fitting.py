"""Does a call fit a function's parameters?  Python refuses it otherwise, before anything of the function is run."""

from __future__ import annotations

from jaxlint.knowledge.transforms import DECORATOR
from jaxlint.tracing.models import is_model
from jaxlint.tracing.refusals import PLAIN, Refused
from jaxlint.tracing.value import UNKNOWN, BoundMethod, Function, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame
    from jaxlint.tracing.invocation import Arguments


def refused_call(frame: Frame) -> Value:
    """Python raises a TypeError: what follows the call does not run.

    Our models of libraries may hand on settings that are the library's own, or leave some out.
    """
    if is_model(frame.module):
        return UNKNOWN
    raise Refused(PLAIN)


def _is_too_much(function: Function, arguments: Arguments, before: int = 0) -> bool:
    """More positional arguments than parameters; ``before``: how many come in front of them."""
    spec = function.node.args
    most = len(spec.posonlyargs) + len(spec.args)
    return spec.vararg is None and arguments.complete and before + len(arguments.positional) > most


def _names_another(function: Function, arguments: Arguments) -> bool:
    """An argument by a name that no parameter has."""
    spec, names = function.node.args, arguments.keywords
    if not names or spec.kwarg is not None or not arguments.complete:
        return False
    return not names.keys() <= {one.arg for one in (*spec.args, *spec.kwonlyargs)}


def fits(called: Value, arguments: Arguments) -> bool:
    """False where Python would refuse the call for certain, be the function transformed or a method."""
    before = 0
    if isinstance(called, BoundMethod):
        called, before = called.func, 1
    while isinstance(called, Transformed):
        if called.transform == DECORATOR:
            return True  # it may hand on something else
        called = called.func
    if not isinstance(called, Function) or not arguments.complete:
        return True
    return not (
        _is_too_much(called, arguments, before)
        or _names_another(called, arguments)
        or _misses(called, arguments, before)
    )


def _misses(function: Function, arguments: Arguments, before: int) -> bool:
    """A parameter without a default gets nothing."""
    spec = function.node.args
    positional = [*spec.posonlyargs, *spec.args]
    required = positional[before + len(arguments.positional) : len(positional) - len(spec.defaults)]
    required += [one for one, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True) if default is None]
    return any(one.arg not in arguments.keywords for one in required)
