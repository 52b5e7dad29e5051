"""What a statement or expression reads and binds by itself, in the order that Python does it."""

from __future__ import annotations

import _ast

from jaxlint.syntax.binders import (
    COMPREHENSIONS,
    FUNCTIONS,
    bound_by,
    declared,
    evaluated_outside,
    names_bound,
    parameters_of,
)
from jaxlint.syntax.nodes import children

READ, BIND, UNBIND = "read", "bind", "unbind"
CAPTURE = "capture"  # a function that is defined here reads it once it is called
READS = (READ, CAPTURE)

Access = tuple[str, str, _ast.AST]  # what is done, to which name, by which node


def accesses(parts: list[_ast.AST]) -> list[Access]:
    """Of expressions, targets, patterns and simple statements, one after the other.

    A function that is defined there reads what its body reads from around it.
    """
    found: list[Access] = []
    for part in parts:
        _visit(part, found)
    return found


def header(node: _ast.stmt) -> list[_ast.AST]:
    """What a compound statement evaluates before its first block, in order; of another statement, all of it."""
    if isinstance(node, (_ast.If, _ast.While)):
        return [node.test]
    if isinstance(node, (_ast.For, _ast.AsyncFor)):
        return [node.iter]
    if isinstance(node, (_ast.With, _ast.AsyncWith)):
        return list(node.items)
    if isinstance(node, _ast.Match):
        return [node.subject]
    return [] if isinstance(node, (_ast.Try, _ast.TryStar)) else [node]


def free(node: _ast.AST) -> set[str]:
    """The names that a piece of code may read from around it."""
    return {name for kind, name, _ in accesses([node]) if kind in READS}


def _visit(node: _ast.AST, found: list[Access]) -> None:
    if isinstance(node, _ast.Name):
        _name(node, found)
    elif isinstance(node, _ast.NamedExpr):
        _visit(node.value, found)
        found.append((BIND, node.target.id, node.target))
    elif isinstance(node, COMPREHENSIONS):
        _comprehension(node, found)
    elif isinstance(node, FUNCTIONS):
        _in_order(evaluated_outside(node), found)
        found.extend([(CAPTURE, name, read) for name, read in _free_inside(node).items()])
        _binds(node, found)
    elif isinstance(node, _ast.ClassDef):
        _in_order(evaluated_outside(node), found)
        found.extend(access for access in accesses(list(node.body)) if access[0] in READS)
        _binds(node, found)
    elif isinstance(node, _ast.Assign):
        _in_order([node.value, *node.targets], found)
    elif isinstance(node, _ast.AugAssign):
        if isinstance(node.target, _ast.Name):
            found.append((READ, node.target.id, node.target))
        _in_order([node.value, node.target], found)
    elif isinstance(node, _ast.AnnAssign):
        _annotated(node, found)
    else:
        _binds(node, found)
        _in_order(children(node), found)


def _in_order(parts: list[_ast.AST] | list[_ast.expr], found: list[Access]) -> None:
    for part in parts:
        _visit(part, found)


def _name(node: _ast.Name, found: list[Access]) -> None:
    if isinstance(node.ctx, _ast.Store):
        found.append((BIND, node.id, node))
    else:
        found.append((READ, node.id, node))
        if isinstance(node.ctx, _ast.Del):
            found.append((UNBIND, node.id, node))


def _annotated(node: _ast.AnnAssign, found: list[Access]) -> None:
    """Without a value nothing is bound."""
    if node.value is not None:
        _in_order([node.value, node.annotation, node.target], found)
    elif not isinstance(node.target, _ast.Name):
        _in_order([node.annotation, node.target], found)


def _comprehension(node: _ast.AST, found: list[Access]) -> None:
    generators: list[_ast.comprehension] = node.generators  # type: ignore[attr-defined]
    own = set(names_bound([part.target for part in generators]))
    _visit(generators[0].iter, found)
    inner: list[Access] = []
    for place, part in enumerate(generators):
        _in_order([part.target] if place == 0 else [part.iter, part.target], inner)
        _in_order(part.ifs, inner)
    _in_order([part for part in children(node) if part not in generators], inner)
    found.extend(access for access in inner if access[1] not in own)


def _binds(node: _ast.AST, found: list[Access]) -> None:
    name = bound_by(node)
    if name is not None:
        found.append((BIND, name, node))


def _free_inside(function: _ast.AST) -> dict[str, _ast.AST]:
    """What the body of a function reads from around it -> where first."""
    body = function.body  # type: ignore[attr-defined]
    body = body if isinstance(body, list) else [body]
    own = {one.arg for one in parameters_of(function.args)} | set(names_bound(body))  # type: ignore[attr-defined]
    own -= declared(function)
    found: dict[str, _ast.AST] = {}
    for kind, name, node in accesses(body):
        if kind in READS and name not in own:
            found.setdefault(name, node)
    return found
