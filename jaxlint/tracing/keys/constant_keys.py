"""PRNG keys that are made of a number written in traced code: each call of what is compiled has the same ones."""

from __future__ import annotations

import _ast

from jaxlint.syntax.binders import parameters_of
from jaxlint.tracing.events.keys import ITERATION, ConstantKey
from jaxlint.tracing.events.models import is_initial
from jaxlint.tracing.shares.share import LASTING
from jaxlint.tracing.values.joining import leaves, traced_among
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import ABSTRACT
from jaxlint.tracing.values.value import UNKNOWN, Const, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from jaxlint.tracing.events.event import Place
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.running.interpreter import Interpreter
    from jaxlint.tracing.values.value import Value

_OF_ITSELF = ("key", "shape", "dtype")  # of a draw: they say nothing of the distribution


class Made:
    """Where a key was made, the calls that lead there, and what compiles it."""

    __slots__ = ("calls", "compiled", "place")

    def __init__(self, frame: Frame, node: _ast.AST) -> None:
        self.place: Place = (frame.module, frame.function, node)
        self.calls = frame.context.calls
        self.compiled = frame.context.staging


class ConstantKeys:
    """``made``: identities of keys that traced code makes of constants.

    ``inits``: calls of ``init``; of what they are given, they ask for the shapes.
    """

    __slots__ = ("inits", "made")

    def __init__(self) -> None:
        self.made: dict[object, Made] = {}
        self.inits: set[_ast.AST] = set()


LASTING.add(ConstantKeys)


def note_made(frame: Frame, node: _ast.AST, identity: object, seed: Value | None, written: _ast.AST | None) -> None:
    """``jax.random.key(0)`` under a trace."""
    if frame.context.stage == ABSTRACT and isinstance(seed, Const) and _is_of_the_code(frame, written):
        frame.interpreter.part(ConstantKeys).made[identity] = Made(frame, node)


def _is_of_the_code(frame: Frame, written: _ast.AST | None) -> bool:
    """A number, or a name for one: what a parameter or an attribute holds, somebody may set to another."""
    if isinstance(written, _ast.Constant):
        return True
    spec = getattr(frame.function, "args", None)
    own = [] if spec is None else [one.arg for one in parameters_of(spec)]
    return isinstance(written, _ast.Name) and written.id not in own


def note_derived(frame: Frame, identity: object, key: object, data: Value | None) -> None:
    """``split(key)``, ``fold_in(key, 1)``: what comes of a constant alone is one."""
    made = _behind(frame.interpreter, key)
    if made is not None and (data is None or isinstance(data, Const)):
        frame.interpreter.part(ConstantKeys).made[identity] = made


def _behind(interpreter: Interpreter, identity: object) -> Made | None:
    """Where a key comes from, or the keys that it is a row of."""
    known = interpreter.part(ConstantKeys).made
    while known and isinstance(identity, tuple) and identity not in known:
        identity = identity[0]
    return known.get(identity)


def made_of_constants(interpreter: Interpreter, keys: list[object]) -> list[Made | None]:
    """Which constant each of these keys is made of; empty where no key is."""
    return [_behind(interpreter, one) for one in keys] if interpreter.part(ConstantKeys).made else []


def note_drawn(
    frame: Frame, node: _ast.AST, callee: str, given: Mapping[str, Value], written: Mapping[str, _ast.AST | None]
) -> None:
    """A draw consumes a key; ``given``: what each of its parameters holds."""
    interpreter = frame.interpreter
    made = _behind(interpreter, getattr(given.get("key"), "key_id", None))
    if made is None or not frame.context.is_computed or any(map(is_initial, frame.context.calls)):
        return
    module, function, origin = made.place
    compiled = [] if made.compiled is None else made.compiled.steps()
    draw = (frame.module, frame.function, node)
    drawn = (*frame.context.calls[len(made.calls) :], draw)
    event = ConstantKey(
        frame.point.at(module, function),
        origin,
        UNKNOWN,
        callee=callee,
        calls=made.calls,
        related=(*compiled, Origin(f"`{callee}` draws here", frame.module, node)),
        draw=draw,
        drawn=drawn,
        inits=interpreter.part(ConstantKeys).inits,
        follows=_is_passed([value for name, value in given.items() if name not in _OF_ITSELF]),
        like=_name_of_shape(frame, written.get("shape")),
        repeated=_is_in_body(frame) and len(drawn) == 1,
    )
    frame.note(event)


def note_streams(frame: Frame, node: _ast.AST, callee: str, streams: Value | None, given: list[Value]) -> None:
    """``net.apply(variables, x, rngs={"dropout": jax.random.key(0)})`` while it is trained."""
    for key in leaves(streams) if streams is not None and frame.context.differentiating else ():
        inputs = {f"input {number}": value for number, value in enumerate(given)}
        note_drawn(frame, node, callee, {"key": key, **inputs}, {})


def _is_in_body(frame: Frame) -> bool:
    """The function that runs is what a loop repeats."""
    return any(level == frame.context.depth and unit == ITERATION for level, _, unit in frame.condition.turns)


def _is_passed(values: list[Value]) -> bool:
    """It follows from the arguments of what is traced, and is no constant that was staged."""
    return any(not one.staged for one in traced_among(values))


def _name_of_shape(frame: Frame, shape: _ast.AST | None) -> str | None:
    """The ``x`` of ``x.shape``."""
    if not isinstance(shape, _ast.Attribute) or shape.attr != "shape" or not isinstance(shape.value, _ast.Name):
        return None
    value = frame.lookup(shape.value.id)
    return shape.value.id if isinstance(value, Traced) and not value.staged else None
