"""Calls of every kind of callable."""

from __future__ import annotations

from jaxlint.tracing.calls.fitting import fits
from jaxlint.tracing.calls.invocation import CALLERS, Arguments, call_value
from jaxlint.tracing.calls.models import modelled
from jaxlint.tracing.calls.several import call_each
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.functions.construction import construct
from jaxlint.tracing.functions.functions import call_function
from jaxlint.tracing.keys.uses import hand_over
from jaxlint.tracing.objects.members import method_of
from jaxlint.tracing.shares.share import OUTLASTING
from jaxlint.tracing.values.holding import operand
from jaxlint.tracing.values.value import (
    UNKNOWN,
    BoundMethod,
    ClassValue,
    Function,
    Indexed,
    Instance,
    Library,
    Partial,
    Reference,
    Several,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable

    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.transforms.donations.donated import Donated
    from jaxlint.tracing.values.value import Transformed

    Call = Callable[[Frame, _ast.AST, str, Arguments], Value]
    MethodCall = Callable[[Frame, _ast.AST, BoundMethod, Arguments], Value]

# Filled by the rooms under libraries/ and transforms/.
FUNCTIONS: dict[str, Call] = {}  # by dotted name
PREFIXES: dict[str, Call] = {}  # by first part of the dotted name
METHODS: list[MethodCall] = []  # of arrays, containers, strings


class Donors(dict["_ast.AST", "dict[str, tuple[Transformed, Donated, float]]"]):
    """Functions that donate what they are given, by parameter; since how many statements, where not each call does."""

    def beside(self) -> Donors:
        """The same, for what does not happen."""
        return Donors({function: dict(given) for function, given in self.items()})


OUTLASTING.add(Donors)


# Asked once a function donates its argument, with what was seen when the call began.
DONORS: list[Callable[[Frame, _ast.AST, Function, Arguments, int], None]] = []


# Builtins that ask an array, or a Variable's, for its elements or its number.
_OF_ARRAYS = frozenset(
    "builtins." + name
    for name in """abs all any bin chr complex divmod enumerate filter float hex int iter len list map max min oct pow
    range reversed round set sorted sum tuple zip""".split()
)


def _call_unknown(frame: Frame, node: _ast.AST, function: Value, arguments: Arguments) -> Value:
    hand_over(frame, node, arguments.values())
    return UNKNOWN


def _call_partial(frame: Frame, node: _ast.AST, function: Partial, arguments: Arguments) -> Value:
    return call_value(frame, node, function.func, arguments.before(function.args, function.kwargs))


def _call_object(frame: Frame, node: _ast.AST, function: Instance, arguments: Arguments) -> Value:
    method = method_of(function, "__call__")
    return UNKNOWN if method is None else call_value(frame, node, method, arguments)


def _call_one_of(frame: Frame, node: _ast.AST, function: Several, arguments: Arguments) -> Value:
    given = arguments if function.chosen else arguments.mapped(_proved)
    meant = _fitting(function, given)
    if meant is None:
        return UNKNOWN
    return call_each(frame, node, meant, lambda one: call_value(frame, node, one, given), given.values())


def _fitting(several: Several, arguments: Arguments) -> Several | None:
    """Of methods that one call may mean, those that can be called so: a class whose method can't is not meant.

    None where that is none of them, and others may be meant.
    """
    found = [one for one in several.values if fits(one, arguments)]
    if not found:
        return several if several.chosen else None
    return Several(found, several.chosen, several.elsewhere) if len(found) < len(several.values) else several


def _call(frame: Frame, node: _ast.AST, function: Function, arguments: Arguments) -> Value:
    interpreter = frame.interpreter
    steps = interpreter.steps
    result = call_function(frame, node, function, arguments)
    if function.node in interpreter.share.part(Donors):
        DONORS[0](frame, node, function, arguments, steps)
    return result


def _proved(value: Value) -> Value:
    """What goes to a method of one of several classes: a pytree of unknown structure may suit some of them alone."""
    return value if not isinstance(value, Traced) or value.is_array else UNKNOWN


def _call_library(frame: Frame, node: _ast.AST, function: Library, arguments: Arguments) -> Value:
    return call_library(frame, node, function.name, arguments)


def call_library(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    handler = FUNCTIONS.get(name)
    if handler is None:
        model = None if is_model(frame.module) else modelled(frame.interpreter, name)
        if model is not None:
            frame.context.lose_derivatives()
            return call_value(frame, node, model, arguments)
        handler = PREFIXES.get(name.partition(".")[0])
        arguments = with_contents(arguments)
    elif name in _OF_ARRAYS:
        arguments = with_contents(arguments)
    if handler is None:
        hand_over(frame, node, arguments.values())
        return UNKNOWN
    return handler(frame, node, name, arguments)


def with_contents(arguments: Arguments) -> Arguments:
    """A function of arrays takes a Variable for what it holds."""
    for value in arguments.values():
        if type(value) is Reference:
            return arguments.mapped(operand)
    return arguments


def _call_method(frame: Frame, node: _ast.AST, method: BoundMethod, arguments: Arguments) -> Value:
    if isinstance(method.func, Function):
        return _call(frame, node, method.func, arguments.before([method.receiver]))
    if method.func is not UNKNOWN:
        return call_value(frame, node, method.func, arguments.before([method.receiver]))
    return METHODS[0](frame, node, method, arguments)


CALLERS.update(
    {
        type(UNKNOWN): _call_unknown,
        Function: _call,
        Library: _call_library,
        BoundMethod: _call_method,
        Indexed: _call_method,
        Partial: _call_partial,
        Instance: _call_object,
        Reference: _call_object,
        Several: _call_one_of,
        ClassValue: construct,
    }
)
