"""The function that ``FILE::FUNCTION`` means."""

from __future__ import annotations

import _ast

from jaxlint.diagnostic import Problem
from jaxlint.syntax.nodes import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.verify.specs import Function

# What leaves the parameters of a function as they are.
_WRAPPERS = ("jit", "filter_jit", "checkpoint", "remat")
_SCOPES = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda, _ast.ClassDef)


def find(module: Module, spelled: str) -> Function | Problem:
    """The def that the last name of ``spelled`` means, in the class that the name before it means."""
    try:
        tree = compile(spelled, "<function>", "eval", _ast.PyCF_ONLY_AST, dont_inherit=True)
    except SyntaxError:
        return Problem(module.path, f"`{spelled}` is no function's name")
    assert isinstance(tree, _ast.Expression)
    node = tree.body
    body: list[_ast.stmt] = module.tree.body
    if isinstance(node, _ast.Attribute):
        owner = node.value.func if isinstance(node.value, _ast.Call) else node.value
        classes = [one for one in body if isinstance(one, _ast.ClassDef) and one.name == getattr(owner, "id", None)]
        body = classes[-1].body if classes else []
    name = node.attr if isinstance(node, _ast.Attribute) else str(getattr(node, "id", None))
    found = _defined(body, name)
    if found is None:
        return Problem(module.path, f"there is no function `{spelled}` at module level, or in a class of it")
    if isinstance(found, _ast.AsyncFunctionDef) or _yields(found):
        kind = "coroutine" if isinstance(found, _ast.AsyncFunctionDef) else "generator"
        return Problem(module.path, f"`{spelled}` is a {kind}: it has no result to compare")
    is_static = any(
        getattr(one, "id", None) in ("staticmethod", "classmethod") for one in getattr(found, "decorator_list", ())
    )
    if isinstance(node, _ast.Attribute) and not isinstance(node.value, _ast.Call) and not is_static:
        owner_name = module.source.path + "::" + spelled.rpartition(".")[0]
        return Problem(module.path, f"`{spelled}` needs an instance: {owner_name}(...).{name}")
    return found


def _defined(body: list[_ast.stmt], name: str) -> Function | _ast.AsyncFunctionDef | None:
    """``def f``, ``f = lambda ...``, ``f = jax.jit(g)``: the last one counts."""
    for statement in reversed(body):
        if isinstance(statement, (_ast.FunctionDef, _ast.AsyncFunctionDef)) and statement.name == name:
            return statement
        if isinstance(statement, _ast.Assign) and any(getattr(one, "id", None) == name for one in statement.targets):
            return _wrapped(body[: body.index(statement)], statement.value)
    return None


def _wrapped(before: list[_ast.stmt], value: _ast.expr) -> Function | _ast.AsyncFunctionDef | None:
    while isinstance(value, _ast.Call) and value.args:
        called = getattr(value.func, "attr", None) or getattr(value.func, "id", None)
        if called not in _WRAPPERS:
            return None
        value = value.args[0]
    if isinstance(value, _ast.Name):
        return _defined(before, value.id)
    return value if isinstance(value, _ast.Lambda) else None


def _yields(node: _ast.AST) -> bool:
    return any(
        isinstance(child, (_ast.Yield, _ast.YieldFrom)) or (not isinstance(child, _SCOPES) and _yields(child))
        for child in children(node)
    )
