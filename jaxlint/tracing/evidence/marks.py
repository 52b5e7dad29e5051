"""Decorators of test libraries: the function stays what it is, and keeps what they say of it."""

from __future__ import annotations

from jaxlint.knowledge.testing import BARE, CALLED, DRAWS, ENDS, is_bare, is_mark
from jaxlint.tracing.events.refusals import ENDED, Refused
from jaxlint.tracing.functions.calling import FUNCTIONS, PREFIXES
from jaxlint.tracing.values.value import UNKNOWN, Function, Library, Mark, Partial, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

_MARKING = "tests:marking"
PARAM = "tests:param"
_ENDED = frozenset(["BaseException", ENDED])


def mark(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``@pytest.mark.parametrize("n", [1, 2])``, ``@chex.all_variants``: the call, which waits for the function."""
    made = Mark(name, arguments.positional, arguments.keywords, arguments.complete)
    target = arguments.get(0)
    if is_bare(name) and isinstance(target, Function) and len(arguments.values()) == 1:
        return _marked(target, Mark(name, [], {}, True))
    return Partial(Library(_MARKING), [made], {})


def marking(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    made, *targets = arguments.positional
    if len(targets) != 1 or not isinstance(made, Mark):
        return UNKNOWN
    return _marked(targets[0], made)


def _marked(target: Value, made: Mark) -> Value:
    if isinstance(target, Function):
        target.marks = (*target.marks, made)
    return target


def mark_in(value: Value) -> Mark | None:
    """What stands after ``@``, or in ``pytestmark``; None for anything else."""
    if isinstance(value, Library) and is_mark(value.name):
        return Mark(value.name, [], {}, True)
    if isinstance(value, Partial) and isinstance(value.func, Library) and value.func.name == _MARKING:
        return value.args[0] if isinstance(value.args[0], Mark) else None
    return None


def case(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``pytest.param(1, 2, id="small")``: one row of a table."""
    return Partial(Library(PARAM), arguments.positional, arguments.keywords)


def ended(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``pytest.skip(...)``: nothing that follows runs."""
    raise Refused(_ENDED)


def of_pytest(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return mark(frame, node, name, arguments) if is_mark(name) else UNKNOWN


def strategy(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``st.integers(0, 9)``: what ``given`` draws from."""
    return Library(name)


for _name in DRAWS:
    FUNCTIONS["hypothesis.strategies." + _name] = strategy
for _name in (*BARE, *CALLED):
    if not _name.endswith("."):
        FUNCTIONS[_name] = mark
for _name in ENDS:
    FUNCTIONS[_name] = ended
FUNCTIONS[_MARKING] = marking
FUNCTIONS["pytest.param"] = case
PREFIXES["pytest"] = of_pytest
