"""``match`` on a traced number, as ``lax.switch``."""

from __future__ import annotations

import ast

from jaxlint.codemods.rewrite import Replace, Rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "let JAX take the branch; `lax.switch` clamps a number below 0 to the first, one too large to the last"


def switched(site: Site, node: ast.Match) -> Rewrite | None:
    """Cases 0, 1, ... and ``_``, each of which returns a value or gives one name its value."""
    numbers = [_number(case) for case in node.cases]
    if len(numbers) < 2 or numbers != [*range(len(numbers) - 1), None]:
        return None
    arms = [_arm(case.body) for case in node.cases]
    first = arms[0]
    if first is None or any(arm is None or arm[0] != first[0] for arm in arms):
        return None
    branches = ", ".join([f"lambda: {site.text(arm[1])}" for arm in arms if arm is not None])
    call = f"{site.name_of('jax.lax')}.switch({site.text(node.subject)}, [{branches}])"
    return Rewrite("suggestion", _SUMMARY, [Replace([node], f"{first[0]} {call}")])


def _number(case: ast.match_case) -> int | None:
    """The number of ``case 2:``; None for ``case _:``; -1 for any other."""
    pattern = case.pattern
    if isinstance(pattern, ast.MatchAs) and pattern.name is None and case.guard is None:
        return None
    plain = isinstance(pattern, ast.MatchValue) and isinstance(pattern.value, ast.Constant) and case.guard is None
    value = pattern.value.value if plain else -1  # type: ignore[attr-defined]
    return value if type(value) is int else -1


def _arm(body: list[ast.stmt]) -> tuple[str, ast.expr] | None:
    """``return`` or ``name =``, and the value."""
    if len(body) != 1:
        return None
    statement = body[0]
    if isinstance(statement, ast.Return) and statement.value is not None:
        return "return", statement.value
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return f"{statement.targets[0].id} =", statement.value
    return None
