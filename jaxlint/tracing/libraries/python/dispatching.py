"""functools.singledispatch: one of several functions, by the class of the first argument."""

from __future__ import annotations

from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.calls.several import one_of
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.objects.declared import object_of
from jaxlint.tracing.objects.instances import is_instance
from jaxlint.tracing.values.hierarchy import order
from jaxlint.tracing.values.value import UNKNOWN, ClassValue, Function, Instance, Library, Partial, Sequence, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame

_DISPATCHED, _REGISTER = "functools:dispatched", "functools:register"


def dispatcher(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``singledispatch(f)``: f, and what is registered later, each with its class."""
    function = arguments.get(0) or UNKNOWN
    ways = Sequence("list", [Sequence("tuple", [Library("builtins.object"), function])])
    return Partial(Library(_DISPATCHED), [ways], {})


def register(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``@f.register(Class)``, ``f.register(Class, g)``, ``@f.register`` by the annotation of g."""
    ways, *given = arguments.positional
    if not isinstance(ways, Sequence) or ways.items is None or not given:
        return UNKNOWN
    if len(given) == 1 and not isinstance(given[0], Function):
        return Partial(Library(_REGISTER), [ways, given[0]], {})
    cls = given[0] if len(given) > 1 else _annotated(frame, given[0])
    ways.items.append(Sequence("tuple", [cls, given[-1]]))
    return given[-1]


def _annotated(frame: Frame, function: Value) -> Value:
    parameters = function.node.args.args if isinstance(function, Function) else []
    found = object_of(frame, parameters[0].annotation) if parameters else UNKNOWN
    return found.cls if isinstance(found, Instance) else UNKNOWN


def dispatched(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """The function of the nearest class; all that may be, where the argument's is not known."""
    ways, given = arguments.positional[0], arguments.after(1)
    rows = [row.items for row in getattr(ways, "items", None) or () if isinstance(row, Sequence)]
    first = given.get(0) or UNKNOWN
    known = [(cls, function, is_instance(first, cls)) for cls, function in (row for row in rows if row)]
    sure = [(_nearness(first, cls), function) for cls, function, answer in known if answer]
    open_ways = [function for _, function, answer in known[1:] if answer is None]
    nearest = min(sure, key=lambda way: way[0])[1] if sure else known[0][1] if known else UNKNOWN
    return call_value(frame, node, one_of([*open_ways, nearest]), given)


def _nearness(value: Value, cls: Value) -> int:
    classes = order(value.cls) if isinstance(value, Instance) else []
    return classes.index(cls) if isinstance(cls, ClassValue) and cls in classes else len(classes)


FUNCTIONS["functools.singledispatch"] = dispatcher
FUNCTIONS[_DISPATCHED] = dispatched
FUNCTIONS[_REGISTER] = register
