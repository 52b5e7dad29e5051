"""Objects of neural-network libraries: layers that are called, modules that are applied, transformed functions."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.libraries.layers import FLAGS, LAYERS, NEEDED, RATES, SIZES
from jaxlint.record import Record
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.events.libraries import ModuleMisused
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.functions.calling import PREFIXES
from jaxlint.tracing.keys.constant_keys import note_streams
from jaxlint.tracing.operations.arrays import operation
from jaxlint.tracing.operations.facts import may_be_none, need_static
from jaxlint.tracing.running.reports import report_event
from jaxlint.tracing.values.aval import unknown_aval
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.joining import leaves
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import UNKNOWN, Array, BoundMethod, Const, Instance, Library, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.event import Place
    from jaxlint.tracing.running.environment import Frame

_RUNNING = ("apply", "apply_fn", "init")
_LAYER = "layer:"  # an object of a layer class
_IDLE = "(0)"  # a Dropout that drops nothing
_OPEN = "(?)"  # one that may drop nothing
_BEFORE_KEY = ("inputs", "deterministic")
_AT_WORK = "(!)"  # one that does, or a BatchNorm that learns, as its constructor says
_HAS_OTHER_RESULT = frozenset(("mutable", "method", "capture_intermediates"))  # keywords of ``apply``


def library_call(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``nn.Dense(4)`` makes a layer."""
    _draw(frame, node, arguments.keywords.get("rngs"))
    if not _is_layer(name) or (name.endswith(".Sequential") and not _is_chain(arguments)):
        return UNKNOWN
    if name in FLAGS and _is_without_effect(name, arguments):
        return Library(_LAYER + name + _IDLE)
    _ask_sizes(frame, node, name, arguments)
    _ask_flag(frame, node, name, arguments, 1)
    _check_inside(frame, node, name)
    if not _needs_more(name, arguments):
        return Library(_LAYER + name + _OPEN)
    given = _flag(name, arguments, 1)
    return Library(_LAYER + name + (_AT_WORK if isinstance(given, Const) and given.value is False else ""))


def _draw(frame: Frame, node: _ast.AST, streams: Value | None) -> None:
    """``nnx.Linear(2, 3, rngs=rngs)`` takes keys for its parameters."""
    if isinstance(streams, Instance) and is_model(streams.cls.module):
        call_value(frame, node, streams, Arguments([]))


def _is_layer(name: str) -> bool:
    head, _, last = name.rpartition(".")
    return last in LAYERS.get(head + ".", ())


def _is_chain(arguments: Arguments) -> bool:
    """Layers and library functions, all in view: what the user's own give is not known, and may be no array."""
    items = [item for value in arguments.positional for item in leaves(value)]
    return bool(items) and arguments.complete and all(isinstance(item, Library) for item in items)


