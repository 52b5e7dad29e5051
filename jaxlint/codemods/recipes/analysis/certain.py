"""Is something an array whenever it is computed, also without jit, where a caller may pass numbers of Python's?"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import names_in
from jaxlint.codemods.recipes.analysis.proof import kind
from jaxlint.codemods.recipes.analysis.reaching import definitions_before, value_given
from jaxlint.tracing.values.value import Container, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from jaxlint.codemods.site import Site

_NUMBERS = ("bool", "int", "float", "complex")


def is_array_without_jit(
    site: Site, node: ast.AST, staged: Collection[str] = (), unsure: Collection[str] = (), depth: int = 3
) -> bool:
    """``staged``: names that JAX traces, whoever calls; ``unsure``: names that hold numbers of Python's at first.

    Of a number of Python's there is no ``astype``, and of its comparison ``~True`` is -2.
    """

    def asked(*parts: ast.AST) -> bool:
        return any(is_array_without_jit(site, part, staged, unsure, depth) for part in parts)

    match node:
        case ast.Compare():
            return asked(node.left, *node.comparators)
        case ast.BoolOp():
            return asked(*node.values)
        case ast.BinOp():
            return asked(node.left, node.right)
        case ast.UnaryOp():
            return asked(node.operand)
        case ast.Subscript(value=base) if isinstance(site.value(base), Container) or _is_name(node.slice):
            return False
    names, value = names_in(node), site.value(node)
    if names.intersection(staged):
        return True
    if names.intersection(unsure) or not isinstance(value, Traced):
        return False
    return not isinstance(node, ast.Name) or bool(value.aval.rank) or _is_made_so(site, node, depth)


def is_truth_array(site: Site, node: ast.AST) -> bool:
    """An array of booleans, whose opposite is told by ``~``."""
    return kind(site, node) == "b" and not isinstance(node, ast.Name) and is_array_without_jit(site, node)


def _is_name(index: ast.expr) -> bool:
    """``state["on"]``"""
    return isinstance(index, ast.Constant) and isinstance(index.value, str)


def _is_made_so(site: Site, name: ast.Name, depth: int) -> bool:
    """A number may be passed for a parameter that no annotation calls an array."""
    statement = site.module.statement_of(name)
    made = definitions_before(site, statement, name.id) if statement is not None and depth else []
    for one in made:
        given = None if one is None else value_given(site, one)
        if isinstance(one, ast.arg):
            if one.annotation is None or getattr(one.annotation, "id", None) in _NUMBERS:
                return False
        elif given is not None and not is_array_without_jit(site, given, depth=depth - 1):
            return False
    return bool(made)
