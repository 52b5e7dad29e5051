"""Which operand of a quoted expression needs parentheses: where it would fall apart, or be hard to read."""

from __future__ import annotations

import ast

# How tightly expressions bind, the loosest first.
_WALRUS, _TUPLE, _LAMBDA, _CONDITIONAL, _OR, _AND, _NOT, _COMPARE = range(8)
_BIT_OR, _BIT_XOR, _BIT_AND, _SHIFT, _SUM, _TERM, _UNARY, _POWER, _AWAIT, _ATOM = range(8, 18)

_OPERATORS: dict[type[ast.operator], int] = {
    ast.BitOr: _BIT_OR, ast.BitXor: _BIT_XOR, ast.BitAnd: _BIT_AND, ast.LShift: _SHIFT, ast.RShift: _SHIFT,
    ast.Add: _SUM, ast.Sub: _SUM, ast.Mult: _TERM, ast.Div: _TERM, ast.FloorDiv: _TERM, ast.Mod: _TERM,
    ast.MatMult: _TERM, ast.Pow: _POWER,
}  # fmt: skip
_LOOSE: dict[type[ast.AST], int] = {
    ast.NamedExpr: _WALRUS, ast.Yield: _WALRUS, ast.YieldFrom: _WALRUS, ast.GeneratorExp: _WALRUS,
    ast.Tuple: _TUPLE, ast.Starred: _TUPLE, ast.Lambda: _LAMBDA, ast.IfExp: _CONDITIONAL, ast.Compare: _COMPARE,
    ast.Await: _AWAIT,
}  # fmt: skip
SYMBOLS: dict[type[ast.operator], str] = {
    ast.BitOr: "|", ast.BitXor: "^", ast.BitAnd: "&", ast.LShift: "<<", ast.RShift: ">>", ast.Add: "+", ast.Sub: "-",
    ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.MatMult: "@", ast.Pow: "**",
}  # fmt: skip
_BITS = (ast.BitOr, ast.BitXor, ast.BitAnd, ast.LShift, ast.RShift)


def _tightness(node: ast.expr) -> int:
    if isinstance(node, ast.BinOp):
        return _OPERATORS[type(node.op)]
    if isinstance(node, ast.UnaryOp):
        return _NOT if isinstance(node.op, ast.Not) else _UNARY
    if isinstance(node, ast.BoolOp):
        return _OR if isinstance(node.op, ast.Or) else _AND
    return _LOOSE.get(type(node), _ATOM)


def is_loose(above: ast.AST | None, place: ast.expr, new: ast.expr) -> bool:
    """Must ``new`` be parenthesized where ``place`` stands in ``above``?"""
    return _tightness(new) < _wanted(above, place, new) or _is_hard_to_read(above, place, new)


def is_operand(above: ast.AST | None, place: ast.expr) -> bool:
    """Does an operator, or what follows it, hold the place, and not brackets?"""
    return _wanted(above, place, place) > _LAMBDA


def _wanted(above: ast.AST | None, place: ast.expr, new: ast.expr) -> int:
    if isinstance(above, ast.BinOp):
        own = _OPERATORS[type(above.op)]
        if isinstance(above.op, ast.Pow):
            return _AWAIT if place is above.left else _UNARY
        return own if place is above.left else own + 1
    if isinstance(above, ast.UnaryOp):
        return _NOT if isinstance(above.op, ast.Not) else _UNARY
    if isinstance(above, ast.BoolOp):
        return (_OR if isinstance(above.op, ast.Or) else _AND) + 1
    if isinstance(above, ast.IfExp):
        return _LAMBDA if place is above.orelse else _OR
    if isinstance(above, (ast.Compare, ast.Starred)):
        return _BIT_OR
    if isinstance(above, (ast.Attribute, ast.Await)) or place is getattr(above, "func", None):
        number = isinstance(new, ast.Constant) and isinstance(new.value, (int, float, complex))
        return _ATOM + number
    if isinstance(above, ast.Subscript):
        return _ATOM if place is above.value else _TUPLE
    if isinstance(above, ast.comprehension):
        return _OR
    if isinstance(above, (ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr)):
        return _TUPLE
    return _WALRUS if above is None else _LAMBDA


def _is_hard_to_read(above: ast.AST | None, place: ast.expr, new: ast.expr) -> bool:
    """Bitwise operators beside others, but for the same one again and for ``~``; a sign behind another."""
    if isinstance(above, ast.BinOp) and isinstance(new, ast.UnaryOp) and place is above.right:
        return isinstance(new.op, ast.USub) and isinstance(above.op, (ast.Add, ast.Sub))
    if not isinstance(new, ast.BinOp) or not isinstance(above, (ast.BinOp, ast.Compare)):
        return False
    own, around = type(new.op), type(above.op) if isinstance(above, ast.BinOp) else ast.Eq
    return own is not around and (own in _BITS or around in _BITS)