def call_layer(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``nn.Dense(4)(x)`` gives an array, ``nn.Dense(4).apply(variables, x)`` too; what else it can do is not known."""
    name = name.removeprefix(_LAYER)
    at_work, is_open = name.endswith(_AT_WORK), name.endswith(_OPEN)
    name = name.removesuffix(_AT_WORK).removesuffix(_OPEN)
    _ask_flag(frame, node, name, arguments, 2)
    flag = _flag(name, arguments, 2)
    is_off = isinstance(flag, Const) and flag.value is False
    own_key = "rng" in arguments.keywords or len(arguments.positional) > len(_BEFORE_KEY)
    if name in NEEDED and not is_open and not own_key and (is_off or (at_work and flag is None)):
        _check_applied(frame, node, name)
    name = name.removesuffix(_IDLE)
    if _is_layer(name):
        _check_bound(frame, node, name)
        inputs = arguments.positional[:1]
    elif name.endswith(".apply") and not _HAS_OTHER_RESULT.intersection(arguments.keywords):
        inputs = arguments.positional[1:2]
    else:
        return UNKNOWN
    is_complex = any(isinstance(value, (Traced, Array)) and value.aval.kind == "c" for value in inputs)
    return operation(frame, node, inputs, unknown_aval(None if is_complex else "f"))


def _is_without_effect(name: str, arguments: Arguments) -> bool:
    """``nn.Dropout(0.0)`` never asks."""
    first = FLAGS[name][1].split()[0]
    rate = arguments.get(0, first) if first in RATES else None
    return isinstance(rate, Const) and rate.value == 0


def _needs_more(name: str, arguments: Arguments) -> bool:
    """A Dropout whose rate is known, and neither 0 nor 1, and other layers that are not told what they get."""
    if FLAGS.get(name, ("", "", ""))[1].split()[:1] != ["rate"]:
        return True
    rate = arguments.get(0, "rate")
    return isinstance(rate, Const) and isinstance(rate.value, (int, float)) and rate.value not in (0, 1)


def _ask_flag(frame: Frame, node: _ast.AST, name: str, arguments: Arguments, which: int) -> None:
    """``deterministic`` and its like decide which code the layer runs."""
    if name in FLAGS:
        position, flag = _place(name, which)
        _need_static(frame, node, name, arguments, position, flag)


def _place(name: str, which: int) -> tuple[int, str]:
    flag, parameters = FLAGS[name][0], FLAGS[name][which].split()
    return (parameters.index(flag) if flag in parameters else -1), flag


def _flag(name: str, arguments: Arguments, which: int) -> Value | None:
    return arguments.get(*_place(name, which)) if name in FLAGS else None


def _ask_sizes(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> None:
    for position, parameter in enumerate(SIZES.get(name, "").split()):
        _need_static(frame, node, name, arguments, position, parameter)


def _need_static(frame: Frame, node: _ast.AST, name: str, arguments: Arguments, position: int, parameter: str) -> None:
    value, where = arguments.get(position, parameter), arguments.node(position, parameter)
    if isinstance(value, Traced) and (value.is_array or not may_be_none(value)):
        need_static(frame, where or node, value, node, name, parameter)


def _check_applied(frame: Frame, node: _ast.AST, name: str) -> None:
    """``model.apply(variables, x, train=True)`` without what the layer needs then."""
    keyword, says = NEEDED[name]
    frame.interpreter.counts.placed += 1
    for module, function, call in reversed(frame.context.calls):
        method = getattr(getattr(call, "func", None), "attr", None)
        if method not in _RUNNING:
            continue
        given = [one.arg for one in call.keywords]  # type: ignore[attr-defined]
        if method != "init" and not {keyword, None}.intersection(given):
            _note(frame, (module, function, call), f"`{name.rpartition('.')[2]}` needs {says}", node)
        return


def _check_inside(frame: Frame, node: _ast.AST, name: str) -> None:
    """Code that no ``hk.transform`` calls: the module itself, and what is called from there by name."""
    places = _all_in_view(frame, node) if name.startswith("haiku.") else []
    texts = [module.source.segment(getattr(call, "func", call)) for module, _, call in places]
    if places and not any(word in text for text in texts for word in ("apply", "init", "transform")):
        _note(frame, places[-1], f"`{name}` needs to run inside `hk.transform`", None)


def _check_bound(frame: Frame, node: _ast.AST, name: str) -> None:
    """A module of flax.linen is bound to variables by ``init`` and ``apply``, and can't be called before."""
    places = _all_in_view(frame, node) if name.startswith("flax.linen.") else []
    if frame.interpreter.part(Bound).depth:
        return
    for place in reversed(places):
        if not isinstance(place[0].parents.get(place[1]), _ast.ClassDef):  # type: ignore[arg-type]
            says = "a linen module needs to run inside `init` or `apply`"
            _note(frame, place, says, None if place[2] is node else node)
            return


def _all_in_view(frame: Frame, node: _ast.AST) -> list[Place]:
    """The way from a statement of a module; empty where it begins in a function that nobody in view calls, or leads
    through the model of a library.
    """
    places: list[Place] = [*frame.context.calls, (frame.module, frame.function, node)]
    home, _, first = places[0]
    frame.interpreter.counts.placed += frame.context.stage == EAGER
    if frame.context.stage != EAGER or not isinstance(first, _ast.Call) or home.function_of(first) is not None:
        return []
    return [] if any(is_model(module) for module, _, _ in places) else places


def _note(frame: Frame, place: Place, says: str, layer: _ast.AST | None) -> None:
    module, function, node = place
    related = () if layer is None else (Origin("the layer is called here", frame.module, layer),)
    report_event(frame, ModuleMisused(frame.point.at(module, function), node, UNKNOWN, says=says, related=related))


class Bound(Record):
    """``depth``: how many calls of ``init`` or ``apply`` are under way."""

    depth = 0


def apply_module(frame: Frame, node: _ast.AST, module: Instance, arguments: Arguments) -> Value:
    """flax's ``module.apply(variables, *args, method=...)``: runs the method as it is, on the same hyper-parameters."""
    chosen = arguments.keywords.get("method")
    name = "__call__"
    if isinstance(chosen, Const) and isinstance(chosen.value, str):
        name = chosen.value
    elif isinstance(chosen, BoundMethod):
        name = chosen.name
    elif chosen is not None and not (isinstance(chosen, Const) and chosen.value is None):
        return UNKNOWN
    member = class_member(module.cls, name)
    if member is None:
        return UNKNOWN
    bound = frame.interpreter.part(Bound)
    bound.depth += 1
    try:
        result = _applied(frame, node, module, member, arguments)
    finally:
        bound.depth -= 1
    return UNKNOWN if "mutable" in arguments.keywords else result


def _applied(frame: Frame, node: _ast.AST, module: Instance, member: Value, arguments: Arguments) -> Value:
    setup = class_member(module.cls, "setup")
    note_streams(frame, node, "flax.linen.Module.apply", arguments.keywords.get("rngs"), arguments.positional[1:])
    own = module.again(dict(module.attributes))
    if setup is not None:
        call_value(frame, node, setup, Arguments([own]))
    passed = arguments.after(1)
    kept = {key: value for key, value in passed.keywords.items() if key not in ("rngs", "mutable", "method")}
    given = Arguments([own, *passed.positional], kept, [None, *passed.nodes], passed.keyword_nodes, passed.complete)
    return call_value(frame, node, member, given)


for _home in ("flax", "equinox", "haiku"):
    PREFIXES[_home] = library_call
PREFIXES["layer:flax"] = PREFIXES["layer:equinox"] = PREFIXES["layer:haiku"] = call_layer
