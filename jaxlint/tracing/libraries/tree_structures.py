"""Are trees that JAX goes through side by side alike?

Measured on JAX 0.10.2: at each list, tuple and dict of the first tree the others have one of the same kind, with as
many items and the same keys.  What stands where the first has a leaf may be anything.  Only what is known for certain
counts.
"""

from __future__ import annotations

from jaxlint.text.quoted import named
from jaxlint.tracing.entries import may_be_left_out
from jaxlint.tracing.event import TreeMismatch
from jaxlint.tracing.refusals import SPECIFICATION, is_certain
from jaxlint.tracing.value import UNKNOWN, Array, Const, Mapping, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame

_PLAIN = ("list", "tuple")
_DEPTH = 6


def check_alike(frame: Frame, node: _ast.AST, callee: str, trees: list[Value]) -> None:
    if may_be_left_out(frame):
        return
    for tree in trees[1:]:
        found = _difference(trees[0], tree, _DEPTH)
        if found is None:
            continue
        if is_certain(frame, SPECIFICATION):
            event = TreeMismatch(frame.module, frame.function, node, UNKNOWN, frame.context)
            event.callee, event.says = callee, found
            frame.note(event)
        return


def _difference(first: Value, other: Value, depth: int, path: str = "") -> str | None:
    """In words; None where they are alike, or it is not known."""
    mine, theirs = _described(first), "a leaf" if _is_leaf(other) else _described(other)
    if mine is None or theirs is None or depth == 0:
        return None
    if mine != theirs:
        return f"{_place(path)}: {mine} against {theirs}"
    if isinstance(first, Mapping) and isinstance(other, Mapping):
        pairs = [(f"[{key!r}]", item, other.items[key]) for key, item in first.items.items()]  # type: ignore
    else:
        rows = zip(first.items, other.items, strict=True)  # type: ignore[attr-defined]
        pairs = [(f"[{index}]", item, theirs) for index, (item, theirs) in enumerate(rows)]
    for key, item, beside in pairs:
        found = _difference(item, beside, depth - 1, path + key)
        if found is not None:
            return found
    return None


def _described(tree: Value) -> str | None:
    """A container, in words that say what has to be the same of another; None of all else."""
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
