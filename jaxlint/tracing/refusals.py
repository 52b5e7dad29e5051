"""What JAX raises where it refuses a tracer, and whether a try around it catches that."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame

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
MASK = _INDEX | {"JAXIndexError", "NonConcreteBooleanIndexError"}
EVERYTHING = frozenset(["BaseException"])  # what a guard says can't happen

# What tests say an exception is expected by: ``with pytest.raises(...)``, ``self.assertRaises(error, function)``.
EXPECTS_ERROR = frozenset(["raises", "assertRaises", "assertRaisesRegex", "assertRaisesWithLiteralMatch"])


def is_caught(frame: Frame, refusal: frozenset[str]) -> bool:
    """True where a try around it is ready for this; the interpreter counts how often."""
    if not frame.catching or frame.catching.isdisjoint(refusal):
        return False
    frame.interpreter.refusals_caught += 1
    return True
