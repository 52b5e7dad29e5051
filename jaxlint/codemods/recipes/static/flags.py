"""Flags: parameters that choose between ways to compute, that all in view pass as a literal, or hand on."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.static.jit_roots import FLAGS, Roots
from jaxlint.codemods.recipes.static.static_names import rewritten
from jaxlint.dataflow.scopes import binding_of, default_of
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import UNKNOWN, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site

_CHOOSING = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)


def static_flags(site: Site, test: ast.expr, truth: bool | None = None) -> Rewrite | None:
    """``if training:``, ``if order == 0:``: the parameters made static, where they are flags and no data.

    ``truth``: is it asked whether it holds, or which one it is?  By default, what the test looks like.
    """
    names = [site.value(node) for node in walk(test) if isinstance(node, ast.Name)]
    # Not known is also what is traced for one caller, and a literal for another.
    if not any(isinstance(value, Traced) or value is UNKNOWN for value in names) or not _may_choose(site, test):
        return None
    roots = Roots(site, FLAGS)
    try:
        roots.require_all(test)
        given = [*roots.given, *roots.defaults]
        if not given or not all(_is_flag(site, one, _is_truth(test) if truth is None else truth) for one in given):
            return None
        return rewritten(site, roots)
    except NoFix:
        return None


def flags_of_branch(site: Site, operand: ast.expr) -> Rewrite | None:
    """The same of a part of what an ``if`` asks; an operator whose value is wanted computes it."""
    node, parent = operand, site.module.parents[operand]
    while isinstance(parent, (ast.BoolOp, ast.UnaryOp)):
        node, parent = parent, site.module.parents[parent]
    asks = isinstance(parent, (ast.If, ast.IfExp, ast.While)) and parent.test is node
    return static_flags(site, operand) if asks else None


def _may_choose(site: Site, test: ast.expr) -> bool:
    """Nothing is asked of it but whether it holds, and which one it is."""
    if isinstance(test, ast.BoolOp):
        return all(_may_choose(site, value) for value in test.values)
    if isinstance(test, ast.UnaryOp):
        return isinstance(test.op, ast.Not) and _may_choose(site, test.operand)
    if isinstance(test, ast.Compare):
        plain = all(
            isinstance(one, (ast.Name, ast.Constant, ast.Tuple, ast.List)) for one in [test.left, *test.comparators]
        )
        return plain and all(isinstance(op, _CHOOSING) for op in test.ops)
    return isinstance(test, ast.Name) or not isinstance(site.value(test), Traced)


def _is_truth(test: ast.expr) -> bool:
    """Is a plain name asked whether it holds?"""
    if isinstance(test, ast.UnaryOp):
        return _is_truth(test.operand)
    return isinstance(test, ast.Name)


def _is_flag(site: Site, given: ast.expr, alone: bool) -> bool:
    """A literal; a number counts where it is compared with others, not where any number but 0 will do.

    Or a parameter of the caller whose default is one, and that nothing in view traces: it is handed on.
    """
    if isinstance(given, ast.Name):
        binding = binding_of(site.module, given)
        argument = None if binding is None else binding.sole
        default = default_of(binding.scope, argument) if binding and isinstance(argument, ast.arg) else None
        return default is not None and _is_flag(site, default, alone)
    value = given.value if isinstance(given, ast.Constant) else None
    return isinstance(value, (bool, str)) or (isinstance(value, int) and not alone)
