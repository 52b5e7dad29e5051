"""Values that are longer, shorter or of another rank than what a name holds: ``x[1:]``, ``jnp.append(x, v)``."""

from __future__ import annotations

import ast

from jaxlint.syntax.nodes import walk

_CHANGES = (
    "append", "concatenate", "concat", "hstack", "vstack", "dstack", "stack", "column_stack", "insert", "pad", "delete",
    "reshape", "ravel", "flatten", "squeeze", "expand_dims", "broadcast_to", "tile", "repeat",
)  # fmt: skip


def resized(node: ast.AST | None) -> list[ast.expr]:
    """What an expression makes longer or shorter, or of another rank, by its text: no bound is written for nothing."""
    if isinstance(node, ast.Subscript):
        return [node.value] if _cuts(node.slice) else []
    if isinstance(node, ast.BinOp):
        sides = [resized(side) for side in (node.left, node.right) if not isinstance(side, ast.Constant)]
        return [base for side in sides for base in side] if all(sides) else []
    if not isinstance(node, ast.Call):
        return []
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    given = [*node.args, node.func.value] if isinstance(node.func, ast.Attribute) else node.args
    parts = [part for one in given for part in walk(one)] if called in _CHANGES else []
    return [part for part in parts if isinstance(part, ast.Name)]


def resizes(node: ast.AST | None, name: str) -> bool:
    """Is it longer or shorter than what ``name`` holds?"""
    return any(isinstance(base, ast.Name) and base.id == name for base in resized(node))


def _cuts(index: ast.expr) -> bool:
    """Constants, None among them, and bounds: what is left has another shape."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    constant = any(isinstance(part, ast.Constant) and part.value is not Ellipsis for part in parts)
    slices = [part for part in parts if isinstance(part, ast.Slice)]
    return constant or any(part.lower or part.upper or isinstance(part.step, ast.Constant) for part in slices)
