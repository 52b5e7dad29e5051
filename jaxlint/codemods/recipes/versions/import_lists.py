"""Imports of old names: the statement reads right afterwards, and so does every use of what it bound."""

from __future__ import annotations

import ast
import re

from jaxlint.codemods.recipes.versions.call_forms import reformed
from jaxlint.codemods.recipes.versions.retold import Retold, expressions, outermost
from jaxlint.codemods.recipes.wording.spellings import spelled
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE, UNSAFE, Level, safe_if
from jaxlint.record import Record
from jaxlint.syntax.uses import uses as uses_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.libraries import NameUsed

# A name, or an annotation in quotes; no prose.
_NAMES = re.compile(r"[\w.]+(?:(?:, ?| ?\| ?|\[|\])[\w.]*)*")
_WORD = re.compile(r"\w+")
_DEEP = 8  # calls within one another


class _Change(Record):
    """What becomes of one alias: another import in its place (home, word, alias), and its uses."""

    level: Level
    line: tuple[str, str, str | None] | None
    uses: list[Replace]


def mended_import(site: Site, event: NameUsed, is_told: Callable[[NameUsed], bool]) -> Rewrite | None:
    """The statement with all its old names that the rule tells of and that go at the same level."""
    statement = site.module.parents.get(event.node)
    if not isinstance(statement, (ast.Import, ast.ImportFrom)):
        return None
    told = [one for one in event.named if site.module.parents.get(one.node) is statement and is_told(one)]
    changes = _changes(site, told, event)
    if event.node not in changes:
        return None
    level = changes[event.node].level
    said = expressions([use for change in changes.values() for use in change.uses])
    uses = [Replace(node, said[node]) for node in outermost(site, [*said])]
    summary = "import the replacement"
    return Rewrite(level, summary, [Replace([statement], _statement(site, statement, changes)), *uses])


def _changes(site: Site, told: list[NameUsed], event: NameUsed) -> dict[ast.AST, _Change]:
    """Those at the level of the event's own; a call among the arguments of a call has its new form there, too."""
    said: dict[ast.AST, str] = {}
    for _ in range(_DEEP):
        here = Retold(site, said)
        found = {one.node: change for one in told if (change := _change(here, one)) is not None}
        own = found.get(event.node)
        if own is None:
            return {}
        found = {node: change for node, change in found.items() if change.level == own.level}
        before, said = said, expressions([use for change in found.values() for use in change.uses])
        if said == before:
            return found
    return {}


def _change(site: Site, event: NameUsed) -> _Change | None:
    alias, told = event.node, event.story
    assert isinstance(alias, ast.alias)
    everywhere = uses_of(site.module, told.library)  # the event has those that stand beside a word of JAX's past
    uses = [use for use in everywhere if use.alias is alias and use.node is not alias]
    is_usable = told.is_replaced(event.target)
    level = safe_if(told.same or told.fits)
    if event.use.how == "import" or told.name != event.use.dotted or _is_module(event):
        return _change_of_module(site, event, alias, len(uses), is_usable, level)
    if (
        is_usable
        and (told.same or told.fits or told.alike)
        and not _is_bound_again(site, alias, alias.asname or alias.name)
    ):
        home, _, word = told.replacement.rpartition(".")
        bound = alias.asname or alias.name
        if bound == word or alias.asname or not uses or not _is_local(site, bound):
            return _Change(level, (home, word, None if bound == word else bound), [])
        return _Change(level, None, [Replace(use.node, spelled(site, told.replacement)) for use in uses])
    bound = alias.asname or alias.name
    if _is_bound_again(site, alias, bound):
        return _Change(SAFE, None, [])
    if not uses:
        gone = told.is_removed(event.target) and _is_local(site, alias.asname or alias.name)
        return _Change(SAFE, None, []) if gone else None
    if told.replacement and not is_usable:
        return None
    changed = [reformed(site, use.node, told) for use in uses]
    replaced = [one for one in changed if one is not None]
    return _Change(UNSAFE, None, replaced) if len(replaced) == len(changed) else None


