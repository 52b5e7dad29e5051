"""What holds on several ways at once, and what a value has inside."""

from __future__ import annotations

from jaxlint.knowledge.tables import JAX_MODULES
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import Aval, join_avals, unknown_aval
from jaxlint.tracing.values.hierarchy import MOST, common_base
from jaxlint.tracing.values.levels import following
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    ClassValue,
    Const,
    Container,
    Function,
    Generator,
    Imported,
    Indexed,
    Instance,
    Library,
    Mapping,
    Partial,
    Reference,
    Sequence,
    Several,
    Static,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


CALLABLES = (Function, BoundMethod, Partial, Transformed, ClassValue, Several)
_PLAIN = frozenset("int float complex bool str bytes NoneType ellipsis".split())
_CALLABLE_KINDS = frozenset([*CALLABLES, Indexed])
_MOST = 8  # callables that one value may stand for, where the code chooses
_LEAVES = frozenset([Traced, Array, Const, Static, type(UNKNOWN), Function])  # most values: nothing is inside


def join(left: Value, right: Value) -> Value:
    """What holds on both branches; UNKNOWN unless it is the same on both, or a callable on one of them."""
    if left is right:
        return left
    kind = type(left)
    if kind in _CALLABLE_KINDS or type(right) in _CALLABLE_KINDS:
        return _join_callables(left, right)
    if kind is not type(right):
        return _module_or_none(left, right) or _join_static(left, right)
    if kind is Traced:
        return _join_traced(left, right)  # type: ignore[arg-type]
    if kind is Array:
        same = left.key_id == right.key_id  # type: ignore[attr-defined]
        if left.numpy is right.numpy:  # type: ignore[attr-defined]
            sure = left.sure and right.sure  # type: ignore[attr-defined]
            return Array(join_avals(left.aval, right.aval), left.numpy, left.key_id if same else None, sure)  # type: ignore[attr-defined]
        return UNKNOWN
    if kind is Const or kind is Static:
        return _join_static(left, right)
    if isinstance(left, Sequence):
        return _join_sequences(left, right)  # type: ignore[arg-type]
    if isinstance(left, Mapping):
        return _join_mappings(left, right)  # type: ignore[arg-type]
    if isinstance(left, Reference) and left.cls is right.cls:  # type: ignore[attr-defined]
        return left.with_content(join(left.content, right.content))  # type: ignore[attr-defined]
    if isinstance(left, Instance):
        return _join_objects(left, right)  # type: ignore[arg-type]
    return left if left.key() == right.key() else UNKNOWN


def _module_or_none(left: Value, right: Value) -> Value | None:
    """A module that is imported when it is first wanted: where it is None, whatever uses it fails."""
    one, other = (right, left) if isinstance(left, Const) else (left, right)
    absent = isinstance(other, Const) and other.value is None
    return one if absent and _is_module(one) else None


def _is_module(value: Value) -> bool:
    if isinstance(value, Library):
        return "." not in value.name or value.name in JAX_MODULES
    return isinstance(value, Imported) and value.attribute is None


def _join_objects(left: Instance, right: Instance, with_attributes: bool = True) -> Value:
    """An object of the classes of both, that holds what both hold."""
    if left.key() == right.key():
        return left
    members = tuple(dict.fromkeys([*(left.members or (left.cls,)), *(right.members or (right.cls,))]))
    cls = None if isinstance(left, Reference) or len(members) > MOST else common_base(members)
    if cls is None:
        return UNKNOWN
    shared = [name for name in left.attributes if name in right.attributes] if with_attributes else []
    attributes = {name: _join_held(left.attributes[name], right.attributes[name]) for name in shared}
    joined = Instance(cls, attributes, True, max(left.depth, right.depth), members)
    joined.optional, joined.traced = left.optional or right.optional, left.traced and right.traced
    return joined


