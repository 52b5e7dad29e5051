"""jax.Ref by its functions and methods: made, frozen, read, swapped, written."""

from __future__ import annotations

from jaxlint.knowledge.references import CLASSES, EMPTY_MAKERS, FREEZERS, MAKERS, READERS, SWAPPERS, WRITERS
from jaxlint.tracing.calls.models import modelled
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.operations.references import check_shared, held, loaded, stored
from jaxlint.tracing.values.aval import unknown_aval
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.value import NONE, UNKNOWN, Array, BoundMethod, ClassValue, Const, Reference, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.running.interpreter import Interpreter

_CLASS = "jax.Ref"
assert _CLASS in CLASSES


def class_of_references(interpreter: Interpreter) -> ClassValue:
    found = modelled(interpreter, _CLASS)
    assert isinstance(found, ClassValue)
    return found


def reference_to(frame: Frame, content: Value) -> Reference:
    """A ``jax.Ref`` that lives here."""
    return Reference(class_of_references(frame.interpreter), content, frame.context.stage, frame.condition.branches)


def new_ref(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return reference_to(frame, held(frame, arguments.get(0, "init_val") or UNKNOWN))


def empty_ref(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return reference_to(frame, held(frame, Array(unknown_aval())))


def freeze(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    reference = arguments.get(0, "ref")
    return loaded(frame, node, reference) if isinstance(reference, Reference) else UNKNOWN


def read(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``jax.ref.get(ref, index)``, ``pl.load(ref, index)``, and what a swap gives back."""
    reference = arguments.get(0)
    if not isinstance(reference, Reference):
        return UNKNOWN
    return _part(frame, node, reference, arguments.get(1, "idx"))


def _part(frame: Frame, node: _ast.AST, reference: Reference, index: Value | None) -> Value:
    whole = loaded(frame, node, reference)
    if index is None or (isinstance(index, Const) and index.value in (None, ...)):
        return whole
    aval = unknown_aval(aval_of(whole).kind)
    if isinstance(whole, Traced):
        return Traced(aval, whole.origin, whole.concrete)
    return Array(aval) if isinstance(whole, Array) else UNKNOWN


def swap(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    before = read(frame, node, name, arguments)
    write(frame, node, name, arguments)
    return before


def write(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    reference = arguments.get(0)
    if isinstance(reference, Reference):
        check_shared(frame, node, reference, arguments.values())
        stored(frame, reference, arguments.get(2, "val") or UNKNOWN, False)
    return NONE


def reference_method(frame: Frame, node: _ast.AST, method: BoundMethod, arguments: Arguments) -> Value:
    """``ref.get()``, ``ref.set(x)`` ...: those of the tracer that stands for a reference, and of its views."""
    reference = method.receiver
    assert isinstance(reference, Reference)
    if method.name == "get":
        return _part(frame, node, reference, arguments.get(0, "idx"))
    if method.name in ("set", "swap", "addupdate"):
        before = _part(frame, node, reference, arguments.get(1, "idx"))
        check_shared(frame, node, reference, arguments.values())
        stored(frame, reference, arguments.get(0) or UNKNOWN, False)
        return before if method.name == "swap" else NONE
    content = reference.content
    if isinstance(content, Traced):
        return reference.with_content(Traced(unknown_aval(content.aval.kind), content.origin, content.concrete))
    return reference.with_content(Array(unknown_aval()) if isinstance(content, Array) else UNKNOWN)


for _handler, _names in {
    new_ref: MAKERS,
    empty_ref: EMPTY_MAKERS,
    freeze: FREEZERS,
    read: READERS,
    swap: SWAPPERS,
    write: WRITERS,
}.items():
    for _name in _names:
        FUNCTIONS[_name] = _handler
