"""``match`` on a traced value: ``lax.switch`` for cases 0, 1, ..., else the ``if`` that asks the same."""

from __future__ import annotations

import ast
import textwrap

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import is_plain
from jaxlint.codemods.recipes.analysis.effects import is_movable
from jaxlint.codemods.recipes.analysis.proof import kind, number_of
from jaxlint.codemods.recipes.branches.agreement import NEVER, SAME, agreement
from jaxlint.codemods.recipes.wording.fresh_names import local_name
from jaxlint.codemods.recipes.wording.lifting import argument, lifted
from jaxlint.codemods.recipes.wording.quote import chained, quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.dataflow.assignment import always_leaves
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.nodes import executed
from jaxlint.text.quoted import quoted
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SWITCHED = "use `lax.switch`; an out-of-bounds index is clamped"
_ASKED = "write the cases as an `if` statement"


@recipe
def switched(site: Site, node: ast.Match) -> Rewrite | None:
    return _numbered(site, node) or _asked(site, node)


def _numbered(site: Site, node: ast.Match) -> Rewrite | None:
    """Cases 0, 1, ... and ``_``, each of which returns a value or gives one name its value."""
    numbers = [_number(case) for case in node.cases]
    if len(numbers) < 3 or numbers != [*range(len(numbers) - 1), None] or kind(site, node.subject) != "i":
        return None
    arms = [arm for arm in (_arm(case.body) for case in node.cases) if arm is not None]
    if len(arms) < len(numbers) or any(head != arms[0][0] for head, _ in arms):
        return None
    if agreement([site.value(value) for _, value in arms]) != SAME:
        return None
    branches = ", ".join([f"lambda: {argument(site, value)}" for _, value in arms])
    text = quote(site, "lax.switch({}, {})", argument(site, node.subject), f"[{branches}]")
    return Rewrite(UNSAFE, _SWITCHED, [Replace([node], f"{arms[0][0]}{text}")])


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
        return "return ", statement.value
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return f"{statement.targets[0].id} = ", statement.value
    return None


def _asked(site: Site, node: ast.Match) -> Rewrite | None:
    """The same as ``if``, ``elif`` and ``else``, where each case computes and no more."""
    if not isinstance(site.value(node.subject), Traced):
        return None
    if not _may_be_chosen(site, node):
        raise NoFix("the cases return different structures, or not all return a value")
    subject, above = site.text(node.subject), ""
    if not is_plain(node.subject):
        subject = local_name(site, "subject")
        above = f"{subject} = {argument(site, node.subject)}\n"
    lines = []
    for at, case in enumerate(node.cases):
        test, binding = _test(site, case, subject)
        word = f"{'elif' if at else 'if'} {test}:" if test else "else:"
        if not at and not test:
            return None
        body = textwrap.indent(binding + lifted(site, case.body), site.module.indent_unit)
        lines.append(f"{word}\n{body}")
    return Rewrite(UNSAFE, _ASKED, [Replace([node], above + "\n".join(lines))])


def _may_be_chosen(site: Site, node: ast.Match) -> bool:
    """All cases return values of one structure, or none returns; they do no more than compute."""
    bodies = [case.body for case in node.cases]
    returns = [part for body in bodies for part in executed(body) if isinstance(part, ast.Return)]
    if not all(is_movable(site, body) for body in bodies):
        raise NoFix("a case has a side effect")
    if not returns:
        return True
    values = [site.value(one.value) for one in returns if one.value is not None]
    return len(values) == len(returns) and all(map(always_leaves, bodies)) and agreement(values) != NEVER


def _test(site: Site, case: ast.match_case, subject: str) -> tuple[str, str]:
    """What is asked, and a statement that binds what the case captures; "" where it is taken in any case."""
    pattern, binding = case.pattern, ""
    if isinstance(pattern, ast.MatchAs):
        if pattern.name is not None:
            binding = f"{pattern.name} = {subject}\n"
        if case.guard is not None and binding:
            raise NoFix(f"a case captures `{pattern.name}` and has a guard")
        test = _compared(site, pattern.pattern, subject) if pattern.pattern is not None else ""
    else:
        test = _compared(site, pattern, subject)
    if case.guard is None:
        return test, binding
    guard = site.text(case.guard)
    if not test:
        return guard, binding
    if isinstance(site.value(case.guard), Traced):
        return quote(site, "{} & {}", test, guard), binding
    return quote(site, "{} and {}", guard, test), binding


def _compared(site: Site, pattern: ast.pattern, subject: str) -> str:
    if isinstance(pattern, ast.MatchOr):
        return chained(site, "|", [_compared(site, one, subject) for one in pattern.patterns])
    if not isinstance(pattern, ast.MatchValue) or number_of(pattern.value) is None:
        raise NoFix(f"{quoted(ast.unparse(pattern))} in a `case` is not a number")
    return quote(site, "{} == {}", subject, pattern.value)
