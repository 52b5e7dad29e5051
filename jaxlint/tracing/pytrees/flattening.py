"""Classes that say themselves what of them is a leaf: ``tree_flatten``, or the function handed to the registration.

https://docs.jax.dev/en/latest/custom_pytrees.html
"""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import DATA, FIELDS, OPAQUE, STATIC, ClassValue, Function, Value

# Decorators, and the method that each asks.
METHODS = {
    "jax.tree_util.register_pytree_node_class": "tree_flatten",
    "jax.tree_util.register_pytree_with_keys_class": "tree_flatten_with_keys",
}


def register(cls: ClassValue, flatten: Value | None) -> None:
    """The attributes that ``flatten`` gives first are children, those that it gives second stay static.

    A function that does more than name attributes leaves the class unknown.
    """
    told = _told(flatten.node) if isinstance(flatten, Function) else None
    if told is not None:
        cls.flattened, static = told
        cls.held = {**dict.fromkeys(static, STATIC), **dict.fromkeys(cls.flattened, DATA)}
        cls.layout = FIELDS
    elif flatten is not None:
        cls.layout = OPAQUE


def _told(node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> tuple[list[str], set[str]] | None:
    parameters = [*node.args.posonlyargs, *node.args.args]
    result = node.body if isinstance(node, _ast.Lambda) else _returned(node.body)
    if result is None or not parameters:
        return None
    itself, given = parameters[0].arg, {} if isinstance(node, _ast.Lambda) else _assigned(node.body)
    result = _resolved(result, given)
    if not isinstance(result, _ast.Tuple) or len(result.elts) != 2:
        return None
    children, auxiliary = (_resolved(part, given) for part in result.elts)
    if not isinstance(children, (_ast.Tuple, _ast.List)):
        return None
    names = [_attribute(_resolved(_without_key(child), given), itself) for child in children.elts]
    known = [name for name in names if name is not None]
    if len(known) < len(names):
        return None
    kept = {_attribute(part, itself) for top in [auxiliary] for part in walk(top)}
    return known, {name for name in kept if name is not None}


def _returned(body: list[_ast.stmt]) -> _ast.expr | None:
    """What a straight body returns."""
    plain = (_ast.Assign, _ast.AnnAssign, _ast.Expr)
    last = body[-1]
    return last.value if isinstance(last, _ast.Return) and all(isinstance(one, plain) for one in body[:-1]) else None


def _assigned(body: list[_ast.stmt]) -> dict[str, _ast.expr]:
    found: dict[str, _ast.expr] = {}
    for statement in body:
        target = statement.targets[0] if isinstance(statement, _ast.Assign) else getattr(statement, "target", None)
        value = getattr(statement, "value", None)
        if isinstance(target, _ast.Name) and isinstance(value, _ast.expr):
            found[target.id] = value
    return found


def _resolved(node: _ast.expr, given: dict[str, _ast.expr]) -> _ast.expr:
    return given.get(node.id, node) if isinstance(node, _ast.Name) else node


def _without_key(child: _ast.expr) -> _ast.expr:
    """``(GetAttrKey("w"), self.w)``."""
    return child.elts[1] if isinstance(child, _ast.Tuple) and len(child.elts) == 2 else child


def _attribute(node: _ast.AST, itself: str) -> str | None:
    """``self.w``"""
    plain = isinstance(node, _ast.Attribute) and isinstance(node.value, _ast.Name) and node.value.id == itself
    return node.attr if plain else None  # type: ignore[attr-defined]
