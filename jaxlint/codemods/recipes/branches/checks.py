"""Checks that Python can't make while tracing, as ``checkify.check``, which makes them at run time."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import try_around
from jaxlint.codemods.recipes.analysis.proof import callee
from jaxlint.codemods.recipes.branches.logic import logical
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.spellings import spelled
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION
from jaxlint.syntax.nodes import walk
from jaxlint.text.quoted import quoted
from jaxlint.tracing.values.value import Const, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeGuard

    from jaxlint.codemods.site import Site
    from jaxlint.tracing.values.value import Value

_SUMMARY = "use `checkify.check`; callers must wrap the function in `checkify.checkify`"


def check_around(site: Site, operator: ast.AST) -> ast.Assert | ast.If | None:
    """The check whose test the operator is, or is a part of."""
    node, parent = operator, site.module.parents[operator]
    while isinstance(parent, ast.BoolOp) or (isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)):
        node, parent = parent, site.module.parents[parent]
    if isinstance(parent, ast.Assert) or (isinstance(parent, ast.If) and _raised(parent) is not None):
        return parent if parent.test is node else None
    return None


def checked(site: Site, statement: ast.stmt | None) -> Rewrite | None:
    """``assert test, message``; and ``if test: raise Error(message)``, which holds where the test does not."""
    if statement is None or try_around(site, statement) is not None:
        return None  # nobody would catch it at run time
    if isinstance(statement, ast.Assert):
        test = _computed(site, statement.test)
        return _suggested(site, statement, test, statement.test, statement.msg) if test else None
    raised = _raised(statement) if isinstance(statement, ast.If) else None
    if not isinstance(statement, ast.If) or raised is None:
        return None
    if raised.cause is not None or not isinstance(raised.exc, ast.Call):
        return None
    if len(raised.exc.args) > 1 or raised.exc.keywords:
        return None
    message = raised.exc.args[0] if raised.exc.args else None
    test = _denied(site, statement.test)
    return _suggested(site, statement, test, statement.test, message) if test else None


def _raised(statement: ast.If) -> ast.Raise | None:
    """All that the statement is there for."""
    if statement.orelse or len(statement.body) != 1 or not isinstance(statement.body[0], ast.Raise):
        return None
    return statement.body[0]


def _denied(site: Site, test: ast.expr) -> str | None:
    """What must hold, where this must not."""
    if callee(site, test) == "jax.numpy.logical_not" and isinstance(test, ast.Call) and len(test.args) == 1:
        return site.text(test.args[0])
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _computed(site, test.operand)
    computed = _computed(site, test)
    return quote(site, "jnp.logical_not({})", computed) if computed else None


def _computed(site: Site, test: ast.expr) -> str | None:
    """The test without what asks for a truth, ``bool`` or an operator of Python's; None where there are several."""
    if callee(site, test) == "builtins.bool" and isinstance(test, ast.Call) and len(test.args) == 1:
        return _computed(site, test.args[0])
    asking = [one for one in walk(test) if isinstance(one, ast.BoolOp) or _is_asking(site, one)]
    if not asking:
        return site.text(test)
    made = logical(site, test) if asking == [test] else None
    return made.replacements[0].source if made is not None and isinstance(made.replacements[0], Replace) else None


def _is_asking(site: Site, node: ast.AST) -> bool:
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.Call):
        return callee(site, node) == "builtins.bool"
    return isinstance(node, ast.Compare) and (len(node.ops) > 1 or isinstance(node.ops[0], (ast.In, ast.NotIn)))


def _suggested(site: Site, statement: ast.stmt, test: str, asked: ast.expr, message: ast.expr | None) -> Rewrite | None:
    told = _template(site, asked, message)
    if told is None:
        return None
    call = f"{spelled(site, 'jax.experimental.checkify.check')}({', '.join([test, *told])})"
    return Rewrite(SUGGESTION, _SUMMARY, [Replace([statement], call)])


def _template(site: Site, asked: ast.expr, message: ast.expr | None) -> list[str] | None:
    """The format string and its fields; None for a message that is made elsewhere."""
    if message is None:
        return [_literal(_escaped(ast.unparse(asked)))]
    if isinstance(message, ast.Constant) and isinstance(message.value, str):
        escaped = _escaped(message.value)
        return [site.text(message) if escaped == message.value else _literal(escaped)]
    if not isinstance(message, ast.JoinedStr):
        site.refuse(f"`checkify.check` requires a literal message, got {quoted(site.text(message))}")
        return None
    text, fields = "", []
    for piece in message.values:
        if isinstance(piece, ast.Constant):
            text += _escaped(str(piece.value))
        elif _is_plain(piece) and not _is_text(site.value(piece.value)):
            text += "{}"
            fields.append(site.text(piece.value))
        else:
            site.refuse(f"`checkify.check` cannot format a part of {quoted(site.text(message))}")
            return None
    return [_literal(text), *fields]


def _is_plain(piece: ast.expr) -> TypeGuard[ast.FormattedValue]:
    return isinstance(piece, ast.FormattedValue) and piece.conversion == -1 and piece.format_spec is None


def _is_text(value: Value) -> bool:
    """`checkify.check` formats arrays alone."""
    return (isinstance(value, Static) and value.type == "str") or (
        isinstance(value, Const) and isinstance(value.value, str)
    )


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _literal(text: str) -> str:
    """In double quotes, where that needs no escapes."""
    return repr(text) if '"' in text else f'"{repr(text)[1:-1]}"'
