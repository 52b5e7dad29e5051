"""``print(x)`` as ``jax.debug.print("{}", x)``; what has no such form inside a ``jax.debug.callback``."""

from __future__ import annotations

import ast
import re

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.purity.callbacks import called_back
from jaxlint.codemods.recipes.purity.fields import Fields, escaped, quoted
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE, safe_if
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "use `jax.debug.print`"
# Words of a message that is meant to appear once, while JAX traces.
_OF_TRACING = re.compile(r"(?i)\b(?:re-?)?(?:trac(?:ed?|er|ing)|jit(?:ted|ting)?|compil(?:ed?|ing|ation))\b")


def printed(site: Site, call: ast.AST, callee: str) -> Rewrite | None:
    """The fix of one call that shows a tracer."""
    if not isinstance(call, ast.Call):
        return None
    if callee == "jax.debug.print":
        try:
            return _refilled(site, call)
        except NoFix:
            return None
    if callee == "builtins.print":
        try:
            rewrite = _as_debug_print(site, call, _separator(call))
            if _speaks_of_tracing(call):
                rewrite.applicability = UNSAFE
                rewrite.summary = f"{_SUMMARY}; a message about tracing would appear on every call"
            return rewrite
        except NoFix:
            pass  # a callback can do whatever print can
    return called_back(site, call)


def _speaks_of_tracing(call: ast.Call) -> bool:
    texts = [one.value for one in walk(call) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return any(_OF_TRACING.search(text) for text in texts)


def _separator(call: ast.Call) -> str:
    """What stands between the printed parts; ``end`` and ``file`` have no counterpart."""
    separator = " "
    for keyword in call.keywords:
        value = keyword.value.value if isinstance(keyword.value, ast.Constant) else ...
        if keyword.arg == "sep" and (isinstance(value, str) or value is None):
            separator = " " if value is None else str(value)
        elif not (keyword.arg == "flush" or (keyword.arg == "end" and value in ("\n", None))):
            raise NoFix
    return separator


def _as_debug_print(site: Site, call: ast.Call, separator: str, more: list[str] | None = None) -> Rewrite:
    fields = Fields(site)
    text = escaped(separator).join([fields.part(argument) for argument in call.args])
    text = fields.with_plain_head(text, call)
    given = [quoted(text, call), *fields.positional, *fields.named, *(more or [])]
    new = quote(site, "jax.debug.print(*{})", given)
    return Rewrite(safe_if(fields.exact), _SUMMARY, [Replace(call, new)])


def _refilled(site: Site, call: ast.Call) -> Rewrite | None:
    """``jax.debug.print(f"{x} {{}}", y)``: the values of the f-string become fields beside those that are there."""
    if not call.args:
        return None
    first, kept = call.args[0], [keyword for keyword in call.keywords if keyword.arg == "ordered"]
    if len(call.args) == 1 and kept == call.keywords:
        return _as_debug_print(site, call, "", [site.text(keyword) for keyword in kept])
    if not isinstance(first, ast.JoinedStr):
        return None
    fields = Fields(site)
    text = fields.template_of(first, {keyword.arg or "" for keyword in call.keywords})
    more = [site.text(argument) for argument in call.args[1:]] + [site.text(keyword) for keyword in call.keywords]
    positional = sum(not isinstance(argument, ast.Starred) for argument in call.args[1:])
    given = [quoted(text, call), *more[:positional], *fields.named, *more[positional:]]
    new = quote(site, "jax.debug.print(*{})", given)
    return Rewrite(safe_if(fields.exact), _SUMMARY, [Replace(call, new)])
