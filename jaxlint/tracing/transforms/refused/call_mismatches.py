"""What loops, branches and transforms do not take: a function with other parameters, a predicate that is no scalar.

Measured on JAX 0.10.2.  The predicate of ``cond`` may be any number, the index of ``switch`` an integer and no bool;
the bounds of ``fori_loop`` are both integers or both floats.  None is passed over, as somebody may fill it in, and so
is a tuple that is not written in the call: it may be the default of a field, which all who make its object set.
"""

from __future__ import annotations

import _ast

from jaxlint.tracing.applied.signature import name_of, names, numbers, parameters_of, titled
from jaxlint.tracing.calls.fitting import misfit
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.events.transforms import CallMismatch
from jaxlint.tracing.operations.jax_types import described
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.aval import Aval, written_shape
from jaxlint.tracing.values.joining import CALLABLES
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Instance, Sequence, Static, Traced, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

LOWERED = "lowered for"  # beside the settings of a transform: what the function was lowered for
_KINDS = {"b": "a bool", "i": "an integer", "f": "a float", "c": "a complex number"}
_WRITTEN = {_ast.Tuple: "a tuple", _ast.List: "a list", _ast.Dict: "a dict"}
_CONSTANTS = {str: "a string", bool: "a bool", int: "an integer", float: "a float", complex: "a complex number"}


def check_takes(frame: Frame, node: _ast.AST, by: str, function: Value, arguments: Arguments) -> None:
    """Does the function take the arguments that ``by`` calls it with?"""
    why = misfit(function, arguments)
    if why is not None:
        count = len(arguments.positional) + len(arguments.keywords)
        given = f"{count} argument{'s' * (count != 1)}"
        note_mismatch(frame, node, f"`{by}` calls {titled(function)} with {given}, but {why}")


def check_body(frame: Frame, node: _ast.AST | None, call: _ast.AST, name: str, function: Value, count: int) -> None:
    """The body of a loop is a function that takes ``count`` arguments."""
    found = no_function(function, node)
    if found is not None:
        note_mismatch(frame, node or call, f"`{name}` expects a callable here, got {found}")
    else:
        check_takes(frame, node or call, name, function, Arguments([UNKNOWN] * count))


def check_function(frame: Frame, node: _ast.AST, name: str, function: Value, written: _ast.AST | None) -> None:
    """``jax.jit(f(x))``: what a transform is applied to is a function."""
    found = no_function(function, written)
    if isinstance(function, Const) and function.value is None and isinstance(written, _ast.Call):
        found = "None"
    if found is not None:
        says = f"`{name}` expects a callable here, got {found}; pass the function, not its result"
        note_mismatch(frame, written or node, says)


