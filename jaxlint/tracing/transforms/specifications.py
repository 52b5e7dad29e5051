"""What a transform is told of the function's parameters, and whether the function, or a call of it, has them.

https://docs.jax.dev/en/latest/_autosummary/jax.jit.html; what raises, and when, was measured on JAX 0.10.2.
"""

from __future__ import annotations

import _ast

from jaxlint.tracing.event import BadSpecification
from jaxlint.tracing.joining import leaves
from jaxlint.tracing.origin import Origin
from jaxlint.tracing.refusals import SPECIFICATION, is_certain
from jaxlint.tracing.transforms.signature import Parameter, name_of, names, numbers, parameters_of, titled
from jaxlint.tracing.value import (
    UNKNOWN,
    BoundMethod,
    Const,
    Function,
    Instance,
    Mapping,
    Partial,
    Sequence,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame
    from jaxlint.tracing.invocation import Arguments

_CUSTOM = ("jax.custom_jvp", "jax.custom_vjp")
_GRAD = ("jax.grad", "jax.value_and_grad", "jax.jacfwd", "jax.jacrev", "jax.jacobian", "jax.hessian")
# What inspect.signature sees through: the transformed function shows the signature of the original.
_SHOWING = (*_GRAD, "jax.jit", "jax.vmap", "jax.checkpoint", "jax.remat")
_SPELLED = {"static": ("static_argnums", "static_argnames"), "donate": ("donate_argnums", "donate_argnames")}


class _Signature:
    """``count`` None: any number of positional arguments; ``taken`` None: any name."""

    __slots__ = ("count", "order", "positional_only", "taken")

    def __init__(self, parameters: list[Parameter], function: Value) -> None:
        kinds = [one.kind for one in parameters]
        self.order = [one.name for one in parameters if one.kind == "positional"]
        self.count = None if "rest" in kinds else len(self.order)
        self.positional_only = _positional_only(function)
        named = {one.name for one in parameters if one.kind in ("positional", "keyword")}
        self.taken = None if "extra" in kinds else named


def _signature(function: Value) -> _Signature | None:
    """As ``inspect.signature`` shows it; None where it is not known for certain."""
    parameters = parameters_of(function) if _is_certain(function) else None
    return None if parameters is None else _Signature(parameters, function)


def _is_certain(function: Value) -> bool:
    if isinstance(function, Function):
        shown = function.signature or function.wrapped
        return not function.marks and (shown is None or _is_certain(shown))
    if isinstance(function, Transformed):
        return function.transform in _SHOWING and _is_certain(function.func)
    if isinstance(function, BoundMethod):
        receiver = function.receiver
        known = not isinstance(receiver, Instance) or (receiver.members is None and not receiver.optional)
        return known and isinstance(function.func, Function) and _is_certain(function.func)
    # What a partial binds by name moves the parameters behind it; by position, it takes them away.
    return isinstance(function, Partial) and not function.kwargs and _is_certain(function.func)


def _positional_only(function: Value) -> frozenset[str]:
    while not isinstance(function, Function):
        function = function.func  # type: ignore[attr-defined]
    spec = (function.wrapped.node if isinstance(function.wrapped, Function) else function.node).args
    return frozenset([one.arg for one in spec.posonlyargs])


def check_applied(frame: Frame, transformed: Transformed) -> None:
    """What JAX looks at where the transform is applied, and what no call can satisfy."""
    settings = transformed.kwargs
    if "**" in settings:
        return
    if transformed.transform == "jax.jit":
        _check_jit(frame, transformed)
    elif transformed.transform in _CUSTOM and "nondiff_argnums" in settings:
        signature = _signature(transformed.func)
        given = numbers(settings["nondiff_argnums"])
        if signature is not None and signature.count is not None and given and max(given) >= signature.count:
            says = f"index {max(given)} is out of range for {_arguments(signature.count)} of {titled(transformed.func)}"
            _note(frame, transformed, "nondiff_argnums", says)


def _arguments(count: int) -> str:
    return _counted(count, "positional argument", "positional arguments")


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _check_jit(frame: Frame, transformed: Transformed) -> None:
    settings = transformed.kwargs
    signature = _signature(transformed.func)
    if signature is None:
        return
    for by_number, by_name in _SPELLED.values():
        if by_number in settings:
            _check_numbers(frame, transformed, by_number, signature)
        if by_name in settings:
            _check_names(frame, transformed, by_name, signature)
    if any(one in settings for one in _SPELLED["donate"]) and any(one in settings for one in _SPELLED["static"]):
        both = _named(settings, "static", signature) & _named(settings, "donate", signature)
        if both:
            keyword = next(one for one in _SPELLED["donate"] if one in settings)
            _note(frame, transformed, keyword, f"{_listed(sorted(both))} cannot be both static and donated")


def _check_numbers(frame: Frame, transformed: Transformed, keyword: str, signature: _Signature) -> None:
    given = numbers(transformed.kwargs[keyword])
    count = signature.count
    if not given or count is None or (max(given) < count and -min(given) <= count):
        return
    wrong = next(one for one in given if one >= count or -one > count)
    _note(
        frame,
        transformed,
        keyword,
        f"index {wrong} is out of range for {_arguments(count)} of {titled(transformed.func)}",
    )


def _check_names(frame: Frame, transformed: Transformed, keyword: str, signature: _Signature) -> None:
    name = name_of(transformed.func)
    for given in names(transformed.kwargs[keyword]) or []:
        if given in signature.positional_only:
            _note(frame, transformed, keyword, f"`{given}` of `{name}` is positional-only", given)
        elif signature.taken is not None and given not in signature.taken:
            taken = tuple(sorted(signature.taken))
            _note(frame, transformed, keyword, f"`{name}` has no parameter `{given}`", given, taken)


def _named(settings: dict[str, Value], what: str, signature: _Signature) -> set[str]:
    """By name, as jit infers positions and names from each other where one of them is given alone."""
    by_number, by_name = _SPELLED[what]
    given = set(names(settings.get(by_name)) or [])
    placed = numbers(settings.get(by_number)) or []
    return given | {signature.order[one] for one in placed if 0 <= one < len(signature.order)}


def _listed(given: list[str]) -> str:
    return ", ".join(f"`{one}`" for one in given)


def check_called(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> None:
    """What JAX looks at where the function that came out is called."""
    if not arguments.complete or "**" in transformed.kwargs:
        return
    if transformed.transform == "jax.vmap" and "in_axes" in transformed.kwargs:
        _check_axes(frame, node, transformed, arguments)
    elif transformed.transform in _GRAD:
        given = [0] if "argnums" not in transformed.kwargs else numbers(transformed.kwargs["argnums"]) or []
        count = len(arguments.positional)
        if given and max(given) >= count:
            says = f"`argnums={max(given)}` requires at least {_arguments(max(given) + 1)}, got {count}"
            _note(frame, transformed, "argnums", says, at=node)


def _check_axes(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> None:
    axes = transformed.kwargs["in_axes"]
    if _has_bool(axes):
        _note(frame, transformed, "in_axes", "`in_axes` entries must be int or None, got a bool", at=node)
        return
    count = len(arguments.positional)
    entries = axes.items if isinstance(axes, Sequence) and axes.type in ("tuple", "list") else None
    if entries is not None and len(entries) != count:
        says = f"`in_axes` has {_counted(len(entries), 'entry', 'entries')}, but the call has {_arguments(count)}"
        _note(frame, transformed, "in_axes", says, at=node)
        return
    if _maps_nothing(axes) and not arguments.keywords and "axis_size" not in transformed.kwargs:
        _note(frame, transformed, "in_axes", "`in_axes` must have at least one non-None value", at=node)


def _has_bool(axes: Value) -> bool:
    """Unlike Python, JAX does not take True for 1."""
    if isinstance(axes, Sequence):
        return axes.items is not None and any(map(_has_bool, axes.items))
    if isinstance(axes, Mapping):
        return axes.items is not None and any(map(_has_bool, axes.items.values()))
    return isinstance(axes, Const) and isinstance(axes.value, bool)


def _maps_nothing(axes: Value) -> bool:
    if isinstance(axes, Sequence):
        return axes.items is not None and all(map(_maps_nothing, axes.items))
    if isinstance(axes, Mapping):
        return axes.items is not None and all(map(_maps_nothing, axes.items.values()))
    return isinstance(axes, Const) and axes.value is None


def check_returned(frame: Frame, node: _ast.AST, transformed: Transformed, result: Value, depth: int) -> None:
    """``out_axes=(0, 0)`` asks for a tuple of two, None for what no mapped argument changes.

    ``depth``: of the trace that has just ended.
    """
    axes = transformed.kwargs.get("out_axes")
    if axes is None or "**" in transformed.kwargs:
        return
    if _is_batched(axes, result, depth):
        says = f"`out_axes` is None, but this output of `{name_of(transformed.func)}` depends on a mapped argument"
        _note(frame, transformed, "out_axes", says, at=node)
        return
    if transformed.transform != "jax.vmap" or not isinstance(axes, Sequence) or axes.type != "tuple":
        return
    if axes.items is None:
        return
    name, wanted = name_of(transformed.func), f"`out_axes` has {_counted(len(axes.items), 'entry', 'entries')}"
    if isinstance(result, Sequence) and result.type == "tuple" and result.items is not None:
        if len(result.items) != len(axes.items):
            says = f"{wanted}, but `{name}` returns a tuple of {len(result.items)}"
            _note(frame, transformed, "out_axes", says, at=node)
    elif isinstance(result, Traced) and result.is_array:
        _note(frame, transformed, "out_axes", f"{wanted}, but `{name}` returns one array", at=node)


def _is_batched(axes: Value, result: Value, depth: int) -> bool:
    """Does a part of it that is to have no mapped axis differ from one element of the batch to the next?"""
    if isinstance(axes, Const) and axes.value is None:
        return any(isinstance(leaf, Traced) and depth in leaf.origin.batched for leaf in leaves(result))
    pairs: list[tuple[Value, Value]] = []
    if isinstance(axes, Sequence) and isinstance(result, Sequence):
        pairs = list(zip(axes.items or [], result.items or [], strict=False))
    elif isinstance(axes, Mapping) and isinstance(result, Mapping):
        theirs = result.items or {}
        pairs = [(entry, theirs[key]) for key, entry in (axes.items or {}).items() if key in theirs]
    return any(_is_batched(*pair, depth) for pair in pairs)


def _note(
    frame: Frame,
    transformed: Transformed,
    keyword: str,
    says: str,
    given: str = "",
    taken: tuple[str, ...] = (),
    at: _ast.AST | None = None,
) -> None:
    if not is_certain(frame, SPECIFICATION):
        return
    written = _written(transformed.node, keyword)
    module = transformed.module if at is None else frame.module
    event = BadSpecification(module, frame.function, at or written, UNKNOWN, frame.context)
    event.keyword = keyword
    event.says = says
    event.given, event.taken = given, taken
    text = f"`{transformed.transform}` of {titled(transformed.func)}"
    event.related = () if at is None else (Origin(text, transformed.module, written),)
    frame.note(event, (keyword, given))


def _written(node: _ast.AST, keyword: str) -> _ast.AST:
    """Where the transform is given this; the whole of it where it stands elsewhere."""
    for one in node.keywords if isinstance(node, _ast.Call) else ():
        if one.arg == keyword:
            return one.value
    return node
