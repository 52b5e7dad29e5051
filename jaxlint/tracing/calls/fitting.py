"""Does a call fit a function's parameters?  Python refuses it otherwise, before anything of the function is run."""

from __future__ import annotations

from jaxlint.knowledge.transforms import DECORATOR
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.events.raised import PLAIN
from jaxlint.tracing.events.refusals import Refused
from jaxlint.tracing.values.hierarchy import is_stub
from jaxlint.tracing.values.value import UNKNOWN, BoundMethod, Function, Partial, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame


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
    """False where Python would refuse the call for certain, be the function transformed, a partial or a method.

    A method that is there to be overridden says nothing: the one of another class is called.
    """
    resolved = (called, arguments, 0) if type(called) is Function else _resolved(called, arguments)
    if resolved is None or not arguments.complete:
        return True
    function, given, before = resolved
    if _is_too_much(function, given, before) or _names_another(function, given) or _misses(function, given, before):
        return is_stub(function)
    return True


def _resolved(called: Value, arguments: Arguments) -> tuple[Function, Arguments, int] | None:
    """The function that is called in the end, with which arguments, and how many come in front of them."""
    before = 0
    while not isinstance(called, Function):
        if isinstance(called, BoundMethod):
            called, before = called.func, before + 1
        elif isinstance(called, Partial):
            arguments = arguments.before(called.args, called.kwargs)
            called = called.func
        elif isinstance(called, Transformed) and called.transform != DECORATOR:
            called = called.func
        else:
            return None  # not in view, or a decorator, which may hand on something else
    return called, arguments, before


def misfit(called: Value, arguments: Arguments) -> str | None:
    """In words, why Python would refuse the call: "but ..."; None where it may not."""
    resolved = _resolved(called, arguments)
    if resolved is None or fits(called, arguments):
        return None
    function, given, before = resolved
    spec = function.node.args
    if _is_too_much(function, given, before):
        hidden = len(given.positional) - len(arguments.positional)  # what a partial has bound
        return f"it takes {max(len(spec.posonlyargs) + len(spec.args) - before - hidden, 0)}"
    missed = _misses(function, given, before)
    if missed:
        return f"`{missed[0]}` is missing"
    others = given.keywords.keys() - {one.arg for one in (*spec.args, *spec.kwonlyargs)}
    return f"it has no parameter `{min(others)}`"


def _misses(function: Function, arguments: Arguments, before: int) -> list[str]:
    """The parameters without a default that get nothing."""
    spec = function.node.args
    positional = [*spec.posonlyargs, *spec.args]
    required = positional[before + len(arguments.positional) : len(positional) - len(spec.defaults)]
    required += [one for one, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True) if default is None]
    return [one.arg for one in required if one.arg not in arguments.keywords]