def check_compiled(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> None:
    """``jax.jit(f).lower(x).compile()(y)``: arrays as those that it was lowered for."""
    lowered = transformed.kwargs.get(LOWERED)
    if not isinstance(lowered, Sequence) or not arguments.complete or arguments.keywords:
        return
    for at, (value, other) in enumerate(zip(arguments.positional, lowered.items or [], strict=False)):
        given, wanted = described(value), described(other)
        if given is None or wanted is None or not all(_is_described(one) for one in (value, other)):
            continue
        texts = [f"{one.dtype}[{','.join(map(str, one.shape))}]" for one in (given, wanted) if _is_whole(one)]  # type: ignore[arg-type]
        if len(texts) > 1 and texts[0] != texts[1]:
            name = name_of(transformed.func)
            says = f"`{name}` was compiled for `{texts[1]}` here, and is called with `{texts[0]}`"
            note_mismatch(frame, arguments.nodes[at] or node, says)
            return


def _is_described(value: Value) -> bool:
    return isinstance(value, Instance) or _is_sure(value)  # type: ignore[arg-type]


def _is_whole(aval: Aval) -> bool:
    """Its shape and dtype are known, but for x64."""
    known = isinstance(aval.shape, tuple) and all(isinstance(size, int) for size in aval.shape)
    return known and aval.dtype is not None and not aval.dtype.endswith("64")


def check_rules(frame: Frame, node: _ast.AST, transformed: Transformed, name: str, arguments: Arguments) -> None:
    """``f.defvjp(fwd, bwd)``: the one takes what the function takes, the other residuals and the cotangent."""
    order = parameters_of(transformed.func)
    apart = numbers(transformed.kwargs.get("nondiff_argnums"))
    named = names(transformed.kwargs.get("nondiff_argnames"))
    if order is None or None in (apart, named) or any(one.kind != "positional" for one in order):
        return
    apart_from = len({*(apart or ()), *(at for at, one in enumerate(order) if one.name in (named or ()))})
    taken = {"defvjp": (len(order), apart_from + 2), "defjvp": (apart_from + 2,)}.get(name, ())
    for at, (keyword, count) in enumerate(zip(("fwd", "bwd"), taken, strict=False)):
        rule = arguments.get(at, keyword)
        if rule is not None:
            check_takes(
                frame, arguments.node(at, keyword) or node, transformed.transform, rule, Arguments([UNKNOWN] * count)
            )


def check_branches_called(
    frame: Frame, nodes: list[_ast.AST | None], call: _ast.AST, name: str, branches: list[Value], count: int
) -> None:
    """Each branch is a function that takes ``count`` operands, be it taken or not."""
    if not branches:
        note_mismatch(frame, call, f"`{name}` got an empty branch sequence")
    found = [no_function(*pair) for pair in zip(branches, nodes, strict=True)]
    if not any(found):
        for node, branch in zip(nodes, branches, strict=True):
            check_takes(frame, node or call, name, branch, Arguments([UNKNOWN] * count))
        return
    values = tuple(node for node, what in zip(nodes, found, strict=True) if node is not None and what is not None)
    first = next(at for at, what in enumerate(found) if what is not None)
    says = f"`{name}` branches must be callable, got {found[first]}; pass functions, not their results"
    note_mismatch(frame, nodes[first] or call, says, values if count == 0 else ())


def check_predicate(frame: Frame, node: _ast.AST | None, call: _ast.AST, name: str, value: Value | None) -> None:
    """What ``cond`` asks is one number."""
    found = value and _no_scalar(value, node)
    if found:
        hint = "; `jnp.where` selects element-wise" if isinstance(value, (Traced, Array)) else ""
        note_mismatch(frame, node or call, f"the predicate of `{name}` must be a scalar, got {found}{hint}")


def check_index(frame: Frame, node: _ast.AST | None, call: _ast.AST, name: str, value: Value | None) -> None:
    """What ``switch`` chooses by is one integer."""
    found = value and (_no_scalar(value, node) or _of_kind(value, "bfc"))
    if found:
        note_mismatch(frame, node or call, f"the index of `{name}` must be an integer scalar, got {found}")


def check_bounds(frame: Frame, call: _ast.AST, name: str, arguments: Arguments) -> None:
    """What ``fori_loop`` counts from and to."""
    bounds = [(arguments.node(at, one), arguments.get(at, one)) for at, one in enumerate(("lower", "upper"))]
    for node, value in bounds:
        found = value and _no_scalar(value, node)
        if found:
            note_mismatch(frame, node or call, f"the bounds of `{name}` must be scalars, got {found}")
            return
    whole = [value and _of_kind(value, "i") for _, value in bounds]
    parted = [value and _of_kind(value, "f") for _, value in bounds]
    if any(whole) and any(parted):
        note_mismatch(
            frame, call, f"lower and upper arguments to `{name}` must have equal types, got an integer and a float"
        )


def _no_scalar(value: Value, node: _ast.AST | None) -> str | None:
    if isinstance(value, (Traced, Array)):
        shape = value.aval.shape
        wide = isinstance(shape, tuple) and shape and _is_sure(value)
        return f"an array of shape {written_shape(shape)}" if wide else None  # type: ignore[arg-type]
    return "a function" if isinstance(value, CALLABLES) else _WRITTEN.get(type(node))


def _of_kind(value: Value, kinds: str) -> str | None:
    """What it is, where that is one of these kinds of numbers."""
    if isinstance(value, (Traced, Array)):
        kind = value.aval.kind
        return _KINDS[kind] if kind and kind in kinds and _is_sure(value) else None
    found = _CONSTANTS.get(type(value.value)) if isinstance(value, Const) else None
    return found if found in [_KINDS[kind] for kind in kinds] else None


def _is_sure(value: Traced | Array) -> bool:
    return value.is_immutable if isinstance(value, Traced) else value.sure


def no_function(value: Value, node: _ast.AST | None) -> str | None:
    """What it is in words, where it can't be called for certain."""
    if isinstance(value, (Traced, Array)):
        return "an array" if _is_sure(value) else None
    if isinstance(value, Static) and value.type in ("int", "float", "bool"):
        return "a number"
    return _CONSTANTS.get(type(value.value)) if isinstance(value, Const) else _WRITTEN.get(type(node))


def note_mismatch(frame: Frame, node: _ast.AST, says: str, values: tuple[_ast.AST, ...] = ()) -> None:
    report(frame, CallMismatch, node, UNKNOWN, says=says, values=values)
