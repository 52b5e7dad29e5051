"""What code does besides giving values: what must not move into a function that JAX traces, and what may with proof."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import LOOPS, mutated, owner
from jaxlint.codemods.recipes.analysis.library_effects import is_effect
from jaxlint.codemods.recipes.analysis.proof import callee, is_array, kind, method
from jaxlint.dataflow.assignment import Assignment
from jaxlint.syntax.binders import FUNCTIONS, names_bound
from jaxlint.syntax.nodes import children, executed, walk
from jaxlint.tracing.values.value import Array, BoundMethod, Function, Library, Mapping, Sequence, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_STATEFUL = (
    ast.Raise, ast.Assert, ast.Delete, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.ClassDef,
    ast.Await, ast.Yield, ast.YieldFrom, ast.Try,
)  # fmt: skip
_FRAME_BOUND = frozenset(["super", "locals", "vars", "globals", "eval", "exec", "next", "print", "input", "setattr"])
_HARMLESS = frozenset(
    """abs bool complex divmod enumerate float int isinstance len list max min pow range reversed round sum tuple
    zip""".split()
)
_WHOLE = ("int", "round")  # raise for NaN and infinity
_TELLING = frozenset("print pprint warn debug info warning error exception critical log".split())
_TELLERS = ("builtins.print", "jax.debug.", "logging.", "absl.logging", "loguru.", "warnings.", "pprint.")
_DEPTH = 3


def is_movable(site: Site, statements: list[ast.stmt]) -> bool:
    """Nothing here but computing: no other object changes, no exception is meant, no frame is asked for."""
    local = set(Assignment(statements).stored)
    return all(_is_quiet_part(site, part, local) for part in executed(statements)) and not _has_stray_jump(statements)


def first_effect(site: Site, nodes: list[ast.AST]) -> ast.AST | None:
    """What keeps ``is_movable`` and ``is_computation`` from holding, where it is one part of the code."""
    statements = [node for node in nodes if isinstance(node, ast.stmt)]
    local = set(Assignment(statements).stored)
    for part in executed(nodes):  # type: ignore[arg-type]
        if isinstance(part, ast.NamedExpr) or not _is_quiet_part(site, part, local):
            return part
    return None


def is_done_each_time(site: Site, part: ast.AST) -> bool:
    """For its effect alone, or to move an iterator on: JAX would trace it once."""
    if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
        call = part.value
        return not (callee(site, call).startswith("jax.") or is_report(site, call))
    return isinstance(part, ast.Call) and callee(site, part) in ("builtins.next", "builtins.input")


def is_report(site: Site, node: ast.AST) -> bool:
    """A call that shows the user something and does no more: print, logging, warnings."""
    name = callee(site, node)
    return name.startswith(_TELLERS) and (name.startswith("jax.debug.") or name.rpartition(".")[2] in _TELLING)


def is_computation(site: Site, node: ast.expr) -> bool:
    """An expression that binds no name and changes no object, as far as its text tells."""
    parts = executed([node])  # type: ignore[list-item]
    return not any(isinstance(part, ast.NamedExpr) or not _is_quiet_part(site, part, set()) for part in parts)


def _is_quiet_part(site: Site, part: ast.AST, local: set[str]) -> bool:
    if isinstance(part, _STATEFUL):
        return False
    if isinstance(part, (ast.Attribute, ast.Subscript)) and isinstance(part.ctx, ast.Store):
        return owner(part) in local
    if isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name):
        return not _is_mutable(site.value(part.target))
    if isinstance(part, ast.Expr):
        return isinstance(part.value, ast.Constant) or is_report(site, part.value)
    if isinstance(site.module.parents.get(part), ast.Expr) and is_report(site, part):
        return True
    return not isinstance(part, ast.Call) or not _is_stateful_call(site, part, local)


def _is_stateful_call(site: Site, call: ast.Call, local: set[str]) -> bool:
    if isinstance(call.func, ast.Name) and call.func.id in _FRAME_BOUND:
        return True
    if is_effect(site, call) or changes_others(site, call):
        return True
    receiver = mutated(site, call)
    return receiver is not None and owner(receiver) not in local


def changes_others(site: Site, call: ast.Call, depth: int = _DEPTH) -> bool:
    """A function or method in view that writes into what it is given, or into what it finds around it.

    Writes into arrays of JAX's don't count: they raise.
    """
    function = called(site, call)
    if function is None or not depth:
        return False
    inner, body = site.at(function.module, function.node), function.node.body
    own = set(names_bound(body))  # type: ignore[arg-type]
    return any(_writes_elsewhere(inner, part, own, depth) for part in executed(body))  # type: ignore[arg-type]


def called(site: Site, call: ast.Call) -> Function | None:
    """The def in view, transformed or a method, that a call runs."""
    value = site.value(call.func)
    value = value.func if isinstance(value, BoundMethod) else value
    while isinstance(value, Transformed):
        value = value.func
    return value if isinstance(value, Function) and not isinstance(value.node, ast.Lambda) else None


def _writes_elsewhere(site: Site, part: ast.AST, own: set[str], depth: int) -> bool:
    if isinstance(part, (ast.Global, ast.Nonlocal)):
        return True
    if isinstance(part, (ast.Attribute, ast.Subscript)) and not isinstance(part.ctx, ast.Load):
        return owner(part) not in own and not is_array(site, part.value)
    if not isinstance(part, ast.Call):
        return False
    receiver = mutated(site, part)
    return (receiver is not None and owner(receiver) not in own) or changes_others(site, part, depth - 1)


def _is_mutable(value: Value) -> bool:
    """``+=`` would change the object that others hold."""
    if isinstance(value, Sequence):
        return value.type != "tuple"
    return isinstance(value, Mapping) or (isinstance(value, Array) and value.numpy)


def _has_stray_jump(statements: list[ast.stmt], inside: bool = False) -> bool:
    """break or continue of a loop around."""
    for node in statements:
        if isinstance(node, (ast.Break, ast.Continue)) and not inside:
            return True
        if isinstance(node, FUNCTIONS):
            continue
        looping = inside or isinstance(node, LOOPS)
        if _has_stray_jump([child for child in children(node) if isinstance(child, ast.stmt)], looping):
            return True
    return False


def is_proved_pure(site: Site, nodes: list[ast.AST], depth: int = _DEPTH) -> bool:
    """Only JAX, arithmetic, and functions in view that hold no more than that."""
    return all(_is_pure_part(site, part, depth) for node in nodes for part in walk(node))


def _is_pure_part(site: Site, part: ast.AST, depth: int) -> bool:
    if isinstance(part, (*_STATEFUL, ast.NamedExpr, ast.While, ast.With, ast.AsyncWith)):
        return False
    if isinstance(part, (ast.Attribute, ast.Subscript)) and not isinstance(part.ctx, ast.Load):
        return False
    return not isinstance(part, ast.Call) or _is_pure_call(site, part, depth)


def _is_pure_call(site: Site, call: ast.Call, depth: int) -> bool:
    value = site.value(call.func)
    if isinstance(value, Library):
        module, _, name = value.name.rpartition(".")
        if module == "builtins":
            return name in _HARMLESS and not (
                name in _WHOLE and any(kind(site, one) not in ("b", "i") for one in call.args)
            )
        return value.name.startswith("jax.") and "callback" not in value.name
    if isinstance(value, (Function, Transformed)):
        return _is_pure_function(site, value, depth)
    receiver = method(call)
    if receiver is None:
        return False
    place = receiver[0]
    if isinstance(place, ast.Subscript) and isinstance(place.value, ast.Attribute) and place.value.attr == "at":
        place = place.value.value
    return is_array(site, place)


def _is_pure_function(site: Site, value: Value, depth: int) -> bool:
    while isinstance(value, Transformed):
        value = value.func
    if not isinstance(value, Function) or not depth:
        return False
    body = value.node.body
    parts: list[ast.AST] = list(body) if isinstance(body, list) else [body]
    return is_proved_pure(site, parts, depth - 1)
