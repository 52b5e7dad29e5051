"""Loops whose counter goes too far, and segments that are too few."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import recipe
from jaxlint.codemods.recipes.analysis.proof import jax_name
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.dataflow.counters import counted_by
from jaxlint.diagnostic import SUGGESTION
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


@recipe
def shorter_loop(site: Site, place: ast.expr, beyond: int) -> Rewrite | None:
    """``place``: the counter itself, or a number more or less."""
    names = [one for one in walk(place) if isinstance(one, ast.Name)]
    if len(names) != 1 or any(isinstance(one, ast.Mult) for one in ast.walk(place)):
        return None
    found = counted_by(site.module, names[0], lambda call: jax_name(site, call))
    if found is None:
        return None
    end = found[1]
    if isinstance(end, ast.Constant) and isinstance(end.value, int):
        text: str = str(end.value - beyond)
    else:
        text = quote(site, "{} - {}", end, beyond)
    return Rewrite(SUGGESTION, "stop the loop at the last slice that fits", [Replace(end, text)])


@recipe
def more_segments(site: Site, call: ast.AST, beyond: int) -> Rewrite | None:
    given = [*call.args[2:3], *(one.value for one in call.keywords if one.arg == "num_segments")]  # type: ignore[attr-defined]
    if len(given) != 1:
        return None
    if isinstance(given[0], ast.Constant) and isinstance(given[0].value, int):
        text: str = str(given[0].value + beyond)
    else:
        text = quote(site, "{} + {}", given[0], beyond)
    return Rewrite(SUGGESTION, "raise `num_segments` to fit the ids", [Replace(given[0], text)])
