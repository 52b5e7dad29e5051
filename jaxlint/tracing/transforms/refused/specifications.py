"""What a transform is told of the function's parameters, and whether the function, or a call of it, has them.

https://docs.jax.dev/en/latest/_autosummary/jax.jit.html; what raises, and when, was measured on JAX 0.10.2.
"""

from __future__ import annotations

import _ast

from jaxlint.tracing.applied.signature import Parameter, name_of, names, numbers, parameters_of, titled
from jaxlint.tracing.events.transforms import BadSpecification
from jaxlint.tracing.running.reports import report_event
from jaxlint.tracing.values.joining import leaves, pairs
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Container,
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
    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

_GRAD = ("jax.grad", "jax.value_and_grad", "jax.jacfwd", "jax.jacrev", "jax.jacobian", "jax.hessian")
# What inspect.signature sees through: the transformed function shows the signature of the original.
_SHOWING = (*_GRAD, "jax.jit", "jax.vmap", "jax.checkpoint", "jax.remat")
_SPELLED = {"static": ("static_argnums", "static_argnames"), "donate": ("donate_argnums", "donate_argnames")}
# Which settings say which parameters are meant, by number and by name.
_JIT = (("static_argnums", "donate_argnums"), ("static_argnames", "donate_argnames"))
_CUSTOM = (("nondiff_argnums",), ("nondiff_argnames",))
_STATIC = (("static_argnums",), ())
_REMAT = ("jax.checkpoint", "jax.remat")
_NAMING: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "jax.jit": _JIT,
    "flax.nnx.jit": _JIT,
    "jax.pmap": (("static_broadcasted_argnums", "donate_argnums"), ()),
    **dict.fromkeys(_REMAT, _STATIC),
    "jax.make_jaxpr": _STATIC,
    "jax.custom_jvp": _CUSTOM,
    "jax.custom_vjp": _CUSTOM,
}
# What others of these take, and these do not.
_NOT_TAKEN = {
    **dict.fromkeys(_REMAT, ("static_argnames",)),
    "jax.pmap": ("static_argnums", "static_argnames"),
    "equinox.filter_jit": ("static_argnums", "static_argnames"),
}
_MAPPING = ("jax.vmap", "jax.pmap", "flax.nnx.vmap", "equinox.filter_vmap")
_STRICT = ("jax.vmap", "jax.pmap")  # each entry is a number, or None


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
    for keyword in ("in_axes", "argnums"):
        given = settings.get(keyword)
        if isinstance(given, Array) or (isinstance(given, Traced) and given.is_array):
            _note(
                frame, transformed, keyword, f"it is an array; call the result, as in `{transformed.transform}(f)(x)`"
            )
    for keyword in _NOT_TAKEN.get(transformed.transform, ()):
        if keyword in settings:
            _note(frame, transformed, keyword, f"`{transformed.transform}` does not take it")
    signature = _signature(transformed.func) if transformed.transform in _NAMING else None
    if signature is not None:
        _check_parameters(frame, transformed, signature)


def _arguments(count: int) -> str:
    return _counted(count, "positional argument", "positional arguments")


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _check_parameters(frame: Frame, transformed: Transformed, signature: _Signature) -> None:
    settings = transformed.kwargs
    by_number, by_name = _NAMING[transformed.transform]
    for keyword in by_number:
        if keyword in settings:
            _check_numbers(frame, transformed, keyword, signature)
    for keyword in by_name:
        if keyword in settings:
            _check_names(frame, transformed, keyword, signature)
    if any(one in settings for one in _SPELLED["donate"]) and any(one in settings for one in _SPELLED["static"]):
        both = _named(settings, "static", signature) & _named(settings, "donate", signature)
        if both:
            keyword = next(one for one in _SPELLED["donate"] if one in settings)
            _note(frame, transformed, keyword, f"{_listed(sorted(both))} cannot be both static and donated")


def _check_numbers(frame: Frame, transformed: Transformed, keyword: str, signature: _Signature) -> None:
    given = numbers(transformed.kwargs[keyword])
    count = signature.count
    if _holds(transformed.kwargs[keyword], str):
        _note(frame, transformed, keyword, "must be int or a sequence of ints, got a string")
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
    if _holds(transformed.kwargs[keyword], int):
        _note(frame, transformed, keyword, "must be a string or a sequence of strings, got an int")
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
    if "static_broadcasted_argnums" in transformed.kwargs:
        return  # pmap counts the axes of those arguments alone that are not static
    if transformed.transform in _MAPPING and "in_axes" in transformed.kwargs:
        _check_axes(frame, node, transformed, arguments)
    elif transformed.transform in _GRAD:
        _check_chosen(frame, node, transformed, "argnums", Const(0), len(arguments.positional))
    elif transformed.transform in _REMAT:
        _check_chosen(frame, node, transformed, "static_argnums", UNKNOWN, len(arguments.positional))


def _check_chosen(
    frame: Frame, node: _ast.AST, transformed: Transformed, keyword: str, default: Value, count: int
) -> None:
    """The arguments that are meant, of those that the call passes by position."""
    chosen = transformed.kwargs.get(keyword, default)
    given = numbers(chosen) or []
    if keyword == "argnums" and _holds(chosen, str):
        _note(frame, transformed, "argnums", "`argnums` must be int or a tuple of ints, got a string", at=node)
    elif given and (max(given) >= count or -min(given) > count):
        wrong = max(given) if max(given) >= count else min(given)
        least = wrong + 1 if wrong >= 0 else -wrong
        says = f"`{keyword}={wrong}` requires at least {_arguments(least)}, got {count}"
        _note(frame, transformed, keyword, says, at=node)


