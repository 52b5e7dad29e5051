"""Which position of an expression asks for parentheses around what: Python's grammar as one table."""

from __future__ import annotations

import libcst as cst

# How tightly an expression binds; a position that asks for more than its new tenant gives needs parentheses.
_WALRUS, _YIELD, _TUPLE, _LAMBDA, _CONDITIONAL, _OR, _AND, _NOT, _COMPARE = range(9)
_BIT_OR, _BIT_XOR, _BIT_AND, _SHIFT, _SUM, _TERM, _UNARY, _POWER, _AWAIT, _ATOM = range(9, 19)

_BINARY: dict[type[cst.BaseBinaryOp], int] = {
    cst.BitOr: _BIT_OR,
    cst.BitXor: _BIT_XOR,
    cst.BitAnd: _BIT_AND,
    cst.LeftShift: _SHIFT,
    cst.RightShift: _SHIFT,
    cst.Add: _SUM,
    cst.Subtract: _SUM,
    cst.Multiply: _TERM,
    cst.Divide: _TERM,
    cst.FloorDivide: _TERM,
    cst.Modulo: _TERM,
    cst.MatrixMultiply: _TERM,
    cst.Power: _POWER,
}
_LOOSE: dict[type[cst.CSTNode], int] = {
    cst.Yield: _YIELD,
    cst.Tuple: _TUPLE,
    cst.GeneratorExp: _WALRUS,
    cst.NamedExpr: _WALRUS,
    cst.Lambda: _LAMBDA,
    cst.IfExp: _CONDITIONAL,
    cst.Comparison: _COMPARE,
    cst.Await: _AWAIT,
}
# Positions that take any expression short of a bare tuple, walrus or yield.
_PLAIN = (
    cst.Arg,
    cst.Element,
    cst.DictElement,
    cst.Index,
    cst.Slice,
    cst.Lambda,
    cst.NamedExpr,
    cst.Assert,
    cst.Raise,
    cst.WithItem,
    cst.Decorator,
    cst.Annotation,
    cst.Param,
    cst.Match,
    cst.ExceptHandler,
    cst.ExceptStarHandler,
    cst.If,
    cst.While,
    cst.For,
    cst.From,
    cst.Yield,
    cst.ListComp,
    cst.SetComp,
    cst.DictComp,
    cst.GeneratorExp,
)
_OPERANDS = (cst.StarredElement, cst.StarredDictElement, cst.ComparisonTarget, cst.Comparison)


def binding(node: cst.BaseExpression) -> int:
    """How tightly the expression binds when it stands bare."""
    if node.lpar:
        return _ATOM
    if isinstance(node, cst.BinaryOperation):
        return _BINARY[type(node.operator)]
    if isinstance(node, cst.UnaryOperation):
        return _NOT if isinstance(node.operator, cst.Not) else _UNARY
    if isinstance(node, cst.BooleanOperation):
        return _OR if isinstance(node.operator, cst.Or) else _AND
    return _LOOSE.get(type(node), _ATOM)


def needs_parentheses(parent: cst.CSTNode, old: cst.CSTNode, new: cst.BaseExpression) -> bool:
    """Must ``new`` be parenthesized where ``old`` stands in ``parent``?"""
    if isinstance(parent, cst.Attribute) and isinstance(new, cst.Integer) and not new.lpar:
        return True
    return binding(new) < _wanted(parent, old)


def _wanted(parent: cst.CSTNode, old: cst.CSTNode) -> int:
    if isinstance(parent, cst.BinaryOperation):
        return _wanted_in_binary(parent, old)
    if isinstance(parent, cst.UnaryOperation):
        return _NOT if isinstance(parent.operator, cst.Not) else _UNARY
    if isinstance(parent, cst.BooleanOperation):
        # One more than its own: `p and q` put into `a and b` stays an operand of its own.
        return (_OR if isinstance(parent.operator, cst.Or) else _AND) + 1
    if isinstance(parent, cst.IfExp):
        return _LAMBDA if old is parent.orelse else _OR
    if isinstance(parent, (cst.CompFor, cst.CompIf)):
        return _TUPLE if isinstance(parent, cst.CompFor) and old is parent.target else _OR
    if isinstance(parent, _OPERANDS):
        return _BIT_OR
    if isinstance(parent, cst.FormattedStringExpression):
        return _CONDITIONAL
    if isinstance(parent, cst.Return):
        return _TUPLE
    if isinstance(parent, (cst.Expr, cst.Assign, cst.AugAssign, cst.AnnAssign)):
        return _YIELD
    return _LAMBDA if isinstance(parent, _PLAIN) else _ATOM


def _wanted_in_binary(parent: cst.BinaryOperation, old: cst.CSTNode) -> int:
    """All bind to the left but ``**``, whose left side takes no less than ``await x``."""
    if isinstance(parent.operator, cst.Power):
        return _AWAIT if old is parent.left else _UNARY
    own = _BINARY[type(parent.operator)]
    return own if old is parent.left else own + 1
