"""Calls whose form changed with their name: ``jax.ops.index_update(x, i, v)`` -> ``x.at[i].set(v)``."""

from __future__ import annotations

import ast
import re

from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.spellings import spelled
from jaxlint.codemods.rewrite import Replace
from jaxlint.knowledge.history import call_form
from jaxlint.syntax.uses import uses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.knowledge.history import Story

    _Near = dict[str, str] | None

_INDICES = ("jax.ops.index", "jax.numpy.s_", "jax.numpy.index_exp")
_INDEX = re.compile(r"\[\{(\d)\}\]")
_NAME = re.compile(r"@([\w.]+)")


def reformed(site: Site, node: ast.AST, told: Story, near: _Near = None) -> Replace | None:
    """The use at ``node`` (the name, or what is called) in its new form; None where there is none for it."""
    call = site.module.parents.get(node)
    if isinstance(call, ast.Call) and call.func is node:
        plain = not call.keywords and not any(isinstance(argument, ast.Starred) for argument in call.args)
        form = call_form(told.name, len(call.args)) if plain else None
        if form is not None:
            return Replace(call, _filled(site, form, call.args, near))
        return Replace(call, text) if told.mapping and (text := _mapped(site, call, call.args, told, near)) else None
    form = call_form(told.name, None)
    if form is not None:
        return Replace(node, _filled(site, form, [], near))
    if told.mapping and isinstance(call, ast.Call) and call.args[:1] == [node] and _is_partial(call):
        text = _mapped(site, call, [], told, near)
        return Replace(call, text) if text else None
    return None


def _filled(site: Site, form: str, arguments: list[ast.expr], near: _Near) -> str:
    names = {f"name_{place}": spelled(site, name, near) for place, name in enumerate(_NAME.findall(form))}
    for hole in names:
        form = _NAME.sub(f"{{{hole}}}", form, count=1)
    indices = {int(place) for place in _INDEX.findall(form)}
    given = [_index_text(site, node) if place in indices else site.text(node) for place, node in enumerate(arguments)]
    return quote(site, form, *given, **names)


def _index_text(site: Site, node: ast.expr) -> str:
    """What stands between brackets for ``jax.ops.index[1:]``, ``jnp.s_[1:]`` or ``(0, 1)``."""
    if isinstance(node, ast.Subscript):
        held = any(use.node is node.value and use.dotted in _INDICES for use in uses(site.module, "jax"))
        return site.text(node.slice if held else node)
    text = site.text(node)
    return text[1:-1] if isinstance(node, ast.Tuple) and len(node.elts) > 1 else text


def _is_partial(call: ast.Call) -> bool:
    function = call.func
    return (function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")) == "partial"


def _mapped(site: Site, call: ast.Call, arguments: list[ast.expr], told: Story, near: _Near) -> str | None:
    """The call with its arguments by position or keyword, as the successor wants them."""
    rows = told.mapping.split()
    names = [re.split("[>!]", row)[0] for row in rows]
    if any(isinstance(argument, ast.Starred) for argument in arguments) or len(arguments) > len(rows):
        return None
    given = list(zip(rows, arguments, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in names:
            return None
        given.append((rows[names.index(keyword.arg)], keyword.value))
    parts = [] if call.args == arguments else [site.text(argument) for argument in call.args[1:]]
    if parts:
        return None  # arguments of a partial by position
    for at, (row, value) in enumerate(given):
        name, _, new = row.partition(">")
        if row.endswith("!"):
            return None
        by_position = not new and at < len(arguments)
        parts.append(site.text(value) if by_position else f"{new or name}={site.text(value)}")
    successor = spelled(site, told.replacement, near)
    if call.args == arguments:
        return f"{successor}({', '.join(parts)})"
    return f"{site.text(call.func)}({', '.join([successor, *parts])})"
