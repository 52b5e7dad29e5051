"""Trees taken apart and put together again by what their leaves are: ``eqx.partition``, ``combine``, ``filter``."""

from __future__ import annotations

from jaxlint.tracing.applied.lift import map_leaves, traced_tree
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.operations.facts import need_static
from jaxlint.tracing.values.joining import abreast, field
from jaxlint.tracing.values.value import (
    FALSE,
    NONE,
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Container,
    Function,
    Instance,
    Library,
    Partial,
    Sequence,
    Static,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame

# Questions of a leaf: (must it be of a floating kind?, does a Python number or NumPy's array do?)
_QUESTIONS = {
    "equinox.is_array": (False, False),
    "equinox.is_inexact_array": (True, False),
    "equinox.is_array_like": (False, True),
    "equinox.is_inexact_array_like": (True, True),
}
_HOLE = Const(None)  # where the other part has an array
_NUMBERS = ("bool", "int", "float", "complex")


def _answer(question: str, leaf: Value) -> bool | None:
    """None where it is not known."""
    inexact, like = _QUESTIONS[question]
    if isinstance(leaf, (Const, Static)):
        kind = leaf.type if isinstance(leaf, Static) else type(leaf.value).__name__
        if kind == "object":
            return None
        return like and kind in _NUMBERS and (not inexact or kind in ("float", "complex"))
    if isinstance(leaf, (Function, BoundMethod, Transformed, Partial, Instance, Container)):
        return False
    if not isinstance(leaf, (Traced, Array)) or (isinstance(leaf, Traced) and not leaf.is_array):
        return None
    if isinstance(leaf, Array) and leaf.numpy and not like:
        return False
    if inexact:
        return None if leaf.aval.kind is None else leaf.aval.kind in "fc"
    return True


def asked(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    known = _answer(name, arguments.get(0) or UNKNOWN)
    return Static("bool") if known is None else Const(known)


def _parts(tree: Value, chosen: Value) -> tuple[Value, Value]:
    """What passes the filter, and the rest, each with None in place of what is in the other."""
    question = chosen.name if isinstance(chosen, Library) else ""

    def passes(leaf: Value) -> bool | None:
        return _answer(question, leaf) if question in _QUESTIONS else None

    def first(leaf: Value) -> Value:
        known = passes(leaf)
        if known is None:
            return leaf if isinstance(leaf, (Traced, Array)) else UNKNOWN
        return leaf if known else NONE

    def second(leaf: Value) -> Value:
        known = passes(leaf)
        if known is None:
            return leaf if isinstance(leaf, Const) else UNKNOWN
        return _HOLE if known else leaf

    return map_leaves(tree, first), map_leaves(tree, second)


def partition(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return Sequence("tuple", list(_asked_parts(frame, node, name, arguments)))


def _asked_parts(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> tuple[Value, Value]:
    tree, chosen = arguments.get(0, "pytree") or UNKNOWN, arguments.get(1, "filter_spec") or UNKNOWN
    traced = next((one for one in _every_leaf(chosen) if isinstance(one, Traced) and one.is_array), None)
    if traced is not None:
        need_static(frame, arguments.node(1, "filter_spec") or node, traced, node, name, "filter_spec")
    return _parts(tree, chosen)


def _every_leaf(tree: Value) -> list[Value]:
    found: list[Value] = []

    def leaf(item: Value) -> Value:
        found.append(item)
        return item

    map_leaves(tree, leaf)
    return found


def filtered(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    inverse = arguments.get(2, "inverse") or FALSE
    if not isinstance(inverse, Const) or "replace" in arguments.keywords:
        return UNKNOWN
    return _asked_parts(frame, node, name, arguments)[bool(inverse.value)]


def combine(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return _combined(arguments.positional, 6) if arguments.complete else UNKNOWN


def _combined(trees: list[Value], depth: int) -> Value:
    """Of each leaf, the first that is not None."""
    given = [tree for tree in trees if not (isinstance(tree, Const) and tree.value is None)]
    if not given:
        return NONE
    if len(given) == 1 and (_HOLE in trees or len(trees) == 1 or not _is_doubtful(given[0])):
        return given[0]
    known = [tree for tree in given if tree is not UNKNOWN and not _is_doubtful(tree)]
    if not known or depth == 0:
        return UNKNOWN
    first = known[0]
    if isinstance(first, Instance):
        names = {name: None for tree in known if isinstance(tree, Instance) for name in tree.attributes}
        fields = {name: _combined([field(tree, name, _below) for tree in given], depth - 1) for name in names}
        return first.again(fields)
    if isinstance(first, Container) and first.rows is not None:
        return first.like([_combined(row, depth - 1) for row in abreast(first, given, _below)])
    return first


def _is_doubtful(tree: Value) -> bool:
    return isinstance(tree, Traced) and not tree.is_array


def _below(tree: Value) -> Value:
    """A part of a tree of which only that is known, that tracers are in it: where the other has None, this has one."""
    return traced_tree(tree.origin) if isinstance(tree, Traced) else UNKNOWN


FUNCTIONS["equinox.partition"] = partition
FUNCTIONS["equinox.filter"] = filtered
FUNCTIONS["equinox.combine"] = combine
for _name in _QUESTIONS:
    FUNCTIONS[_name] = asked
