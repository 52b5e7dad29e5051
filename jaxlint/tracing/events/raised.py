"""What JAX raises where it refuses something: the names of the classes of each exception, bases included."""

from __future__ import annotations

_ALL = frozenset(["Exception", "BaseException"])
_TYPE = _ALL | {"TypeError"}
_JAX_TYPE = _TYPE | {"JAXTypeError"}
_CONCRETIZATION = _JAX_TYPE | {"ConcretizationTypeError"}
_INDEX = _ALL | {"IndexError", "LookupError"}

# Where versions or arguments decide, those of all.
TRUTH = _CONCRETIZATION | {"TracerBoolConversionError"}
NUMBER = _CONCRETIZATION
INTEGER = _JAX_TYPE | {"TracerIntegerConversionError"}
PARAMETER = TRUTH | INTEGER
ARRAY = _JAX_TYPE | {"TracerArrayConversionError", "ValueError"}
PLAIN = _TYPE  # raised by Python: format, hash, item assignment
SLICE = _INDEX
HASH = _ALL | {"ValueError"}  # of a static argument
MISFIT = _TYPE | _INDEX | {"ValueError"}  # what a transform is told does not fit the function, or its call
LEAKED = _ALL | {"UnexpectedTracerError", "JAXTypeError"}  # a tracer is used after its trace has ended
FOREIGN = _ALL | {"TraceContextError", "FlaxError"}  # what nnx keeps is written in a trace that knows nothing of it
DELETED = _ALL | {"RuntimeError", "ValueError", "JaxRuntimeError", "XlaRuntimeError"}  # a donated array is read
CALLBACK = DELETED | _TYPE | {"AttributeError"}  # what a function on the host gives is not what was promised
OF_MODULE = MISFIT | FOREIGN  # a network is called without what it needs
ATTRIBUTE = _ALL | {"AttributeError"}
NAME = _ALL | {"NameError"}  # an axis that nothing binds
JAX_TYPE = _TYPE | {"ValueError"}  # an argument is no array, nor a pytree of them
STRUCTURE = _TYPE  # carries and branches that differ
MASK = _INDEX | {"JAXIndexError", "NonConcreteBooleanIndexError"}
CLASSES = {
    "AttributeError": ATTRIBUTE,
    "ConcretizationTypeError": _CONCRETIZATION,
    "NotImplementedError": _ALL | {"RuntimeError", "NotImplementedError"},
}