def _join_held(left: Value, right: Value) -> Value:
    """Of objects in objects the class alone: they may hold each other."""
    if isinstance(left, Instance) and isinstance(right, Instance):
        return _join_objects(left, right, False)
    if left.key() == right.key():
        return left
    return UNKNOWN if any(isinstance(leaf, Instance) for leaf in leaves(left)) else join(left, right)


def alternatives(value: Value) -> list[Value]:
    """The callables that a value may be."""
    return value.values if isinstance(value, Several) else [value]


def _join_callables(left: Value, right: Value) -> Value:
    """Either, or whatever else; UNKNOWN where one def was run in several states, or where there are too many."""
    found: dict[object, Value] = {}
    for value in (left, right):
        callable_ones = alternatives(value) if isinstance(value, CALLABLES) else [UNKNOWN]
        found.update({one.key(): one for one in callable_ones})
    values = list(found.values())
    if len(values) == 1:
        return left
    defs = {one.node for one in values if isinstance(one, (Function, ClassValue))}
    plain = [one for one in values if isinstance(one, (Function, ClassValue))]
    return Several(values, True) if len(values) <= _MOST and len(defs) == len(plain) else UNKNOWN


def _join_traced(left: Traced, right: Traced) -> Traced:
    evidence = left.evidence or right.evidence
    joined = Traced(
        join_avals(left.aval, right.aval),
        following(left.origin, [right]).with_batched(left.origin.batched & right.origin.batched),
        left.concrete or right.concrete,
        left.staged and right.staged,
        evidence,
        left.key_id if left.key_id == right.key_id else None,
    )
    joined.trace = left.trace if left.trace is right.trace else None
    return joined


def static_type(value: Value) -> str | None:
    """int, float, ... of a Python scalar, else None."""
    kind = type(value)
    if kind is Static:
        return value.type  # type: ignore[attr-defined,no-any-return]
    if kind is not Const:
        return None
    name = type(value.value).__name__  # type: ignore[attr-defined]
    if name in _PLAIN:
        return name
    names = (one.__name__ for one in type(value.value).__mro__)  # type: ignore[attr-defined]
    return next((one for one in names if one in _PLAIN), "object")  # a member may be a number or a text, too


def _join_static(left: Value, right: Value) -> Value:
    if isinstance(left, Const) and isinstance(right, Const) and left.key() == right.key():
        return left
    types = {static_type(left), static_type(right)}
    if len(types) == 1 and None not in types and "NoneType" not in types:
        same = isinstance(left, Static) and isinstance(right, Static) and left.dim is right.dim
        return Static(types.pop() or "object", getattr(left, "dim", None) if same else None)
    if types <= {"int", "float", "bool"}:
        return Static("float" if "float" in types else "int")
    return UNKNOWN


def _join_sequences(left: Sequence, right: Sequence) -> Value:
    if isinstance(left, Generator) and isinstance(right, Generator):
        context = left.context if left.context == "eager" else right.context
        return Generator(join(left.element, right.element), left.catching | right.catching, context)
    both = pairs(left, right)
    if both is not None:
        return left.like([join(a, b) for _, a, b in both], UNKNOWN, left.depth)
    if left.type != right.type:
        return UNKNOWN
    if left.items == [] or right.items == []:  # whoever reads an element has one
        return left.like(None, element_of(right if left.items == [] else left), left.depth)
    return left.like(None, join(element_of(left), element_of(right)), left.depth)


def _join_mappings(left: Mapping, right: Mapping) -> Value:
    both = pairs(left, right)
    return left.like(None if both is None else [join(a, b) for _, a, b in both], UNKNOWN, left.depth)


def element_of(sequence: Sequence) -> Value:
    """One value for every element."""
    if sequence.items is None:
        return sequence.element
    return join_all(sequence.items)


def another(value: Value) -> Value:
    """The same kind of value in another place: what one turns out to be says nothing of the other."""
    if isinstance(value, Traced) and value.evidence is not None:
        return Traced(value.aval, value.origin, value.concrete, value.staged, Evidence(refers=value.evidence.refers))
    return value


