"""functools and operator: functions made of functions."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.compiled.traces import CACHED, filled_outside, written
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.operations.facts import concretize
from jaxlint.tracing.operations.iteration import iterate
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.joining import first_traced
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import UNKNOWN, BoundMethod, Const, Function, Library, Partial, Sequence, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


_OF_METHOD = "functools:partialmethod"


def partial(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if not arguments.positional or not arguments.complete:
        return UNKNOWN
    return Partial(arguments.positional[0], arguments.positional[1:], arguments.keywords, name != "functools.partial")


def partialmethod(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``twice = partialmethod(step, n=2)``: the object comes before what is given here."""
    if not arguments.positional or not arguments.complete:
        return UNKNOWN
    function, *given = arguments.positional
    return Partial(Library(_OF_METHOD), [Sequence("tuple", given), function], arguments.keywords)


def partialmethod_call(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    given, function, *rest = arguments.positional
    if not rest or not isinstance(given, Sequence):
        return UNKNOWN
    return call_value(frame, node, function, arguments.after(3).before([rest[0], *(given.items or [])]))


def wraps(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``wraps(f)``, which is applied to the wrapper next."""
    return Partial(Library("functools.wraps()"), arguments.positional[:1], {})


def wrapping(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``wraps(f)(g)`` is g, and shows the signature of f: jit looks for the names of static arguments there."""
    wrapper = arguments.positional[-1] if arguments.positional else UNKNOWN
    if isinstance(wrapper, Function) and len(arguments.positional) == 2:
        wrapper.wrapped = arguments.positional[0]
    return wrapper


def same(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Decorators and typing helpers that hand back their last argument."""
    return arguments.positional[-1] if arguments.positional else Library("builtins.identity")


def cache(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``@lru_cache``, ``@lru_cache(maxsize=8)``, ``lru_cache(f)``."""
    function = arguments.get(0)
    if isinstance(function, (Function, BoundMethod, Partial)):
        return Partial(Library("functools:cached"), [function], {})
    return Library("functools.cache")


def cached_call(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """The arguments are looked up by hash, which tracers have none of."""
    function, given = arguments.positional[0], arguments.after(1)
    traced = first_traced(given.values())
    if traced is not None:
        concretize(frame, node, traced, "hash", even_grad=True)
    elif given.complete:
        return _remembered(frame, node, function, given)
    return call_value(frame, node, function, given)


class Remembered(dict[object, Value]):
    """What functions under lru_cache gave in this entry."""


def _remembered(frame: Frame, node: _ast.AST, function: Value, given: Arguments) -> Value:
    """What the function gave before, in this entry or while its module was imported; a tracer stays one."""
    if not isinstance(function, Function) or function.closure is None:
        return call_value(frame, node, function, given)
    interpreter = frame.interpreter
    known = frame.condition.is_straight and all(isinstance(value, Const) for value in given.values())
    place = (CACHED, function.node, tuple([value.key() for value in given.values()]) if known else Heap.tick())
    found = interpreter.part(Remembered).get(place)
    if found is None:
        found = call_value(frame, node, function, given)
        if frame.context.stage == EAGER:
            filled_outside(interpreter, function.node)
        written(frame, node, function.closure, place, found, known)
        if known:
            interpreter.part(Remembered)[place] = found
    return found


def reduce(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if len(arguments.positional) < 2:
        return UNKNOWN
    items, element = iterate(frame, node, arguments.positional[1])
    rows = items if items is not None and len(items) <= 8 else [element, element]
    start = arguments.get(2)
    if start is not None:
        rows = [start, *rows]
    result = rows[0] if rows else UNKNOWN
    for row in rows[1:]:
        result = call_value(frame, node, arguments.positional[0], Arguments([result, row]))
    return result


FUNCTIONS["functools.partial"] = partial
FUNCTIONS["jax.tree_util.Partial"] = FUNCTIONS["equinox.Partial"] = partial
FUNCTIONS["functools.partialmethod"] = partialmethod
FUNCTIONS[_OF_METHOD] = partialmethod_call
FUNCTIONS["functools.reduce"] = reduce
FUNCTIONS["functools.wraps"] = wraps
FUNCTIONS["functools.wraps()"] = wrapping
FUNCTIONS["functools.lru_cache"] = FUNCTIONS["functools.cache"] = cache
FUNCTIONS["functools:cached"] = cached_call
FUNCTIONS["typing.cast"] = FUNCTIONS["builtins.identity"] = same
