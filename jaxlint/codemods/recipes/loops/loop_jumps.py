"""Statements that end a turn of a loop early."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import LOOPS
from jaxlint.syntax.binders import FUNCTIONS
from jaxlint.syntax.nodes import children

Loop = ast.For | ast.While
Jump = ast.Break | ast.Continue | ast.Return


def jumps_in(node: ast.AST) -> list[Jump]:
    """Those that end a turn of the loop around ``node``; a return out of a loop further in is not followed."""
    if isinstance(node, (ast.Break, ast.Continue, ast.Return)):
        return [node]
    if isinstance(node, FUNCTIONS):
        return []
    found = [part for child in children(node) for part in jumps_in(child)]
    return [part for part in found if isinstance(part, ast.Return)] if isinstance(node, LOOPS) else found
