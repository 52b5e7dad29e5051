"""isinstance(value, class) where it is known."""

from __future__ import annotations

from jaxlint.tracing.value import (
    FALSE,
    TRUE,
    Array,
    BoundMethod,
    ClassValue,
    Const,
    Function,
    Instance,
    Library,
    Mapping,
    Partial,
    Reference,
    Sequence,
    Static,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame
    from jaxlint.tracing.invocation import Arguments

_TRACERS = ("jax.core.Tracer", "jax._src.core.Tracer", "jax.extend.core.Tracer")
_JAX_ARRAYS = ("jax.Array", "jax.numpy.ndarray", "jax._src.array.ArrayImpl", "chex.Array", "chex.ArrayDevice")
# Classes that no tracer is of.
_NEVER_TRACER = (
    "numpy.",
    "builtins.",
    "numbers.",
    "collections.",
    "typing.",
)


def is_instance(value: Value, cls: Value) -> bool | None:
    """None where it can't be known."""
    if isinstance(cls, Sequence) and cls.items is not None:
        answers = [is_instance(value, item) for item in cls.items]
        if True in answers:
            return True
        return None if None in answers else False
    if isinstance(cls, Library):
        return _library(value, cls.name)
    if isinstance(cls, ClassValue):
        if isinstance(value, Instance):
            return _descends(value.cls, cls)
        return False if _is_array(value) or isinstance(value, (Const, Static)) else None
    return None


def _descends(cls: Value, wanted: Value) -> bool | None:
    """Is it that class, or is one of its bases?  None where a base is not in view."""
    if cls is wanted or (isinstance(cls, Library) and isinstance(wanted, Library) and cls.name == wanted.name):
        return True
    if isinstance(cls, Library) and cls.name == "typing.NamedTuple":
        return isinstance(wanted, Library) and wanted.name in ("builtins.tuple", "builtins.object")
    if not isinstance(cls, ClassValue):
        return None
    answers = [_descends(base, wanted) for base in cls.bases]
    return True if True in answers else (None if None in answers else False)


def _is_array(value: Value) -> bool:
    return (isinstance(value, Traced) and value.is_array) or isinstance(value, Array)


def _library(value: Value, name: str) -> bool | None:
    if isinstance(value, Traced):
        if name in _TRACERS:
            return True  # asked of a pytree of tracers, it guards the same code
        if not value.is_array:
            return None
        if name in _JAX_ARRAYS:
            return True
        return False if name.startswith(_NEVER_TRACER) and name != "builtins.object" else None
    if isinstance(value, Array):
        if name in _TRACERS:
            return False
        if name in _JAX_ARRAYS or name == "numpy.ndarray":
            return (name == "numpy.ndarray") is value.numpy
        return None
    if isinstance(value, Reference):
        return False if name in _JAX_ARRAYS or (name.startswith(_NEVER_TRACER) and name != "builtins.object") else None
    if isinstance(value, Instance) and name != "builtins.object":
        return _descends(value.cls, Library(name))
    if name in _TRACERS:
        return False if isinstance(value, (Const, Static, Sequence, Mapping, Function)) else None
    return _plain(value, name)


def _plain(value: Value, name: str) -> bool | None:
    if not name.startswith("builtins."):
        return None
    base = name.partition(".")[2]
    if isinstance(value, Const):
        actual = type(value.value)
        return base in [one.__name__ for one in actual.__mro__]
    if isinstance(value, Static):
        if base == value.type:
            return True
        return (
            False
            if value.type in ("int", "float", "str", "bool") and base != "object" and value.type != "bool"
            else None
        )
    if isinstance(value, Sequence):
        return True if base == value.type else (False if base in ("dict", "str", "int", "float") else None)
    if isinstance(value, Mapping):
        return True if base == "dict" else (False if base in ("list", "tuple", "str", "int", "float") else None)
    return None


def yes_or_no(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """hasattr, callable and issubclass: every array has a shape, and none can be called."""
    first, second = arguments.get(0), arguments.get(1)
    is_array = isinstance(first, Array) or (isinstance(first, Traced) and first.is_array)
    if name.endswith("callable"):
        plain = is_array or isinstance(first, (Const, Static, Sequence, Mapping))
        if plain and not (isinstance(first, Static) and first.type == "object"):
            return FALSE
        return TRUE if isinstance(first, (Function, BoundMethod, Partial, Transformed, ClassValue)) else Static("bool")
    everywhere = isinstance(second, Const) and second.value in ("shape", "ndim", "dtype")
    return TRUE if is_array and everywhere and name.endswith("hasattr") else Static("bool")
