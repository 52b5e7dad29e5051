"""What a branch tells the user, by ``print`` or ``logger.warning``, said so that JAX tells it at run time."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.effects import is_report
from jaxlint.codemods.recipes.analysis.proof import callee
from jaxlint.codemods.recipes.purity.callbacks import called_back
from jaxlint.codemods.recipes.purity.printing import printed
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.lifting import flush, lifted
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def report(site: Site, statement: ast.stmt) -> str | None:
    """The call that tells it whenever the compiled code gets there; None for any other statement."""
    call = statement.value if isinstance(statement, ast.Expr) and is_report(site, statement.value) else None
    if not isinstance(call, ast.Call):
        return None
    name = callee(site, call)
    is_told = name.startswith("jax.debug.") and not any(isinstance(one, ast.JoinedStr) for one in call.args)
    rewrite = None if is_told else printed(site, call, name) or called_back(site, call, of_traced=False)
    if rewrite is None:
        return flush(site, call) if is_told else None
    (own,) = rewrite.replacements
    return own.source


def lifted_reporting(site: Site, statements: list[ast.stmt]) -> str:
    """Statements at indentation zero, what they tell the user being told at run time."""
    text = lifted(site, statements)
    for part in (part for statement in statements for part in walk(statement)):
        if isinstance(part, ast.Expr) and is_report(site, part.value):
            told = report(site, part)
            if told is None:
                raise NoFix(f"{code_at(site, part)} cannot be called from compiled code")
            text = text.replace(flush(site, part.value), told, 1)
    return text
