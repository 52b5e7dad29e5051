"""Where events are made: the few questions that Python or JAX asks of a tracer."""

from __future__ import annotations

import _ast
import math

from jaxlint.tracing.events.effects import HostRandom
from jaxlint.tracing.events.raised import HASH, PARAMETER
from jaxlint.tracing.events.shapes import Mutation
from jaxlint.tracing.events.values import (
    AmbiguousTruth,
    AttributeLacking,
    Concretized,
    GradientCut,
    NumpyCall,
    RowsIterated,
    SilentlyFalse,
    StaticParameter,
    TruthTest,
)
from jaxlint.tracing.objects.special_methods import asked
from jaxlint.tracing.running.reports import report, report_event
from jaxlint.tracing.values.holding import operand
from jaxlint.tracing.values.joining import first_traced
from jaxlint.tracing.values.stage import ABSTRACT, VMAP
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Container, Instance, Reference, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


# What a Variable asks of its content; its hash and its text are its own.
_OF_VARIABLES = frozenset(["int", "float", "complex", "index", "range", "list-index", "repeat", "hex", "round"])
_CUTS = frozenset(["int", "item"])


def is_abstract(value: Value) -> bool:
    """A tracer that has no number; under grad alone, one has."""
    return isinstance(value, Traced) and not value.concrete


def known_truth(value: Value) -> bool | None:
    """bool(value) where it is known without asking an array."""
    if type(value) is Const:
        return bool(value.value)
    if type(value) is Traced or type(value) is Static or value is UNKNOWN:
        return None
    if isinstance(value, Container) and value.items is not None and not value.grows:
        return bool(value.items)
    return None


def truth(frame: Frame, node: _ast.AST, value: Value, owner: _ast.AST, construct: str) -> bool | None:
    """Python asks for bool(value).  None: it can't be known here."""
    if type(value) is Const:
        return bool(value.value)
    if isinstance(value, Traced):
        if not value.concrete:
            report(frame, TruthTest, node, value, owner=owner, construct=construct)
        return None
    if isinstance(value, Array):
        _ambiguous(frame, node, value)
        return None
    if isinstance(value, Reference):
        return None  # asks for its length, which is known
    if isinstance(value, Instance):
        answer = asked(frame, node, value)
        return None if answer is None else known_truth(answer)
    return known_truth(value)


def _ambiguous(frame: Frame, node: _ast.AST, value: Array) -> None:
    """The truth of several elements at once, wherever nothing else is wrong with it."""
    shape = value.aval.shape
    sizes = [size for size in shape if isinstance(size, int)] if isinstance(shape, tuple) else []
    if not isinstance(shape, tuple) or len(sizes) < len(shape) or math.prod(sizes) <= 1:
        return
    report(frame, AmbiguousTruth, node, value, count=math.prod(sizes))


def concretize(frame: Frame, node: _ast.AST, value: Value, how: str, even_grad: bool = False) -> None:
    """Python asks an array for a plain number.  ``even_grad``: fails under grad alone too, as float() does."""
    if how in _OF_VARIABLES:
        value = operand(value)
    if how == "hash" and isinstance(value, Array) and value.sure and not value.numpy:
        _concretized(frame, node, value, how)  # no array of JAX's has a hash
    if not isinstance(value, Traced):
        return
    if value.concrete and not even_grad:
        if how in _CUTS and value.origin.derived:
            report(frame, GradientCut, node, value, how=how)
        return
    if how != "hash" or not _may_have_hash(frame, value):
        _concretized(frame, node, value, how)


def _concretized(frame: Frame, node: _ast.AST, value: Traced | Array, how: str) -> None:
    report(frame, Concretized, node, value, how=how)


def _may_have_hash(frame: Frame, value: Traced) -> bool:
    """A pytree of unknown structure may be an object of a class in view that says itself how it is hashed."""
    return not value.is_array and frame.interpreter.is_member("__hash__")


def need_static(frame: Frame, node: _ast.AST, value: Value, call: _ast.AST, callee: str, parameter: str) -> None:
    """The table says that this argument must be static."""
    traced = first_traced([value])
    if traced is not None and not traced.concrete:
        event = StaticParameter(
            frame.point, node, traced, call=call, callee=callee, parameter=parameter, raises=PARAMETER
        )
        report_event(frame, event)


def may_be_none(traced: Traced) -> bool:
    """Without evidence that it is a number, it may be the None that a parameter takes as well."""
    return not traced.is_array and (traced.evidence is None or traced.evidence.may_be_none)


def unhashable(frame: Frame, node: _ast.AST, value: Value, call: _ast.AST, callee: str, parameter: str) -> None:
    """A static argument of jit is a tracer; that grad knows its number does not help."""
    traced = first_traced([value])
    if traced is not None and not may_be_none(traced):  # no pytree of tracers has a hash either
        event = StaticParameter(frame.point, node, traced, call=call, callee=callee, parameter=parameter, raises=HASH)
        report_event(frame, event)


def numpy_call(frame: Frame, node: _ast.AST, value: Traced, callee: str, argument: _ast.AST | None = None) -> None:
    report(frame, NumpyCall, node, value, argument=argument, callee=callee)


def silently_false(frame: Frame, node: _ast.AST, value: Traced, callee: str) -> None:
    report(frame, SilentlyFalse, node, value, callee=callee)


def attribute_lacking(frame: Frame, node: _ast.AST, value: Traced, attribute: str) -> None:
    report(frame, AttributeLacking, node, value, attribute=attribute)


def host_random(frame: Frame, node: _ast.AST, callee: str) -> None:
    """NumPy or Python draws while a trace is under way; a branch that may never be taken tells nothing."""
    if frame.context.stage not in (ABSTRACT, VMAP):
        return
    report(frame, HostRandom, node, UNKNOWN, callee=callee, related=frame.context.reasons)


def rows_iterated(frame: Frame, node: _ast.AST, value: Traced) -> None:
    """Python unrolls a loop over the rows of an array; keys are meant to be gone through."""
    if frame.context.stage != ABSTRACT or value.key_id is not None or value.aval.kind == "k":
        return
    shape = value.aval.shape
    count = shape[0] if isinstance(shape, tuple) and shape and isinstance(shape[0], int) else None
    report(frame, RowsIterated, node, value, count=count)


def prove_shaped(frame: Frame, value: Value) -> None:
    """Only an array of some shape can be used so; of what is merely assumed to be one, this is the proof."""
    if frame.interpreter.assuming and isinstance(value, Traced):
        doubt = value.origin.root().doubt
        if doubt is not None:
            doubt.show()


def written_in_place(frame: Frame, node: _ast.AST, receiver: Traced | Array) -> None:
    """A method, or a function of NumPy's, that writes into a JAX array."""
    report(frame, Mutation, node, receiver, target=None, use="method")
