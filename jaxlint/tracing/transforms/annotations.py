"""What a parameter's annotation says of the array that comes."""

from __future__ import annotations

import _ast

from jaxlint.text.numbers import whole_number
from jaxlint.tracing.objects.heirs import some_object
from jaxlint.tracing.objects.meanings import class_named, meanings, parsed_annotation, refers
from jaxlint.tracing.running.environment import ModuleFrames
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import AnyShape, Aval, Dim, Shape
from jaxlint.tracing.values.value import (
    ARRAYS,
    CONSTANT,
    STATIC,
    UNKNOWN,
    UNSURE,
    ClassValue,
    Instance,
    Library,
    Mapping,
    Reference,
    Sequence,
    Static,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.origin import Origin

_NUMBERS = {"bool": "b", "int": "i", "float": "f", "complex": "c"}
_ARRAYS = frozenset(["Array", "ndarray", "ArrayLike", "ArrayDevice", "Scalar", "Numeric"])
_KEYS = frozenset(["PRNGKey", "PRNGKeyArray", "KeyArray"])
_CONTAINERS = frozenset("list List Sequence tuple Tuple dict Dict Mapping MutableMapping".split())
_JAXTYPING = {
    "Float": "f", "Int": "i", "Bool": "b", "Complex": "c", "UInt": "i", "Integer": "i", "Inexact": None, "Num": None,
    "Shaped": None, "Real": None, "Key": "k", "Float32": "f", "Float16": "f", "BFloat16": "f", "Int32": "i",
    "Float64": "f", "Int64": "i", "UInt32": "i", "UInt8": "i", "Int8": "i",
}  # fmt: skip


def annotated_value(
    frame: Frame, annotation: _ast.expr, origin: Origin, concrete: bool = False, depth: int = 4
) -> Value | None:
    """The traced argument, UNKNOWN where it is optional or no array, None where the annotation tells nothing."""
    if isinstance(annotation, _ast.Constant) and isinstance(annotation.value, str):
        named = parsed_annotation(annotation.value)
        return None if named is None else annotated_value(frame, named, origin, concrete, depth)
    name = getattr(annotation, "attr", None) or getattr(annotation, "id", None)
    plain = _array_named(annotation, name, origin, concrete, isinstance(annotation, _ast.Name))
    if plain is not None:
        return plain
    if isinstance(annotation, _ast.Subscript):
        if refers(frame, annotation.value):  # ``nnx.Param[jax.Array]``
            return annotated_value(frame, annotation.value, origin, concrete, depth)
        inside = _contained(frame, annotation, origin, concrete, depth)
        return _jaxtyped(annotation, origin, concrete) if inside is None else inside
    if isinstance(annotation, _ast.BinOp):
        return UNKNOWN
    cls = class_named(frame, annotation)
    if cls is not None:
        return record(frame, cls, origin, concrete, depth)
    meant = meanings(frame, annotation)
    if len(meant) > 1:
        return UNKNOWN
    if not meant or not isinstance(meant[0], Library):
        return None
    if name in ("str", "Callable", "object"):
        return UNKNOWN
    home, _, last = meant[0].name.rpartition(".")  # of ``Temperature = jax.Array`` it is the latter
    return _array_named(annotation, last, origin, concrete, home == "builtins")


def _array_named(
    annotation: _ast.expr, name: str | None, origin: Origin, concrete: bool, builtin: bool
) -> Traced | None:
    """An array, a key or a number, by the name of its class."""
    if builtin and name in _NUMBERS:
        return Traced(Aval(_NUMBERS[name], (), None), origin, concrete)
    if name in _KEYS:
        return Traced(Aval("k", ()), origin, concrete, key_id=("parameter", annotation))
    return Traced(Aval(None, AnyShape()), origin, concrete) if name in _ARRAYS else None


def arrays_only(value: Value) -> Value:
    """Of a record, what is an array for certain: under equinox's transforms the rest may be plain Python."""
    if not isinstance(value, Instance):
        return value if isinstance(value, Traced) and value.evidence is None else UNKNOWN
    if isinstance(value, Reference) or value.cls.layout == ARRAYS:
        return value
    annotations = value.cls.annotations
    kept = {
        name: arrays_only(item)
        for name, item in value.attributes.items()
        if getattr(annotations.get(name), "id", None) not in _NUMBERS
    }
    return value.again({name: item for name, item in kept.items() if item is not UNKNOWN})


def record(frame: Frame, cls: ClassValue, origin: Origin, concrete: bool = False, depth: int = 4) -> Instance:
    """A pytree of a class in view: its fields are traced but for the static ones; optional ones stay unknown."""
    if cls.reference is not None:
        evidence = Evidence() if cls.reference == "variable" else None
        return Reference(cls, Traced(Aval(None, AnyShape()), origin, concrete, False, evidence), frame.context.stage)
    instance = some_object(frame.interpreter, cls)
    if not cls.pytree or depth == 0:
        return instance
    home = frame.interpreter.part(ModuleFrames).get(cls.module, frame)
    if cls.layout == ARRAYS:
        instance.attributes = _constructed(home, cls, origin, concrete)
    for name in cls.fields or cls.flattened or cls.annotations:
        held = cls.held.get(name)
        annotation = cls.annotations.get(name)
        listed = cls.flattened is not None or (
            not cls.annotations and cls.fields is not None
        )  # ``namedtuple("P", "x")``
        if held == UNSURE or (annotation is None and not listed):
            continue
        if held == STATIC or cls.layout == CONSTANT:
            instance.attributes[name] = Static("object")
            continue
        value = None if annotation is None else annotated_value(home, annotation, origin, concrete, depth - 1)
        if cls.layout == ARRAYS and held is None:
            number = getattr(annotation, "id", None)
            value = Static(number) if number in _NUMBERS else arrays_only(value or UNKNOWN)
            if value is UNKNOWN:
                continue
        elif value is None:
            value = Traced(Aval(None, AnyShape()), origin, concrete, False, Evidence())
        instance.attributes[name] = value
    for name, held in cls.held.items():
        if held == STATIC:
            instance.attributes[name] = Static("object")
    return instance


def _constructed(home: Frame, cls: ClassValue, origin: Origin, concrete: bool) -> dict[str, Value]:
    from jaxlint.tracing.applied.lift import lift
    from jaxlint.tracing.objects.constructed import constructed

    found = Instance(cls, constructed(home, cls))
    lifted = lift(found, origin, concrete)
    return lifted.attributes if isinstance(lifted, Instance) else {}


def _contained(frame: Frame, annotation: _ast.Subscript, origin: Origin, concrete: bool, depth: int) -> Value | None:
    """``list[Array]``, ``tuple[Array, ...]``, ``dict[str, Array]``, ``Annotated[Array, ...]``."""
    head = getattr(annotation.value, "attr", None) or getattr(annotation.value, "id", None)
    parts = annotation.slice.elts if isinstance(annotation.slice, _ast.Tuple) else [annotation.slice]
    if head == "Annotated":
        return annotated_value(frame, parts[0], origin, concrete, depth)
    if depth == 0 or not parts or head not in _CONTAINERS:
        return None
    if head in ("list", "List", "Sequence"):
        return Sequence("list", None, _element(frame, parts[0], origin, concrete, depth))
    if head in ("tuple", "Tuple"):
        if isinstance(parts[-1], _ast.Constant) and parts[-1].value is ...:
            return Sequence("tuple", None, _element(frame, parts[0], origin, concrete, depth))
        return Sequence("tuple", [_element(frame, part, origin, concrete, depth) for part in parts])
    return Mapping(None, _element(frame, parts[-1], origin, concrete, depth))


def _element(frame: Frame, annotation: _ast.expr, origin: Origin, concrete: bool, depth: int) -> Value:
    """One of the elements; of keys, it is not known which."""
    value = annotated_value(frame, annotation, origin, concrete, depth - 1)
    if isinstance(value, Traced):
        value.key_id = None
    return UNKNOWN if value is None else value


def _jaxtyped(annotation: _ast.Subscript, origin: Origin, concrete: bool) -> Value | None:
    """jaxtyping's ``Float[Array, "n 3"]``."""
    head = getattr(annotation.value, "attr", None) or getattr(annotation.value, "id", None)
    parts = annotation.slice.elts if isinstance(annotation.slice, _ast.Tuple) else []
    if head not in _JAXTYPING or len(parts) != 2 or not isinstance(parts[1], _ast.Constant):
        return UNKNOWN
    text = parts[1].value
    kind = _JAXTYPING[head]
    return Traced(Aval(kind, _dims(text) if isinstance(text, str) else AnyShape()), origin, concrete)


def _dims(text: str) -> Shape:
    words = text.split()
    if any("*" in word or "..." in word for word in words):
        return AnyShape()
    named: dict[str, Dim] = {}
    sizes = [(word, whole_number(word)) for word in words]
    return tuple(named.setdefault(word, Dim(word)) if size is None else size for word, size in sizes)
