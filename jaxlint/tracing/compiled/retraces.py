"""What JAX compiles again in each iteration of a loop in view: a jitted function made anew, or an argument that varies.

Where a function makes what it jits, its callers say whether a loop comes by; they are known once all is traced.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import free, header
from jaxlint.dataflow.repeats import changing, count_of, loop_around, repeats
from jaxlint.record import Record
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.events.event import Point
from jaxlint.tracing.events.transforms import Retraced
from jaxlint.tracing.values.joining import leaves
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import UNKNOWN, Array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from jaxlint.tracing.compiled.anew import Made
    from jaxlint.tracing.events.event import Place
    from jaxlint.tracing.running.environment import Frame

    Def = _ast.FunctionDef

_DEEPEST = 3  # calls between a loop and the function that makes what is jitted
_HARMLESS = ("staticmethod", "classmethod")


class Varying(Record):
    """``node``: the argument; ``says``: what it is, in words; ``loop``: in whose iterations it changes.

    ``static``: its value does, which jit keeps static; else its shape.
    """

    node: _ast.AST
    says: str
    callee: str
    loop: _ast.AST
    static: bool


class Retraces:
    """``seen``: the calls of jitted functions that were looked at, with where these were jitted."""

    __slots__ = ("_calls", "_waiting", "seen")

    def __init__(self) -> None:
        self._calls: dict[_ast.AST, dict[_ast.AST, Place]] = {}  # function -> where eager code calls it
        self._waiting: dict[_ast.AST, Made] = {}  # by the call
        self.seen: set[tuple[_ast.AST, _ast.AST]] = set()

    def add(self, other: Retraces) -> None:
        for function, calls in other._calls.items():
            self._calls.setdefault(function, {}).update(calls)
        self._waiting = other._waiting | self._waiting
        self.seen |= other.seen

    def called(self, frame: Frame, call: _ast.AST, function: _ast.AST) -> None:
        self._calls.setdefault(function, {})[call] = (frame.module, frame.function, call)

    def made(self, frame: Frame, made: Made) -> None:
        """A jitted function is called where it is made: in a loop, or for whoever calls the function around."""
        loop = loop_around(made.module, made.call)
        if loop is None:
            self._waiting.setdefault(made.call, made)
        elif repeats(made.module, made.call, loop) and all(_is_of_arrays(frame, name) for name in made.takes):
            frame.note(_of_function(made, loop))

    def varies(self, frame: Frame, found: Varying) -> None:
        frame.note(
            Retraced(
                frame.point,
                found.node,
                UNKNOWN,
                says=found.says,
                callee=found.callee,
                iterations=count_of(found.loop),
                made=False,
                arrays=(),
                calls=0,
                related=(),
                static=found.static,
            )
        )

    def events(self, traced: set[_ast.AST]) -> list[Retraced]:
        """Of functions that a loop calls.  One that is traced somewhere compiles as a part of what is around it."""
        events = []
        for made in self._waiting.values():
            function = made.function
            if function in traced or not isinstance(function, _ast.FunctionDef) or not _is_plain(function):
                continue
            ways = self._from_loop(function, _parameters_behind(made, function), _DEEPEST)
            if ways is not None:
                events.append(_of_function(made, ways[-1][1], [way[0] for way in ways]))
        return events

    def _from_loop(self, function: Def, needed: set[str], depth: int) -> list[tuple[Place, _ast.AST]] | None:
        """The calls from a function back to a loop, which passes the same for the ``needed`` parameters each time."""
        for place in self._calls.get(function, {}).values():
            module, caller, call = place
            given = _names_given(call, function, needed)
            if given is None or module.is_test:
                continue
            loop = loop_around(module, call)
            if loop is not None:
                if repeats(module, call, loop) and given.isdisjoint(changing(loop)):
                    return [(place, loop)]
            elif depth and not given and isinstance(caller, _ast.FunctionDef) and _is_plain(caller):
                further = self._from_loop(caller, set(), depth - 1)
                if further is not None:
                    return [(place, call), *further]
        return None


def _of_function(made: Made, loop: _ast.AST, ways: Sequence[Place] = ()) -> Retraced:
    return Retraced(
        Point(made.module, made.function, EAGER),
        made.node,
        UNKNOWN,
        says=made.what,
        callee=made.transform,
        made=True,
        iterations=count_of(loop),
        static=False,
        arrays=tuple(sorted(made.takes)) if not ways else (),
        calls=len(ways),
        related=tuple(
            Origin("called in a loop" if place is ways[-1] else "called", place[0], place[2]) for place in ways
        ),
    )


def _is_of_arrays(frame: Frame, name: str) -> bool:
    """It holds arrays alone: they could as well be arguments."""
    found = list(leaves(frame.lookup(name) or UNKNOWN))
    return bool(found) and all(isinstance(one, Array) for one in found)


def _is_plain(function: Def) -> bool:
    """It runs whenever it is called: nothing around it keeps what it gave, and it is no generator."""
    if function.name == "__init__":
        return False  # of another object each time
    if any(getattr(one, "id", None) not in _HARMLESS for one in function.decorator_list):
        return False
    return not any(isinstance(one, (_ast.Yield, _ast.YieldFrom)) for one in walk(function))


def _parameters_behind(made: Made, function: Def) -> set[str]:
    """Those that decide what is made: read by it, or by what gives the names that it reads their values, or changes
    what they hold.
    """
    own, names = changing(function), list(made.takes)
    for name in names:
        for statement in _about(made, function, name):
            names += sorted(free(statement) & own - set(names))
    return set(names) & {one.arg for one in walk(function.args) if isinstance(one, _ast.arg)}


def _about(made: Made, function: Def, name: str) -> list[_ast.AST]:
    """The statements that bind a name, or that may write into what it holds, and those that they are a part of."""
    parents = made.module.parents
    found: list[_ast.AST] = []
    for node in walk(function):
        if not isinstance(node, _ast.Name) or node.id != name:
            continue
        around: _ast.AST | None = made.module.statement_of(node)
        if isinstance(node.ctx, _ast.Load) and not _may_write(parents[node], around):
            continue
        while isinstance(around, _ast.stmt) and around is not function:
            found += header(around)
            around = parents.get(around)
    return found


def _may_write(parent: _ast.AST, statement: _ast.AST | None) -> bool:
    """``d[k] = v``, ``d.update(...)`` as a statement."""
    if isinstance(statement, _ast.Expr):
        return isinstance(parent, _ast.Attribute)
    return isinstance(parent, (_ast.Subscript, _ast.Attribute)) and not isinstance(parent.ctx, _ast.Load)


def _names_given(call: _ast.AST, function: Def, needed: set[str]) -> set[str] | None:
    """The names that are read for the ``needed`` parameters; None where it is not known what is passed for them."""
    if not isinstance(call, _ast.Call) or _name_called(call) != function.name:
        return None
    spread = any(isinstance(one, _ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords)
    if needed and spread:
        return None
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    found: set[str] = set()
    if names and names[0] in ("self", "cls") and isinstance(call.func, _ast.Attribute):
        found = free(call.func.value) if names.pop(0) in needed else found
    given = [*zip(names, call.args, strict=False), *((one.arg, one.value) for one in call.keywords)]
    return found.union(*(free(one) for name, one in given if name in needed))


def _name_called(call: _ast.Call) -> str | None:
    return getattr(call.func, "attr", None) or getattr(call.func, "id", None)
