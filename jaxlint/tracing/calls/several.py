"""Calls of one of several callables: each is made, side by side, and what they give is joined."""

from __future__ import annotations

from jaxlint.knowledge.interest import mentions_jax
from jaxlint.tracing.running.ways import Ways
from jaxlint.tracing.values.answers import NONE, WEAK
from jaxlint.tracing.values.hierarchy import MOST
from jaxlint.tracing.values.joining import CALLABLES, alternatives, join_all, static_type, unnamed
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import UNKNOWN, BoundMethod, ClassValue, Function, Library, Several, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable

    from jaxlint.tracing.running.environment import Frame


def one_of(values: list[Value], chosen: bool = False) -> Value:
    """Any of these, it is not known which; ``chosen``: by what the code asks."""
    different = {value.key(): value for value in values}
    if len(different) > 1 and _are_functions(values):
        flat = [one for value in different.values() for one in alternatives(value)]
        return Several(flat, chosen) if len(flat) <= MOST else UNKNOWN
    return next(iter(different.values())) if len(different) == 1 else join_all(values)


def _are_functions(values: list[Value]) -> bool:
    """In view, or some of them a library's."""
    return any(isinstance(value, CALLABLES) for value in values) and all(
        isinstance(value, (*CALLABLES, Library)) for value in values
    )


def looked_up(values: list[Value], index: Value) -> Value:
    """What a table gives for an index that is not known: of functions any one, which is there to be called.

    Of an index that nobody knows it is not even known that there is such an item, and of the only one, a key, not that
    each index means it: ``keys[i] for i in range(n)``.
    """
    if static_type(index) != "bool" and _are_functions(values):
        return one_of(values, True)
    if index is UNKNOWN:
        return UNKNOWN
    return unnamed(values[0]) if len(values) == 1 else join_all(values)


def call_each(
    frame: Frame, node: _ast.AST, several: Several, call: Callable[[Value], Value], given: list[Value]
) -> Value:
    """What comes out where any of them may be called; those under way already tell themselves.

    ``given``: the arguments.
    """
    active = frame.interpreter.entry.active
    fresh = [one for one in several.values if not active.get(definition(one) or node)]
    chosen = fresh or several.values
    for_jax = [_is_for_jax(one) for one in several.values]
    divided = any(for_jax) and not all(for_jax)

    many = len(chosen) > 1
    asks = many and several.chosen and not several.elsewhere

    def run(one: Value) -> Value:
        unsure = frame.context.has_alternatives or (many and not asks)
        context = frame.context.but(staging=_by_class(frame, node, one), has_alternatives=unsure)
        doubtful = (divided and not _is_for_jax(one)) or (frame.condition.optional and several.chosen)
        condition = frame.condition.doubted(WEAK if doubtful else NONE)
        return frame.inside(context, lambda: call(one), condition)

    passed = tuple([definition(one) or getattr(one, "cls", None) for one in given])
    keys = [definition(one) or one.key() for one in chosen]
    pairs = zip(keys, chosen, strict=True)
    runs = [((key, passed), lambda one=one: run(one)) for key, one in pairs]
    meant = [definition(one) for one in chosen] if asks else None
    return side_by_side(frame, node, runs, meant)  # type: ignore[arg-type]


def _is_for_jax(one: Value) -> bool:
    """A method beside others for JAX, in a file that knows nothing of it, is for other arrays (a NumPy backend)."""
    method = one.func if isinstance(one, BoundMethod) else None
    return not isinstance(method, Function) or mentions_jax(method.module.source.code.text)


def _by_class(frame: Frame, node: _ast.AST, one: Value) -> Origin | None:
    """Why a method's operations are traced: it is told whose method it is, of those that may be meant."""
    method = one.func if isinstance(one, BoundMethod) else None
    if frame.context.staging is None or not isinstance(method, Function) or not isinstance(method.owner, ClassValue):
        return frame.context.staging
    text = f"`{method.name}` may be the method of `{method.owner.node.name}`"
    return Origin(text, frame.module, node, frame.context.staging)


def side_by_side(
    frame: Frame,
    node: _ast.AST,
    runs: list[tuple[object, Callable[[], Value]]],
    meant: list[_ast.AST | None] | None = None,
) -> Value:
    """Join what each gives, as of branches; what one of them refuses, another may still take.

    ``meant``: their definitions, where the program decides which.
    """
    interpreter, ways = frame.interpreter, Ways(frame, node, asks=meant is not None)
    for arm, (called, run) in enumerate(runs):
        if not interpreter.dispatch((called, frame.context.stage)):
            interpreter.give_up(frame.module, node, "too many calls of one of several callables")
            run = lambda: UNKNOWN  # noqa: E731
        ways.take(arm, run, meant=None if meant is None else meant[arm])
    return ways.value()


def definition(value: Value) -> _ast.AST | None:
    """The def that is run in the end."""
    while not isinstance(value, Function):
        if isinstance(value, ClassValue):
            return value.node
        inner = getattr(value, "func", None)
        if not isinstance(inner, Value):
            return None
        value = inner
    return value.node
