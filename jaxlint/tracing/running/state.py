"""What holds on one path through a body."""

from __future__ import annotations

from jaxlint.tracing.values.joining import join
from jaxlint.tracing.values.value import Const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.keys.consumed import Consumed
    from jaxlint.tracing.values.value import Value

    Variables = dict[str, Value]


class State:
    """The values of names, the keys that names hold without an identity of their own, and the keys consumed so far."""

    __slots__ = ("bindings", "consumed", "variables")

    def __init__(self, variables: Variables, bindings: dict[str, object], consumed: Consumed) -> None:
        self.variables = variables
        self.bindings = bindings
        self.consumed = consumed


def joined(left: State | None, right: State | None) -> State | None:
    """After two paths that meet; None stands for one that does not get there."""
    if left is None or right is None or left is right:
        return right if left is None else left
    variables = join_variables(left.variables, right.variables)
    return State(variables, _join_bindings(left.bindings, right.bindings), left.consumed.merged(right.consumed))


def join_variables(left: Variables, right: Variables) -> Variables:
    """Bound on one side only: whoever reads it later came by that side."""
    if left is right:
        return left
    both = {
        name: value if name not in right or right[name] is value else join(value, right[name])
        for name, value in left.items()
    }
    for name, value in right.items():
        both.setdefault(name, value)
    return both


def _join_bindings(left: dict[str, object], right: dict[str, object]) -> dict[str, object]:
    """Names that still hold the key they held; None for one that holds another on one of the paths."""
    both = {**right, **left}
    for name, identity in right.items():
        if both[name] != identity:
            both[name] = None
    return both


def same_variables(left: Variables, right: Variables) -> bool:
    """True where another round of a loop would learn nothing."""
    return left.keys() == right.keys() and all(_are_same(value, right[name]) for name, value in left.items())


def _are_same(value: Value, other: Value) -> bool:
    if value is other or type(value) is not type(other):
        return value is other
    return value.key() == other.key() or (isinstance(value, Const) and value == other)
