"""What JAX raises where it refuses a tracer, and whether a try around it catches that."""

from __future__ import annotations

import _ast

from jaxlint.tracing.values.value import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.value import Value

    Result = TypeVar("Result")

_ALL = frozenset(["Exception", "BaseException"])
_TYPE = _ALL | {"TypeError"}
_JAX_TYPE = _TYPE | {"JAXTypeError"}
_CONCRETIZATION = _JAX_TYPE | {"ConcretizationTypeError"}
_INDEX = _ALL | {"IndexError", "LookupError"}

# The names of the classes of what is raised, bases included; where versions or arguments decide, those of all.
TRUTH = _CONCRETIZATION | {"TracerBoolConversionError"}
NUMBER = _CONCRETIZATION
INTEGER = _JAX_TYPE | {"TracerIntegerConversionError"}
PARAMETER = TRUTH | INTEGER
ARRAY = _JAX_TYPE | {"TracerArrayConversionError", "ValueError"}
PLAIN = _TYPE  # raised by Python: format, hash, item assignment
SLICE = _INDEX
HASH = _ALL | {"ValueError"}  # of a static argument
SPECIFICATION = _TYPE | _INDEX | {"ValueError"}  # what a transform is told does not fit the function, or its call
LEAKED = _ALL | {"UnexpectedTracerError", "JAXTypeError"}  # a tracer is used after its trace has ended
FOREIGN = _ALL | {"TraceContextError", "FlaxError"}  # what nnx keeps is written in a trace that knows nothing of it
DELETED = _ALL | {"RuntimeError", "ValueError", "JaxRuntimeError", "XlaRuntimeError"}  # a donated array is read
CALLBACK = DELETED | _TYPE | {"AttributeError"}  # what a function on the host gives is not what was promised
NAME = _ALL | {"NameError"}  # an axis that nothing binds
JAX_TYPE = _TYPE | {"ValueError"}  # an argument is no array, nor a pytree of them
STRUCTURE = _TYPE  # carries and branches that differ
MASK = _INDEX | {"JAXIndexError", "NonConcreteBooleanIndexError"}
CLASSES = {
    "AttributeError": _ALL | {"AttributeError"},
    "ConcretizationTypeError": _CONCRETIZATION,
    "NotImplementedError": _ALL | {"RuntimeError", "NotImplementedError"},
}
EVERYTHING = frozenset(["BaseException"])
ENDED = "Skipped"  # what ends a test that is not to go on
PERHAPS = "?"  # among the names that a try catches: it may catch others, too


def expects_error(call: _ast.Call) -> bool:
    """``pytest.raises(...)``, ``self.assertRaisesRegex(...)``: what is called there fails on purpose."""
    called = call.func
    if type(called) is _ast.Attribute:
        return "aises" in called.attr and "raises" in called.attr.lower()
    return type(called) is _ast.Name and "aises" in called.id and "raises" in called.id.lower()


class Refused(BaseException):  # no error of the tracer's, which are kept where they are met
    """JAX refuses a tracer for certain, and a try around is ready for it: what follows does not run."""

    def __init__(self, refusal: frozenset[str]) -> None:
        self.refusal = refusal


def is_caught(frame: Frame, refusal: frozenset[str], value: Value) -> bool:
    """True where a try around it may be ready for this, or where the code may never run; the interpreter counts how
    often.  Where both is certain, control goes to the handler at once.
    """
    if frame.condition.doubt:
        frame.interpreter.refusals_caught += 1
        return True
    if not frame.context.handlers or (
        frame.context.handlers.isdisjoint(refusal) and PERHAPS not in frame.context.handlers
    ):
        return False
    frame.interpreter.refusals_caught += 1
    if not frame.context.handlers.isdisjoint(refusal) and getattr(value, "is_array", True):
        raise Refused(refusal)
    return True


def is_certain(frame: Frame, refusal: frozenset[str]) -> bool:
    """True where JAX refuses how things fit together, and nothing is ready for that.

    One of several callables that is called side by side with others may be meant for other arguments.
    """
    return not frame.context.has_alternatives and not is_caught(frame, refusal, UNKNOWN)


def attempt(frame: Frame, run: Callable[[], Result]) -> tuple[Result | None, Refused | None]:
    """What it gives, or what refuses it: a refusal inside ends it alone, and the frame goes on from where it was."""
    before, loops = (frame.context, frame.condition), len(frame.loops)
    try:
        return run(), None
    except Refused as refused:
        frame.context, frame.condition = before
        del frame.loops[loops:]
        return None, refused