def check_apart(frame: Frame, node: _ast.AST, transformed: Transformed, value: Value, is_staged: bool) -> None:
    """``nondiff_argnums`` are for what is no array.

    A backward rule takes no tracer there at all, a forward one none of a program that is differentiated later
    (``is_staged``).
    """
    keyword = next((one for one in ("nondiff_argnums", "nondiff_argnames") if one in transformed.kwargs), "")
    if keyword and (is_staged or "defvjp" in transformed.kwargs) and any(map(_is_tracer, leaves(value))):
        says = f"the argument at a position of `{keyword}` is traced: pass arrays as arguments that are differentiated"
        _note(frame, transformed, keyword, says, at=node)


def _is_tracer(leaf: Value) -> bool:
    return isinstance(leaf, Traced) and leaf.is_immutable


def _check_axes(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> None:
    axes, strict = transformed.kwargs["in_axes"], transformed.transform in _STRICT
    says = _no_axis(axes, transformed.transform) if strict else None
    if says is not None:
        _note(frame, transformed, "in_axes", says, at=node)
        return
    count = len(arguments.positional)
    entries = axes.items if isinstance(axes, Sequence) and axes.type in ("tuple", "list") else None
    if entries is not None and len(entries) != count:
        says = f"`in_axes` has {_counted(len(entries), 'entry', 'entries')}, but the call has {_arguments(count)}"
        _note(frame, transformed, "in_axes", says, at=node)
        return
    for entry, value in zip(entries or (), arguments.positional, strict=False):
        says = _unlike(entry, value) if strict else None
        if says is not None:
            _note(frame, transformed, "in_axes", f"`in_axes` has {says}", at=node)
            return
    if _maps_nothing(axes) and not arguments.keywords and "axis_size" not in transformed.kwargs:
        _note(frame, transformed, "in_axes", "`in_axes` must have at least one non-None value", at=node)


def _no_axis(axes: Value, transform: str) -> str | None:
    """Unlike Python, JAX does not take True for 1; the whole is no dict, and for pmap no list."""
    what = "a dict" if isinstance(axes, Mapping) else "a list" if getattr(axes, "type", "") == "list" else None
    if what == "a dict" or (what and transform == "jax.pmap"):
        return f"`in_axes` must be an int, None or a tuple with one entry for each argument, got {what}"
    for kind, name in ((bool, "a bool"), (float, "a float"), (str, "a string")):
        if _holds(axes, kind):
            return f"`in_axes` entries must be int or None, got {name}"
    return None


def _holds(given: Value, kind: type) -> bool:
    """Is a constant of this very kind among the leaves?"""
    return any(isinstance(one, Const) and type(one.value) is kind for one in leaves(given))


def _unlike(entry: Value, value: Value) -> str | None:
    """An entry that is a tree has the structure of the argument, as far as it goes."""
    if isinstance(entry, Mapping) and isinstance(value, Mapping) and entry.items is not None:
        if value.items is None:
            return None
        if entry.items.keys() != value.items.keys():
            return f"a dict with keys {_keys(entry)}, but the argument has the keys {_keys(value)}"
        both = pairs(entry, value) or ()
        return next((says for _, *pair in both if (says := _unlike(*pair)) is not None), None)
    is_array = isinstance(value, Array) or (isinstance(value, Traced) and value.is_immutable)
    if isinstance(entry, Container) and entry.items and is_array:
        return f"a {entry.type} for an argument that is an array"
    kinds = [getattr(one, "type", "") for one in (entry, value) if isinstance(one, Sequence)]
    if len(kinds) > 1 and set(kinds) == {"list", "tuple"}:
        return f"a {kinds[0]} for an argument that is a {kinds[1]}"
    return None


def _keys(tree: Mapping) -> str:
    return f"`[{', '.join(sorted(map(repr, tree.items or ())))}]`"


def _maps_nothing(axes: Value) -> bool:
    if isinstance(axes, Container):
        return axes.rows is not None and all(map(_maps_nothing, axes.rows))
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
    return any(_is_batched(entry, part, depth) for _, entry, part in pairs(axes, result) or ())


def _note(
    frame: Frame,
    transformed: Transformed,
    keyword: str,
    says: str,
    given: str = "",
    taken: tuple[str, ...] = (),
    at: _ast.AST | None = None,
) -> None:
    written = _written(transformed.node, keyword)
    module = transformed.module if at is None else frame.module
    text = f"`{transformed.transform}` of {titled(transformed.func)}"
    event = BadSpecification(
        frame.point.at(module, frame.function),
        at or written,
        UNKNOWN,
        keyword=keyword,
        says=says,
        given=given,
        taken=taken,
        related=() if at is None else (Origin(text, transformed.module, written),),
    )
    report_event(frame, event)


def _written(node: _ast.AST, keyword: str) -> _ast.AST:
    """Where the transform is given this; the whole of it where it stands elsewhere."""
    for one in node.keywords if isinstance(node, _ast.Call) else ():
        if one.arg == keyword:
            return one.value
    return node
