"""Checks that Python can't make while tracing, as ``checkify.check``, which makes them at run time."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import callee
from jaxlint.codemods.recipes.branches.caught import try_around
from jaxlint.codemods.recipes.wording.spellings import spelled
from jaxlint.codemods.rewrite import Replace, Rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "check at run time; whoever calls the function wraps it in `checkify.checkify`"


def checked(site: Site, statement: ast.stmt | None) -> Rewrite | None:
    """``assert test, message``; and ``if test: raise Error(message)``, which holds where the test does not."""
    if statement is None or try_around(site, statement) is not None:
        return None  # nobody would catch it at run time
    if isinstance(statement, ast.Assert):
        return _suggested(site, statement, site.text(statement.test), statement.test, statement.msg)
    if not isinstance(statement, ast.If) or statement.orelse or len(statement.body) != 1:
        return None
    (raised,) = statement.body
    if not isinstance(raised, ast.Raise) or raised.cause is not None or not isinstance(raised.exc, ast.Call):
        return None
    if len(raised.exc.args) > 1 or raised.exc.keywords:
        return None
    message = raised.exc.args[0] if raised.exc.args else None
    return _suggested(site, statement, _denied(site, statement.test), statement.test, message)


def _denied(site: Site, test: ast.expr) -> str:
    """What must hold, where this must not."""
    if callee(site, test) == "jax.numpy.logical_not" and isinstance(test, ast.Call) and len(test.args) == 1:
        return site.text(test.args[0])
    return f"{site.name_of('jax.numpy')}.logical_not({site.text(test)})"


def _suggested(site: Site, statement: ast.stmt, test: str, asked: ast.expr, message: ast.expr | None) -> Rewrite | None:
    told = _template(site, asked, message)
    if told is None:
        return None
    call = f"{spelled(site, 'jax.experimental.checkify.check')}({', '.join([test, *told])})"
    return Rewrite("suggestion", _SUMMARY, [Replace([statement], call)])


def _template(site: Site, asked: ast.expr, message: ast.expr | None) -> list[str] | None:
    """The format string and its fields; None for a message that is made elsewhere."""
    if message is None:
        return [_literal(_escaped(ast.unparse(asked)))]
    if isinstance(message, ast.Constant) and isinstance(message.value, str):
        escaped = _escaped(message.value)
        return [site.text(message) if escaped == message.value else _literal(escaped)]
    if not isinstance(message, ast.JoinedStr):
        return None
    text, fields = "", []
    for piece in message.values:
        if isinstance(piece, ast.Constant):
            text += _escaped(str(piece.value))
        elif isinstance(piece, ast.FormattedValue) and piece.conversion == -1 and piece.format_spec is None:
            text += "{}"
            fields.append(site.text(piece.value))
        else:
            return None
    return [_literal(text), *fields]


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _literal(text: str) -> str:
    """In double quotes, where that needs no escapes."""
    return repr(text) if '"' in text else f'"{repr(text)[1:-1]}"'
