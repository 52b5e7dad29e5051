"""Can JAX go through trees, and are those that it goes through side by side alike?

Measured on JAX 0.10.2: at each list, tuple, dict and None of the first tree the others have one of the same kind, with
as many items and the same keys.  What stands where the first has a leaf may be anything.  The keys of a dict are
sorted; an object of a class that nobody registered is a leaf.  Only what is known for certain counts.
"""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import walk
from jaxlint.text.quoted import named
from jaxlint.tracing.events.transforms import TreeMismatch
from jaxlint.tracing.operations.jax_types import is_no_pytree, unsorted_keys
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.hierarchy import order
from jaxlint.tracing.values.joining import pairs
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    Const,
    Function,
    Instance,
    Library,
    Mapping,
    Sequence,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_PLAIN = ("list", "tuple")
_ASKING = ("isinstance", "hasattr", "getattr", "type", "callable")  # leaves are told apart
_HARMLESS = frozenset(
    """__init__ __post_init__ __repr__ __str__ __eq__ __hash__ __call__ __doc__ __slots__ __len__ __iter__ __getitem__
    __contains__ __module__ __qualname__ __annotations__""".split()
)
_DEPTH = 6


def check_alike(frame: Frame, node: _ast.AST, callee: str, trees: list[Value]) -> None:
    for tree in trees[1:]:
        found = _difference(trees[0], tree, _DEPTH)
        if found is not None:
            _note(frame, node, callee, f"pytree structure mismatch in {named(callee)} {found}")
            return


def is_sorted(frame: Frame, node: _ast.AST, callee: str, tree: Value) -> bool:
    """The keys of each dict in it have an order."""
    found = unsorted_keys(tree)
    if found is not None:
        _note(frame, node, callee, f"{named(callee)} cannot sort the keys of a dict: `{found}`")
    return found is None


def check_leaf(frame: Frame, node: _ast.AST, callee: str, function: Value, leaf: Instance) -> None:
    """An object that the function computes with, though its class knows no operators."""
    own = {name for one in order(leaf.cls) for name in one.attributes if name.startswith("__")}
    if own - _HARMLESS or leaf.members is not None or leaf.optional:
        return
    if _computes_with_first(function) and is_no_pytree(frame.interpreter, leaf.cls):
        name = leaf.cls.node.name
        _note(frame, node, callee, f"{named(callee)} takes `{name}` for a leaf: it is not a registered pytree")


def _computes_with_first(function: Value) -> bool:
    if isinstance(function, Library):
        return function.name.startswith("jax.numpy.")
    if not isinstance(function, Function) or not function.node.args.args:
        return False
    first = function.node.args.args[0].arg
    body = function.node.body if isinstance(function.node.body, list) else [function.node.body]
    parts = [one for top in body for one in walk(top)]
    if any(getattr(one, "id", "") in _ASKING for one in parts):
        return False
    operands = [one for part in parts for one in _operands(part)]
    return any(isinstance(one, _ast.Name) and one.id == first for one in operands)


def _operands(node: _ast.AST) -> list[_ast.expr]:
    if isinstance(node, _ast.BinOp):
        return [node.left, node.right]
    return [node.operand] if isinstance(node, _ast.UnaryOp) and not isinstance(node.op, _ast.Not) else []


def _note(frame: Frame, node: _ast.AST, callee: str, says: str) -> None:
    report(frame, TreeMismatch, node, UNKNOWN, callee=callee, says=says)


def _difference(first: Value, other: Value, depth: int, path: str = "") -> str | None:
    """In words; None where they are alike, or it is not known."""
    mine, theirs = _described(first), "a leaf" if _is_leaf(other) else _described(other)
    if mine is None or theirs is None or depth == 0:
        return None
    if mine != theirs:
        return f"{_place(path)}: {mine} against {theirs}"
    if mine == "None":
        return None
    for place, item, beside in pairs(first, other) or ():
        found = _difference(item, beside, depth - 1, f"{path}[{place!r}]")
        if found is not None:
            return found
    return None


def _described(tree: Value) -> str | None:
    """A container, in words that say what has to be the same of another; None of all else."""
    if isinstance(tree, Const) and tree.value is None:
        return "None"
    if isinstance(tree, Sequence) and tree.items is not None and tree.type in _PLAIN:
        return f"a {tree.type} of {len(tree.items)}"
    if isinstance(tree, Mapping) and tree.items is not None and all(isinstance(key, str) for key in tree.items):
        keys = ", ".join(sorted(map(repr, tree.items)))
        return f"a dict with keys `[{keys}]`" if keys else "an empty dict"
    return None


def _is_leaf(value: Value) -> bool:
    """An array or a number for certain."""
    if isinstance(value, Traced):
        return value.evidence is None
    known = isinstance(value, Const) and isinstance(value.value, (int, float, complex))
    return known or (isinstance(value, Array) and value.sure)


def _place(path: str) -> str:
    return f"at {named(path)}" if path else "at the root"