def _is_bound_again(site: Site, alias: ast.alias, bound: str) -> bool:
    """Does an import further down give the name its meaning?  Then this one goes."""
    body = site.module.tree.body
    statement = site.module.parents[alias]
    later = body[body.index(statement) + 1 :] if statement in body else []
    imports = [other for other in later if isinstance(other, (ast.Import, ast.ImportFrom))]
    first = next((other for other in imports if any((name.asname or name.name) == bound for name in other.names)), None)
    return first is not None and all(
        isinstance(one, (ast.Import, ast.ImportFrom)) for one in later[: later.index(first)]
    )


def _is_module(event: NameUsed) -> bool:
    from jaxlint.knowledge.history import story

    return story(event.use.dotted + ":module") is not None


def _change_of_module(
    site: Site, event: NameUsed, alias: ast.alias, uses: int, is_usable: bool, level: Level
) -> _Change | None:
    """A module that moved as a whole; one that is gone and that nothing uses."""
    told = event.story
    if is_usable and told.fits:
        rest = event.use.dotted[len(told.name) :]
        moved = told.replacement + rest
        if event.use.how == "import" and alias.asname:
            return _Change(level, ("", moved, alias.asname), [])
        if event.use.how == "from":
            home, _, word = moved.rpartition(".")
            bound = alias.asname or alias.name
            return _Change(level, (home, word, None if bound == word else bound), []) if home else None
    bound_here = alias.asname or (alias.name if event.use.how == "from" else "")
    return _Change(SAFE, None, []) if bound_here and not uses and _is_local(site, bound_here) else None


def _is_local(site: Site, bound: str) -> bool:
    """Is the name for this file's own use, so that it may go?  Strings that say it (``__all__``) keep it."""
    if site.module.path.endswith("__init__.py"):
        return False
    constants = [(node, above) for node, above in site.module.parents.items() if isinstance(node, ast.Constant)]
    texts = [node.value for node, above in constants if not _is_question(above)]
    return not any(isinstance(text, str) and _NAMES.fullmatch(text) and bound in _WORD.findall(text) for text in texts)


def _is_question(node: ast.AST) -> bool:
    """``hasattr(jax, "tree_map")`` is not about this file's name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "hasattr"


def _statement(site: Site, statement: ast.Import | ast.ImportFrom, changes: dict[ast.AST, _Change]) -> str:
    """The new source: what stays, then what comes, by module."""
    stays = [alias for alias in statement.names if alias not in changes]
    lines: list[str] = []
    if stays:
        head = "import " if isinstance(statement, ast.Import) else f"from {statement.module} import "
        lines.append(head + ", ".join([_aliased(alias.name, alias.asname) for alias in stays]))
    homes: dict[str, list[str]] = {}
    for change in changes.values():
        if change.line is not None and not _is_there(site, change.line):
            home, word, alias = change.line
            homes.setdefault(home, []).append(_aliased(word, alias))
    for home, names in sorted(homes.items()):
        if home and isinstance(statement, ast.ImportFrom) and home == statement.module and stays:
            kept = [_aliased(alias.name, alias.asname) for alias in stays]
            lines[0] = f"from {home} import {', '.join([*kept, *names])}"
        else:
            lines.append((f"from {home} import " if home else "import ") + ", ".join(sorted(names)))
    return "\n".join(lines)


def _is_there(site: Site, line: tuple[str, str, str | None]) -> bool:
    """Does an import of the file bind the same already?"""
    home, word, alias = line
    return any(
        isinstance(other, ast.ImportFrom)
        and other.module == home
        and any((name.name, name.asname) == (word, alias) for name in other.names)
        for other in site.module.tree.body
    )


def _aliased(name: str, alias: str | None) -> str:
    return f"{name} as {alias}" if alias and alias != name else name