def unnamed(value: Value) -> Value:
    """The same kind of value, and no longer one key that could be met again."""
    if isinstance(value, Traced) and value.key_id is not None:
        return Traced(value.aval, value.origin, value.concrete, value.staged, value.evidence)
    if isinstance(value, Array) and value.key_id is not None:
        return Array(value.aval, value.numpy, None, value.sure)
    return value


def join_all(values: Iterable[Value]) -> Value:
    result: Value | None = None
    for value in values:
        result = value if result is None else join(result, value)
    return UNKNOWN if result is None else result


def leaves(value: Value, depth: int = 4) -> list[Value]:
    """The values inside nested containers, as far as they are known."""
    if depth and type(value) in _LEAVES:
        return [value]
    found: list[Value] = []
    if depth:
        _gather(value, depth, found)
    return found


def named_leaves(value: Value, name: str) -> Iterator[tuple[str, Value]]:
    """The same, each with its path as JAX's messages have it: ``params['w'][0]``."""
    parts = pairs(value, value)
    if parts is None:
        yield from ((name, leaf) for leaf in leaves(value))
    for key, part, _ in parts or ():
        yield from named_leaves(part, f"{name}[{key!r}]")


def _unknown(_: Value) -> Value:
    return UNKNOWN


def pairs(left: Value, right: Value) -> list[tuple[object, Value, Value]] | None:
    """The parts of two containers of one form, each with its place; None of others, and where they are not known."""
    if not isinstance(left, Container) or not isinstance(right, Container) or left.type != right.type:
        return None
    ours, theirs = left.items, right.items
    if ours is None or theirs is None or len(ours) != len(theirs):
        return None
    if isinstance(ours, list):
        return [(at, *pair) for at, pair in enumerate(zip(ours, theirs, strict=True))]
    return [(key, ours[key], theirs[key]) for key in ours] if ours.keys() == theirs.keys() else None


def abreast(first: Container, trees: list[Value], below: Callable[[Value], Value] = _unknown) -> list[list[Value]]:
    """What trees hold in each place of the first one, whose parts are known; ``below`` others there is one thing."""
    rows = [(tree, pairs(first, tree)) for tree in trees]
    return [[below(tree) if row is None else row[at][2] for tree, row in rows] for at in range(len(first.parts))]


def field(tree: Value, name: str, below: Callable[[Value], Value] = _unknown) -> Value:
    """What it holds as an attribute."""
    return tree.attributes.get(name, UNKNOWN) if isinstance(tree, Instance) else below(tree)


def _gather(value: Value, depth: int, found: list[Value]) -> None:
    if isinstance(value, Container):
        inner = value.parts
    elif isinstance(value, Reference):
        inner = [value.content]
    else:
        found.append(value)
        return
    if depth > 1:
        for item in inner:
            if type(item) in _LEAVES:
                found.append(item)
            else:
                _gather(item, depth - 1, found)


def first_traced(values: Iterable[Value]) -> Traced | None:
    """The first tracer among values and what their containers hold."""
    return next((leaf for value in values for leaf in leaves(value) if isinstance(leaf, Traced)), None)


_KINDS = {"bool": "b", "int": "i", "float": "f", "complex": "c"}


def scalar_aval(value: Value) -> Aval | None:
    """The aval JAX gives a Python number (weakly typed), or None."""
    kind = _KINDS.get(static_type(value) or "")
    return None if kind is None else Aval(kind, (), None, weak=kind != "b")


def aval_of(value: Value) -> Aval:
    """The aval of anything that JAX would take for an array."""
    if type(value) is Traced or type(value) is Array:
        return value.aval
    if isinstance(value, Reference):
        return aval_of(value.content)
    return scalar_aval(value) or unknown_aval()


def traced_among(operands: list[Value]) -> list[Traced]:
    """All tracers among operands and inside their containers."""
    return [leaf for value in operands for leaf in leaves(value) if isinstance(leaf, Traced)]
