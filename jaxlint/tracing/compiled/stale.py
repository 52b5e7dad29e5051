"""What a jitted function reads from around it, or from an object, and what is set anew between two of its calls.

JAX finds what it has compiled by the function and its arguments: what the function closes over was looked at once, when
it was traced.  Of an object that is static, JAX asks whether it is equal to the one before, and it is equal to itself.
Measured on JAX 0.10.2 for jit and pmap, and equinox 0.13.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.order import loops_around, may_follow
from jaxlint.dataflow.reads import place_of
from jaxlint.dataflow.repeats import GROWING, LOOPS, grown_by
from jaxlint.dataflow.scopes import names_of
from jaxlint.syntax.binders import FUNCTIONS, bound_by, own_nodes
from jaxlint.syntax.nodes import children, walk
from jaxlint.tracing.events.event import Point
from jaxlint.tracing.events.transforms import StaleRead
from jaxlint.tracing.values.hierarchy import is_plain
from jaxlint.tracing.values.joining import aval_of, static_type
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import UNKNOWN, Array, BoundMethod, Const, Function, Instance, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.dataflow.reads import Place
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.value import Transformed, Value

    _Static = tuple[set[int], set[str]]

CACHING = ("jax.jit", "jax.api.jit", "jax.pmap", "equinox.filter_jit", "equinox.filter_pmap")
_CLEARING = ("clear_caches", "clear_cache")


class _Call:
    """One call, in the scope that it stands in; ``given``: its arguments, ``fixed``: whether some are static.

    ``receiver``: the name of the object whose method it calls; None of a function.
    """

    __slots__ = ("fixed", "given", "module", "node", "receiver", "scope")

    def __init__(
        self, frame: Frame, node: _ast.Call, arguments: Arguments, static: _Static, receiver: str | None
    ) -> None:
        self.module = frame.module
        self.scope: _ast.AST = frame.function or frame.module.tree
        self.node = node
        self.receiver = receiver
        given: list[tuple[object, Value, _ast.AST | None]] = [
            *((key, value, arguments.nodes[key]) for key, value in enumerate(arguments.positional)),
            *((name, value, arguments.keyword_nodes.get(name)) for name, value in arguments.keywords.items()),
        ]
        self.given = [one for one in given if one[2] is not None]
        self.fixed = any(key in static[0] or key in static[1] for key, _, _ in self.given)

    def is_like(self, other: _Call) -> bool:
        """JAX answers this call with what it has compiled for the other one."""
        if self.fixed or other.fixed or self.receiver != other.receiver:
            return False
        if self.node is other.node:
            return not any(self._varies(node) for _, _, node in self.given)
        if [key for key, _, _ in self.given] != [key for key, _, _ in other.given]:
            return False
        pairs = zip(self.given, other.given, strict=True)
        return all(self._same_kind(value, theirs, node, that) for (_, value, node), (_, theirs, that) in pairs)

    def _varies(self, node: _ast.AST | None) -> bool:
        """It may have another shape in another iteration: it grows, or is sliced at bounds that are no constants."""
        if isinstance(node, _ast.Name):
            loops = [one for one in loops_around(self.module, node) if isinstance(one, LOOPS)]
            calls = [call for call in (grown_by(loop, node.id) for loop in loops) if call is not None]
            grows = any(getattr(call.func, "attr", None) in GROWING for call in calls)
            return grows or any(_cuts(value) for loop in loops for value in _given(loop, node.id))
        return node is not None and _cuts(node)

    def _same_kind(self, value: Value, other: Value, node: _ast.AST | None, that: _ast.AST | None) -> bool:
        if isinstance(value, Array) and isinstance(other, Array):
            known = [aval_of(one) for one in (value, other)]
            if all(isinstance(one.shape, tuple) for one in known):
                return known[0].shape == known[1].shape and known[0].kind == known[1].kind
        if isinstance(value, (Const, Static)) and isinstance(other, (Const, Static)):
            return static_type(value) == static_type(other)
        text = self.module.source.segment
        return node is not None and that is not None and text(node) == text(that)


def _given(loop: _ast.AST, name: str) -> list[_ast.AST]:
    """What a loop assigns to a name in each iteration."""
    assigned = [one for one in own_nodes(loop) if isinstance(one, _ast.Assign)]
    return [one.value for one in assigned if name in [getattr(target, "id", None) for target in one.targets]]


def _cuts(value: _ast.AST) -> bool:
    """``x[:n]`` is in it."""
    slices = [one for one in walk(value) if isinstance(one, _ast.Slice)]
    return any(not isinstance(part, _ast.Constant) for one in slices for part in children(one))


class Stale:
    """The calls of jitted functions in the scope whose names they read, and of methods where their object is set."""

    __slots__ = ("_calls",)

    def __init__(self) -> None:
        self._calls: dict[tuple[_ast.AST, _ast.AST], dict[_ast.AST, _Call]] = {}  # by function and scope

    def add(self, other: Stale) -> None:
        for place, calls in other._calls.items():
            self._calls[place] = calls | self._calls.get(place, {})

    def called(
        self, frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments, static: _Static | None
    ) -> None:
        """``static``: the positions and the names of the parameters that are; None where it is not known which."""
        if transformed.transform not in CACHING or static is None or not arguments.complete:
            return
        function: Value = transformed.func
        receiver: Value | None = None
        if isinstance(function, BoundMethod):
            receiver = function.receiver
            function = function.func
        elif isinstance(function, Function) and function.owner is not None and 0 in static[0] and arguments.positional:
            receiver = arguments.positional[0]
        if not isinstance(function, Function) or not isinstance(node, _ast.Call) or function.module is not frame.module:
            return
        name = None if receiver is None else _named(frame, node, receiver)
        if name is None and (receiver is not None or function.owner is not None or not _sees(frame, function.node)):
            return
        known = self._calls.setdefault((function.node, frame.function or frame.module.tree), {})
        if node not in known:
            known[node] = _Call(frame, node, arguments, static, name)

    def events(self, staged: set[_ast.AST]) -> list[StaleRead]:
        """One for each function; ``staged``: what runs under a trace."""
        found = [_stale(function, list(calls.values()), staged) for (function, _), calls in self._calls.items()]
        return [event for event in found if event is not None]


def _named(frame: Frame, call: _ast.Call, receiver: Value) -> str | None:
    """The name of an object, the method of which is called by it, and which is equal to none but itself."""
    if not isinstance(call.func, _ast.Attribute) or not isinstance(call.func.value, _ast.Name):
        return None
    name = call.func.value.id
    if not isinstance(receiver, Instance) or frame.lookup(name) is not receiver:
        return None
    return name if all(map(is_plain, receiver.members or [receiver.cls])) else None


def _sees(frame: Frame, function: _ast.AST) -> bool:
    """The names that the function reads from around it can be set where it is called."""
    around = frame.module.function_of(function)
    return around is frame.function or (around is None and bool(names_of(frame.module.tree).declared))


def _stale(function: _ast.AST, calls: list[_Call], staged: set[_ast.AST]) -> StaleRead | None:
    """The first of what it reads that is set anew after a call, with another call to come."""
    module, scope, receiver = calls[0].module, calls[0].scope, calls[0].receiver
    within = set(loops_around(module, function)) if receiver is None else set()
    nodes = own_nodes(scope)
    if any(getattr(one, "attr", None) in _CLEARING for one in nodes):
        return None
    if receiver is not None and [bound_by(one) for one in nodes].count(receiver) > 1:
        return None  # it is not known which object it is
    reads = _reads(module, function, staged) if receiver is None else _attributes(function, receiver)
    home = scope if receiver is not None else module.function_of(function) or module.tree
    assignments = [one for one in _assignments(scope, home) if place_of(one[1]) in reads]
    bindings = [binding for _, binding in assignments]
    if scope is not home:
        bindings += [one for one in own_nodes(home) if _is_set(one)]
    for happens, binding in assignments:
        if not within.isdisjoint(loops_around(module, happens)) or not _is_another(module, binding, bindings):
            continue
        for first in calls:
            for second in calls if _leads(module, first.node, happens) else ():
                if second.is_like(first) and _leads(module, happens, second.node):
                    return _event(reads[place_of(binding)], first, second, binding)  # type: ignore[index]
    return None


def _is_set(node: _ast.AST) -> bool:
    return isinstance(node, (_ast.Name, _ast.Attribute)) and isinstance(node.ctx, _ast.Store)


def _assignments(scope: _ast.AST, home: _ast.AST) -> list[tuple[_ast.AST, _ast.AST]]:
    """What sets names of ``home`` while ``scope`` runs: a node of its own, and the target that is bound by it.

    That is the target itself, or the call of a function that declares the name ``global`` or ``nonlocal``.
    """
    found: list[tuple[_ast.AST, _ast.AST]] = []
    setting = {one.name: _shared(one, home) for one in own_nodes(home) if isinstance(one, _ast.FunctionDef)}
    for node in own_nodes(scope):
        if _is_set(node) and (scope is home or getattr(node, "id", None) in names_of(scope).own_global):
            found.append((node, node))
        elif isinstance(node, _ast.Call) and isinstance(node.func, _ast.Name):
            found += [(node, target) for target in setting.get(node.func.id, ())]
    return found


def _shared(function: _ast.AST, home: _ast.AST) -> list[_ast.AST]:
    """Where a function sets names of the scope around it."""
    names = names_of(function)
    shared = names.own_global if isinstance(home, _ast.Module) else names.own_nonlocal
    return [target for name in sorted(shared) for target in names.bound.get(name, []) if _is_set(target)]


def _reads(module: Module, function: _ast.AST, staged: set[_ast.AST]) -> dict[Place, _ast.AST]:
    """What it takes from around it, and what the module's functions take that it calls, and those that they call."""
    hidden = module.function_of(function) is not None  # the names of the function around hide those of the module
    defined = [] if hidden else [one for one in module.tree.body if isinstance(one, _ast.FunctionDef)]
    helpers = {one.name: one for one in defined if one in staged}
    found: dict[Place, _ast.AST] = {}
    waiting = [function]
    for one in waiting:
        reads = reads_from_around(one, staged)
        found = {**reads, **found}
        called = [helpers[name] for (name, *_) in reads if name in helpers]
        waiting += [helper for helper in called if helper not in waiting]
    return found


