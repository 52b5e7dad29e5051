"""Classes as values: ``type(x)``, ``A | B``, and what their names say."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.libraries.array_classes import (
    JAX,
    JAX_CLASSES,
    NUMPY,
    NUMPY_CLASSES,
    TRACER,
    TRACER_CLASSES,
    is_of_class,
    is_tracer_class,
)
from jaxlint.tracing.values.dtypes import one_of
from jaxlint.tracing.values.enumerations import enumeration_of
from jaxlint.tracing.values.hierarchy import MOST
from jaxlint.tracing.values.value import (
    NONE,
    UNKNOWN,
    Array,
    ClassValue,
    Const,
    Instance,
    Library,
    Partial,
    Reference,
    Sequence,
    Several,
    Static,
    Traced,
    TypeOf,
    Value,
)

UNIONS = ("typing.Union", "typing.Optional")
_EITHER = "types.UnionType"
_ALL_UNIONS = (*UNIONS, _EITHER)
_NAMED = ("typing.Annotated", "typing_extensions.Annotated")
_ANNOTATED = "typing:annotated"
_OF = {TRACER: TRACER_CLASSES, JAX: JAX_CLASSES, NUMPY: NUMPY_CLASSES}
_NUMBERS = ("int", "float", "bool", "complex", "str")


def is_none(value: Value) -> bool:
    return isinstance(value, Const) and value.value is None


def kind_of_array(value: Value) -> str | None:
    """Whose array is it for certain: a tracer, JAX's own or NumPy's?"""
    if isinstance(value, Traced):
        return TRACER if value.is_array else None
    if isinstance(value, Array) and value.sure:
        return NUMPY if value.numpy else JAX
    return None


def is_scalar(value: Traced | Array) -> bool | None:
    """Is it of rank 0?  None where the rank is not known."""
    return None if value.aval.rank is None else value.aval.rank == 0


def type_of(value: Value) -> Value:
    """``type(value)`` and ``value.__class__``: of arrays, Python's scalars, and objects of classes in view."""
    if isinstance(value, Instance) and not isinstance(value, Reference):
        classes = value.members or (value.cls,)
        known = not value.optional and len(classes) <= MOST
        return UNKNOWN if not known else classes[0] if len(classes) == 1 else Several(list(classes))
    if isinstance(value, (Traced, Array)):
        return UNKNOWN if kind_of_array(value) is None else TypeOf(value)
    enumeration = enumeration_of(value)
    if enumeration is not None:
        return enumeration
    if isinstance(value, Const) and type(value.value).__name__ in _NUMBERS:
        return Library("builtins." + type(value.value).__name__)
    if isinstance(value, Static) and value.type in _NUMBERS:
        return Library("builtins." + value.type)
    return UNKNOWN


def _classes(value: TypeOf) -> frozenset[tuple[str, str]] | None:
    """(module, name) of each class that it may be."""
    kind = kind_of_array(value.of)
    if kind is None or (kind == NUMPY and is_scalar(value.of) is not False):
        return None
    return _OF[kind]


def class_attribute(value: TypeOf, name: str) -> Value:
    """``type(x).__name__`` and ``type(x).__module__``."""
    found = _classes(value)
    if found is None or name not in ("__name__", "__qualname__", "__module__"):
        return UNKNOWN
    return one_of("str", {one[name != "__module__"] for one in found})


def class_text(value: Value) -> Value | None:
    """``str(type(x))``."""
    found = _classes(value) if isinstance(value, TypeOf) else None
    return None if found is None else one_of("str", {f"<class '{module}.{name}'>" for module, name in found})


def united(left: Value, right: Value) -> Value | None:
    """``A | B`` of two classes."""
    if _may_be_class(left) and _may_be_class(right) and not (is_none(left) and is_none(right)):
        return Partial(Library(_EITHER), [left, right], {})
    return None


def _may_be_class(value: Value) -> bool:
    if isinstance(value, Library):
        last = value.name.rpartition(".")[2]
        return value.name.startswith("builtins.") or last[:1].isupper() or last in ("ndarray", "generic", "number")
    if isinstance(value, Partial) and isinstance(value.func, Library) and value.func.name.startswith("typing:"):
        return True  # a type variable, a class by another name
    return isinstance(value, (ClassValue, TypeOf)) or is_none(value) or alternatives(value) is not None


def subscripted(base: Library, index: Value) -> Value:
    """``Union[A, B]``, ``Optional[A]``, ``Annotated[A, ...]``; of ``list[int]`` it is the list that counts."""
    named = index.items if isinstance(index, Sequence) and index.items is not None else [index]
    if base.name in _NAMED or (base.name.startswith("jaxtyping.") and len(named) > 1):
        return Partial(Library(_ANNOTATED), named[:1], {})
    if base.name not in UNIONS:
        return base if base.name.startswith("builtins.") else UNKNOWN
    return Partial(Library(base.name), [*named, *([NONE] if base.name.endswith("Optional") else [])], {})


def alternatives(value: Value) -> list[Value] | None:
    """The classes of ``(A, B)``, ``A | B`` and ``Union[A, B]``."""
    if isinstance(value, Sequence):
        return value.items if value.type == "tuple" else None
    if isinstance(value, Partial) and isinstance(value.func, Library) and value.func.name in _ALL_UNIONS:
        return value.args
    return None


def asks_for_subclass(value: Value) -> bool:
    """isinstance of a ``Union[A, B]`` asks for the object's class, which ``A | B`` and ``(A, B)`` do not."""
    return isinstance(value, Partial) and isinstance(value.func, Library) and value.func.name in UNIONS


def compared_classes(operator: _ast.cmpop, left: Value, right: Value) -> Value:
    """``type(x) is float``, ``type(x) == np.ndarray``, ``type(x) in (int, float)``."""
    if isinstance(operator, (_ast.In, _ast.NotIn)):
        among = right.items if isinstance(right, Sequence) else None
        answers = [None] if among is None else [_same(left, one) for one in among]
        found = True if True in answers else None if None in answers else False
        return Static("bool") if found is None else Const(found is isinstance(operator, _ast.In))
    same = _same(left, right)
    return Static("bool") if same is None else Const(same is isinstance(operator, (_ast.Eq, _ast.Is)))


def _same(left: Value, right: Value) -> bool | None:
    """Is the class of an array this one?  None where it can't be known."""
    array, other = (left, right) if isinstance(left, TypeOf) else (right, left)
    if not isinstance(array, TypeOf):
        return None
    kind = kind_of_array(array.of)
    if isinstance(other, TypeOf):
        known = kind is not None and kind_of_array(other.of) not in (None, kind)
        return False if known else None
    if isinstance(other, ClassValue) or is_none(other):
        return False
    if kind is None or not isinstance(other, Library):
        return None
    if kind == TRACER and is_tracer_class(other.name):
        return None
    of_class = is_of_class(kind, other.name, is_scalar(array.of))
    if of_class and kind == TRACER:
        return False  # ``jax.Array`` and ``object`` are no tracer's own class
    return True if of_class and other.name in ("numpy.ndarray", "jax._src.array.ArrayImpl") else of_class and None
