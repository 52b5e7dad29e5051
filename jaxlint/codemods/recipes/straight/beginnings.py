"""What a name begins with that a loop alone binds, in some of its branches: JAX asks for it in each iteration."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import LOOPS, around
from jaxlint.codemods.recipes.analysis.reaching import definitions_before
from jaxlint.codemods.recipes.loops.loop_inits import ZEROS
from jaxlint.codemods.rewrite import Insert
from jaxlint.syntax.nodes import indent_of, walk
from jaxlint.tracing.values.joining import aval_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.codemods.site import Site

_KINDS = "bifc"


def lacks_value(site: Site, statement: ast.stmt, name: str) -> bool:
    """Is there a way to the statement that binds the name to nothing?"""
    before = definitions_before(site, statement, name)
    return not before or None in before


def is_unbound(site: Site, statement: ast.stmt, name: str) -> bool:
    """Does nothing bind the name before?"""
    return set(definitions_before(site, statement, name)) <= {None}


def all_begun(site: Site, statement: ast.stmt, names: Iterable[str]) -> list[Insert]:
    """Of the names that may hold nothing yet; raises NoFix for one that surely does and is no number."""
    found: list[Insert] = []
    for name in dict.fromkeys(names):
        if not lacks_value(site, statement, name):
            continue
        line = begun(site, statement, name)
        if line is not None:
            found.append(line)
        elif is_unbound(site, _outermost(site, statement), name):
            raise NoFix(f"`{name}` has no value before the loop")
    return found


def _outermost(site: Site, statement: ast.stmt) -> ast.stmt:
    """The loop around that is in no other; else the statement."""
    loops = [one for one in around(site, statement) if isinstance(one, LOOPS)]
    return loops[-1] if loops else statement


def begun(site: Site, statement: ast.stmt, name: str) -> Insert | None:
    """``last = 0`` above the loops around; None for a name that may hold something there, or that is no number.

    Python raises where it reads the name before an iteration binds it, so that any number will do.
    """
    loop = _outermost(site, statement)
    if not isinstance(loop, LOOPS) or not is_unbound(site, loop, name):
        return None
    stores = [part for part in walk(loop) if isinstance(part, ast.Name) and part.id == name]
    avals = [aval_of(site.value(part)) for part in stores if isinstance(part.ctx, ast.Store)]
    if not all(one.rank == 0 and one.kind in ZEROS for one in avals):
        return None
    kind = max([one.kind or "" for one in avals], key=_KINDS.index)
    source = site.module.source
    indent = indent_of(source.line(loop.lineno))
    return Insert(source.starts[loop.lineno - 1], f"{indent}{name} = {ZEROS[kind]}\n")