def reads_from_around(function: _ast.AST, staged: set[_ast.AST]) -> dict[Place, _ast.AST]:
    """The names that it takes from around it: its own body, and the functions in it that are traced."""
    nodes = own_nodes(function)
    own = {bound_by(one) for one in nodes}
    found: dict[Place, _ast.AST] = {
        (one.id,): one for one in nodes if isinstance(one, _ast.Name) and isinstance(one.ctx, _ast.Load)
    }
    for one in nodes:
        if isinstance(one, FUNCTIONS) and one in staged:
            found = {**reads_from_around(one, staged), **found}
    return {place: read for place, read in found.items() if place[0] not in own}


def _attributes(method: _ast.AST, receiver: str) -> dict[Place, _ast.AST]:
    """The attributes of its own object that a method reads, as ``receiver`` has them."""
    spec: _ast.arguments = method.args  # type: ignore[attr-defined]
    own = next((one.arg for one in (*spec.posonlyargs, *spec.args)), None)
    return {
        (receiver, "." + one.attr): one
        for one in own_nodes(method)
        if isinstance(one, _ast.Attribute) and isinstance(one.ctx, _ast.Load) and getattr(one.value, "id", None) == own
    }


def _is_another(module: Module, binding: _ast.AST, bindings: list[_ast.AST]) -> bool:
    """Not the constant that it holds everywhere in the scope."""
    own = _constant(module, binding)
    others = [_constant(module, one) for one in bindings if one is not binding and place_of(one) == place_of(binding)]
    return own is None or any(one != own for one in others) or (isinstance(binding, _ast.Attribute) and not others)


def _constant(module: Module, binding: _ast.AST) -> str | None:
    statement = module.parents[binding]
    value = statement.value if isinstance(statement, (_ast.Assign, _ast.AnnAssign)) else None
    return repr(value.value) if isinstance(value, _ast.Constant) else None


def _leads(module: Module, one: _ast.AST, other: _ast.AST) -> bool:
    """The second may be evaluated after the first: further on, or in a later iteration."""
    around = loops_around(module, one)
    return may_follow(module, one, other) or any(loop in around for loop in loops_around(module, other))


def _event(read: _ast.AST, first: _Call, second: _Call, binding: _ast.AST) -> StaleRead:
    module = first.module
    scope = None if isinstance(first.scope, _ast.Module) else first.scope
    related = (
        Origin("the compiled function reads it here", module, read),
        Origin("it is reassigned here", module, binding),
    )
    point = Point(module, scope, EAGER)
    return StaleRead(point, second.node, UNKNOWN, compiled=first.node, binding=binding, related=related)
