"""What is done again in each iteration of a loop: which loop is around a node, what changes in it, how often."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.index import flow_of
from jaxlint.syntax.binders import COMPREHENSIONS, FUNCTIONS, bound_by, declared, names_bound, nodes_of
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module

LOOPS = (_ast.For, _ast.AsyncFor, _ast.While)
_FEW = 8  # iterations that nobody minds: one for each of some settings
_LEAVES = (_ast.Break, _ast.Return, _ast.Raise)
_ALIKE = ("enumerate", "reversed", "sorted", "list", "tuple", "tqdm")  # as many items as their first argument
_PARTS = frozenset("items keys values fields _fields leaves tree_leaves tree_flatten".split())
GROWING = ("concatenate", "append", "vstack", "hstack", "column_stack", "row_stack")  # functions that make it longer
_COUNTING = ("range", "trange", "count", "enumerate")


def loop_around(module: Module, node: _ast.AST) -> _ast.AST | None:
    """The innermost loop, or comprehension, that runs a node in each of its iterations, within one function."""
    inner, outer = node, module.parents.get(node)
    while outer is not None and not isinstance(outer, (*FUNCTIONS, _ast.ClassDef)):
        if isinstance(outer, COMPREHENSIONS) or (isinstance(outer, LOOPS) and _is_in_iteration(inner, outer)):
            return outer
        inner, outer = outer, module.parents.get(outer)
    return None


def _is_in_iteration(node: _ast.AST, loop: _ast.AST) -> bool:
    """The test of a while is asked in each iteration; what a for goes over, and an else, once."""
    return node in loop.body or node is getattr(loop, "test", None)  # type: ignore[attr-defined]


def repeats(module: Module, node: _ast.AST, loop: _ast.AST) -> bool:
    """True where a loop comes by a node more than a few times, for all that its text says."""
    if not isinstance(loop, LOOPS) or _goes_through_parts(loop):
        return False
    count = count_of(loop)
    return (count is None or count > _FEW) and _goes_on(module, node, loop)


def _goes_through_parts(loop: _ast.AST) -> bool:
    """``for name, value in params.items()``: the parts of one thing, which are few and unlike each other."""
    over = [] if isinstance(loop, _ast.While) else walk(loop.iter)  # type: ignore[attr-defined]
    return any((getattr(one, "attr", None) or getattr(one, "id", None)) in _PARTS for one in over)


def _goes_on(module: Module, node: _ast.AST, loop: _ast.AST) -> bool:
    """False where the iteration that comes by a node is the last."""
    inner, outer = node, module.parents[node]
    while inner is not loop:
        blocks = [getattr(outer, name, None) for name in ("body", "orelse", "finalbody")]
        for block in blocks:
            after = block[block.index(inner) :] if isinstance(block, list) and inner in block else []
            if any(isinstance(one, _LEAVES) for one in after):
                return False
        inner, outer = outer, module.parents[outer]
    return True


def changing(part: _ast.AST) -> set[str]:
    """The names that a loop binds, or a function: in the next iteration, or call, they may hold something else."""
    if isinstance(part, FUNCTIONS):
        body = part.body if isinstance(part.body, list) else [part.body]
        return set(names_bound([part.args, *body])) - declared(part)
    return set(names_bound([part]))


def count_of(loop: _ast.AST) -> int | None:
    """How many iterations a loop has, where its text says so."""
    over = getattr(loop, "iter", None)
    while isinstance(over, _ast.Call) and getattr(over.func, "id", None) in _ALIKE and over.args:
        over = over.args[0]
    if isinstance(over, (_ast.Tuple, _ast.List, _ast.Set)):
        return len(over.elts)
    if not isinstance(over, _ast.Call) or getattr(over.func, "id", None) != "range":
        return None
    bounds = [getattr(one, "value", None) for one in over.args]
    known = [one for one in bounds if type(one) is int]
    return len(range(*known)) if known and len(known) == len(bounds) and 0 not in known[2:] else None


def counters(loop: _ast.AST) -> set[str]:
    """The names that hold another number in each iteration: the index of a range or an enumeration, or ``n += 1``."""
    found = set()
    over = getattr(loop, "iter", None)
    called = getattr(over, "func", None)
    if (getattr(called, "attr", None) or getattr(called, "id", None)) in _COUNTING:
        target = loop.target  # type: ignore[attr-defined]
        first = target.elts[0] if isinstance(target, _ast.Tuple) else target
        found.add(getattr(first, "id", None))
    for one in loop.body:  # type: ignore[attr-defined]
        if isinstance(one, _ast.AugAssign) and type(getattr(one.value, "value", None)) is int:
            found.add(getattr(one.target, "id", None))
    return {name for name in found if name is not None and binds_once(loop, name)}


def grown_by(loop: _ast.AST, name: str) -> _ast.Call | None:
    """The call in ``x = concatenate([x, y])``, which each iteration makes; nothing else in the loop binds the name."""
    for one in loop.body if binds_once(loop, name) else []:  # type: ignore[attr-defined]
        if not isinstance(one, _ast.Assign) or not isinstance(one.value, _ast.Call) or len(one.targets) != 1:
            continue
        if getattr(one.targets[0], "id", None) == name and name in free(one.value):
            return one.value
    return None


def binds_once(loop: _ast.AST, name: str) -> bool:
    """One place in the loop binds the name."""
    return [bound_by(node) for node in nodes_of([loop])].count(name) == 1


def only_definition(module: Module, read: _ast.AST) -> _ast.AST | None:
    """What bound a name that is read, where one binding alone, on all ways that lead there, may have done so."""
    found = flow_of(module.function_of(read) or module.tree).reaching.definitions(read)
    return found[0] if found is not None and len(found) == 1 else None


def given_by(module: Module, read: _ast.AST) -> _ast.expr | None:
    """The expression that gave a name what is read, where one assignment alone may have done so."""
    target = only_definition(module, read)
    statement = module.parents.get(target) if isinstance(target, _ast.Name) else None
    is_plain = isinstance(statement, (_ast.Assign, _ast.AnnAssign))
    return statement.value if is_plain else None  # type: ignore[union-attr]
