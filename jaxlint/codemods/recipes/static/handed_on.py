"""Transforms and decorators that hand an argument of a function on to it as it is."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import callee, constant
from jaxlint.tracing.values.value import Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_DIFFERENTIATING = ("grad", "value_and_grad", "jacfwd", "jacrev", "jacobian", "hessian")
_TRANSFORMS = tuple(f"jax.{name}" for name in (*_DIFFERENTIATING, "vmap"))
_OF_METHODS = ("staticmethod", "classmethod")


def transform_hands_on(site: Site, call: ast.Call, index: int | None) -> bool:
    """``jax.grad(f)``, ``jax.vmap(f, in_axes=(0, None))``: is the argument at ``index`` the same inside?"""
    return _hands_on(site, callee(site, call), call, index)


def decorator_hands_on(site: Site, decorator: ast.expr, index: int | None) -> bool:
    """``@jax.value_and_grad``, ``@partial(jax.vmap, in_axes=(0, None))``, ``@staticmethod``."""
    if not isinstance(decorator, ast.Call):
        return _is_of_methods(decorator) or _hands_on(site, _name(site, decorator), None, index)
    partial = callee(site, decorator) == "functools.partial" and decorator.args
    return bool(partial) and _hands_on(site, _name(site, decorator.args[0]), decorator, index)


def method_kind(function: ast.FunctionDef | ast.AsyncFunctionDef) -> str | None:
    """``staticmethod``, ``classmethod``, or None for one that takes ``self``."""
    return next((one.id for one in function.decorator_list if isinstance(one, ast.Name) and _is_of_methods(one)), None)


def _is_of_methods(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Name) and decorator.id in _OF_METHODS


def _name(site: Site, node: ast.expr) -> str:
    value = site.value(node)
    return value.name if isinstance(value, Library) else ""


def _hands_on(site: Site, name: str, call: ast.Call | None, index: int | None) -> bool:
    if name not in _TRANSFORMS:
        return False
    short = name.rpartition(".")[2]
    if short == "vmap":
        return _is_unmapped(_option(call, "in_axes"), index)
    argnums = _option(call, "argnums")
    numbers = argnums.elts if isinstance(argnums, ast.Tuple) else [argnums]
    over = [0 if number is None else constant(site, number) for number in numbers]
    return all(isinstance(number, int) and number != index for number in over)


def _option(call: ast.Call | None, name: str) -> ast.expr | None:
    """What a transform is told behind the function."""
    if call is None:
        return None
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    return given.get(name, call.args[1] if len(call.args) > 1 else None)


def _is_unmapped(axes: ast.expr | None, index: int | None) -> bool:
    if not isinstance(axes, (ast.Tuple, ast.List)) or index is None:
        return False
    place = axes.elts[index] if index < len(axes.elts) else None
    return isinstance(place, ast.Constant) and place.value is None
