"""Old names and parameters of JAX replaced by their successors."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.versions.call_forms import reformed
from jaxlint.codemods.recipes.versions.import_lists import mended_import
from jaxlint.codemods.recipes.wording.spellings import spelled, spelled_module
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE, UNSAFE
from jaxlint.tracing.events.libraries import ParameterUsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.libraries import NameUsed


@recipe
def successor(
    site: Site, event: NameUsed | ParameterUsed, is_told: Callable[[NameUsed | ParameterUsed], bool]
) -> Rewrite | None:
    """``is_told``: the rule's own question, as one import statement may hold several old names."""
    made = _made(site, event, is_told)
    if made is None:
        raise NoFix(_reason(event))
    return made


def _made(
    site: Site, event: NameUsed | ParameterUsed, is_told: Callable[[NameUsed | ParameterUsed], bool]
) -> Rewrite | None:
    told = event.story
    if isinstance(event, ParameterUsed):
        return _renamed_parameters(site, event, is_told)
    if event.use.how != "attribute":
        return mended_import(site, event, is_told)
    near = {".".join(event.use.parts[: event.use.given]): event.use.root}
    if told.is_replaced(event.target) and (told.same or told.fits or told.alike):
        spell = spelled_module if told.is_module else spelled
        new = Replace(event.node, spell(site, told.replacement, near))
        return Rewrite(UNSAFE if told.alike else SAFE, f"use the replacement `{told.replacement}`", [new])
    if told.replacement and not told.is_replaced(event.target):
        return None
    changed = reformed(site, event.node, told, near)
    return None if changed is None else Rewrite(UNSAFE, "use the current signature", [changed])


def _reason(event: NameUsed | ParameterUsed) -> str:
    """Why there may be no fix, as far as the old name alone tells."""
    told = event.story
    old, new = told.parameter or told.name, told.replacement
    if not new:
        return f"no replacement for `{old}` in JAX" if isinstance(event, ParameterUsed) or not told.mapping else ""
    if told.is_replaced(event.target):
        return "" if told.same or told.fits or told.alike else f"`{new}` does not accept these arguments of `{old}`"
    if told.came_too_late(event.target):
        return f"`{new}` requires {told.library_title} {told.since}, but the target includes older versions"
    return f"`{new}`, which replaced `{old}`, is itself deprecated or removed"


def _renamed_parameters(
    site: Site, event: ParameterUsed, is_told: Callable[[NameUsed | ParameterUsed], bool]
) -> Rewrite | None:
    """All of one call at once: the edits are the same for each of its parameters."""
    from jaxlint.knowledge.history import parameter_story

    call = event.call
    assert isinstance(call, ast.Call)
    names = {keyword.arg for keyword in call.keywords}
    start = site.module.source.span(call).start
    text = site.text(call)
    renamed = 0
    for keyword in sorted(call.keywords, key=lambda keyword: (keyword.lineno, keyword.col_offset), reverse=True):
        told = parameter_story(event.story.name, keyword.arg) if keyword.arg else None
        if told is None or keyword.arg is None or not told.is_replaced(event.target) or told.replacement in names:
            continue
        if told.is_removed(event.target) != event.story.is_removed(event.target):
            continue  # another rule's
        at = site.module.source.span(keyword).start - start
        text = text[:at] + told.replacement + text[at + len(keyword.arg) :]
        renamed += 1
    return Rewrite(SAFE, "rename the parameter", [Replace(call, text)]) if renamed else None
