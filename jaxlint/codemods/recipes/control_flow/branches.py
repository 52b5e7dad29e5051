"""``if`` statements and conditional expressions on a traced value."""

from __future__ import annotations

import ast
import textwrap

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import body_of, in_loop, uses
from jaxlint.codemods.recipes.analysis.effects import is_movable
from jaxlint.codemods.recipes.branches.agreement import is_number
from jaxlint.codemods.recipes.branches.alike import one_choice
from jaxlint.codemods.recipes.branches.branch_functions import Conditional, has_comments, keep_comments
from jaxlint.codemods.recipes.branches.choices import Choice, judge, may_choose
from jaxlint.codemods.recipes.branches.lead_forms import around, behind, is_told, join_lead
from jaxlint.codemods.recipes.branches.leads import lead_of
from jaxlint.codemods.recipes.branches.logic import check_flag
from jaxlint.codemods.recipes.branches.no_choice import effect_of
from jaxlint.codemods.recipes.branches.one_place import written_by
from jaxlint.codemods.recipes.branches.operands import Operands, may_be_traced
from jaxlint.codemods.recipes.branches.ways import (
    Fork,
    is_choice,
    is_traced,
    of_assignments,
    of_expression,
    of_returns,
    spread,
)
from jaxlint.codemods.recipes.loops.ended_loops import ended
from jaxlint.codemods.recipes.purity.reports import report
from jaxlint.codemods.recipes.straight.beginnings import all_begun
from jaxlint.codemods.recipes.straight.building import ends_of
from jaxlint.codemods.recipes.straight.conversion import chosen, straight, straight_text
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.lifting import hanging, is_elif, lines_between, respelled
from jaxlint.codemods.rewrite import Insert, Replace, Rewrite
from jaxlint.dataflow.assignment import Assignment, always_leaves
from jaxlint.dataflow.index import live_after
from jaxlint.dataflow.order import captured_before
from jaxlint.diagnostic import SAFE, UNSAFE
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import executed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.branches.leads import Lead
    from jaxlint.codemods.site import Site

_TAKEN_ALONG = "the fix of the enclosing `if` includes this one"
_TOLD = "report it with `lax.cond`; it is reported in every call in which the test is true"


@recipe
def ternary(site: Site, node: ast.IfExp) -> Rewrite | None:
    """``a if p else b``; those that stand in its arms are told with it."""
    outer = _outermost(site, node)
    if outer is not node and _is_chosen(site, outer):
        raise NoFix(_TAKEN_ALONG)
    return _choice_of(site, node)


def _outermost(site: Site, node: ast.IfExp) -> ast.IfExp:
    """The conditional expression whose choice it would be a part of."""
    owners = site.facts.get(("owners", site.peers))
    if owners is None:
        owners = site.facts["owners", site.peers] = {event.owner for event in site.peers.events}
    path, found = [node], site.facts.get(("outermost", site.peers, node))
    while found is None:
        above = site.module.parents.get(node)
        if not (isinstance(above, ast.IfExp) and above in owners and above.test is not node):
            break
        if not is_choice(site, node.test):
            break
        node = above
        found = site.facts.get(("outermost", site.peers, node))
        path.append(node)
    outer: ast.IfExp = found or node
    site.facts.update({("outermost", site.peers, inner): outer for inner in path})
    return outer


def _is_chosen(site: Site, node: ast.IfExp) -> bool:
    if ("chosen", node) not in site.facts:
        there = site.at(site.module, site.function)
        site.facts["chosen", node] = recipe(_choice_of)(there, node) is not None
    return site.facts["chosen", node]  # type: ignore[no-any-return]


def _choice_of(site: Site, node: ast.IfExp) -> Rewrite | None:
    check_flag(site, node)
    fork = of_expression(site, node)
    choice = judge(site, fork)
    if not _may_be_traced(site, fork, 0, [node]):
        raise NoFix(f"the result of {code_at(site, node)} may have to stay static")
    indent = hanging(site, node)
    text = _text(site, fork, choice)
    if fork.lead is not None:
        text = behind(fork, text)
    return _rewrite(choice, Replace(node, text.replace("\n", "\n" + indent)))


def _text(site: Site, fork: Fork, choice: Choice) -> str:
    """The choice of one value."""
    if choice.where:
        return chosen(site, fork)
    return Conditional(site, fork, operands=Operands(site, fork).names).text


@recipe
def branch(site: Site, node: ast.If) -> Rewrite | None:
    """An if whose ways return values, or bind names; elif chains are told from the first traced test on."""
    head = _static_head(site, node)
    rewrite = _one_statement(site, node)
    site.facts["refused", node] = _TAKEN_ALONG if rewrite is not None else site.refusal or ""
    if rewrite is None or head is None:
        return rewrite
    (own,) = rewrite.replacements
    source = (
        f"{lines_between(site, head, node)}\nelse:\n{textwrap.indent(own.source.lstrip(), site.module.indent_unit)}"
    )
    return Rewrite(rewrite.applicability, rewrite.summary, [Replace([head], source)])


def _one_statement(site: Site, node: ast.If) -> Rewrite | None:
    """The arms said at once, unless what they leave is the safer choice."""
    alike = _alike(site, node)
    if alike is not None and alike.applicability == SAFE:
        return alike
    rewrite = _by_results(site, node)
    return rewrite if alike is None or (rewrite is not None and rewrite.applicability == SAFE) else alike


@recipe
def _by_results(site: Site, node: ast.If) -> Rewrite | None:
    returns = any(isinstance(part, ast.Return) for part in executed([node]))
    rewrite = _by_fork(site, node, returns)
    if rewrite is None and all(has_comments(site, arm) for arm in (node.body, node.orelse)):
        raise NoFix("both branches have comments")
    return rewrite or straight(site, node, _rest_of(site, node) if returns else [])


@recipe
def _by_fork(site: Site, node: ast.If, returns: bool) -> Rewrite | None:
    bounded = ended(site, node, ends_of(node, _rest_of(site, node) if returns else []))
    return bounded or (_returned(site, node) if returns else _assigned(site, node))


def _rest_of(site: Site, node: ast.If) -> list[ast.stmt]:
    body = body_of(site, node)
    return [] if always_leaves([node]) else body[body.index(node) + 1 :]


@recipe
def _alike(site: Site, node: ast.If) -> Rewrite | None:
    """Arms that do the same with one value or another: ``out.append(a)`` or ``out.append(b)``."""
    found = one_choice(site, node)
    if found is None:
        return None
    statement, place, either = found
    fork = of_expression(site, either)
    choice = judge(site, fork)
    if not _may_be_traced(site, fork, 0, [place]):
        return None
    return _rewrite(choice, Replace([node], respelled(site, statement, {place: _text(site, fork, choice)})))


def _static_head(site: Site, node: ast.If) -> ast.If | None:
    """The ``if`` that an ``elif`` belongs to; no test up to there is traced, or the fix would be the other's.

    Nor is one built then: each of a long chain would be as long as the rest of it.
    """
    head, above = node, site.module.parents.get(node)
    while isinstance(above, ast.If) and above.orelse == [head] and is_elif(site, head):
        if is_traced(site, above.test) or lead_of(site, above.test) is not None:
            reason = site.facts["refused", node] = site.facts.get(("refused", above), "")
            raise NoFix(reason)
        head, above = above, site.module.parents.get(above)
    return head if head is not node else None


def _rewrite(choice: Choice, replace: Replace, above: list[Insert] | None = None) -> Rewrite:
    return Rewrite(choice.level, choice.summary, [replace, *(above or [])])


def _returned(site: Site, node: ast.If) -> Rewrite | None:
    """All ways return: in the if, or in what comes after it."""
    if in_loop(site, node):
        raise NoFix("a branch returns from inside a Python loop")
    rest = _rest_of(site, node)
    fork = of_returns(site, node, rest)
    join_lead(site, fork)
    if fork.lead is None:
        spread(site, fork)
    operands, choice = _judged(site, node, fork)
    as_straight = _straight(site, node, fork, choice, rest)
    if as_straight is not None:
        return as_straight
    if fork.lead is not None:
        source = f"return {behind(fork, _text(site, fork, choice))}"
    elif choice.where:
        source = straight_text(site, node, rest, fork.test)
    else:
        source = _after_functions("return ", Conditional(site, fork, operands=operands.names))
    return _rewrite(choice, Replace([node, *rest], source))


def _judged(site: Site, node: ast.If, fork: Fork, names: list[str] | None = None) -> tuple[Operands, Choice]:
    operands = Operands(site, fork)
    bound = Assignment([part for arm in fork.arms() if arm.given is None for part in arm.statements]).stored.keys()
    hidden = bound & captured_before(site.module, node)
    if hidden:
        # Bound in a function of its own, others would not see it.
        raise NoFix(f"a nested function uses `{min(hidden)}`, which a branch assigns")
    choice = judge(site, fork, operands.known, names)
    if not choice.where:
        keep_comments(site, fork)
    return operands, choice


def _after_functions(head: str, conditional: Conditional) -> str:
    """A blank line before the functions, and after each."""
    line = f"{head}{conditional.text}"
    return f"\n{conditional.functions}{line}" if conditional.functions else line


def _assigned(site: Site, node: ast.If) -> Rewrite | None:
    """Names that some arm binds anew, and what they hold after."""
    live = live_after(site.module, node)
    bound = {**Assignment(node.body).stored, **Assignment(node.orelse).stored}
    names = [name for name in bound if name in live]
    if not names:
        return _told(site, node)
    fork = of_assignments(site, node, names)
    if node.orelse:
        join_lead(site, fork)
    if fork.lead is None and any(written_by(one.node) for arm in fork.arms() for one in arm.given or ()):
        made = straight(site, node, [])
        if made is not None:
            return made
    operands, choice = _judged(site, node, fork, names)
    static = [later[0] for later in _reads_after(site, node, names) if not _may_be_traced(site, fork, *later)]
    if static:
        raise NoFix(f"`{names[static[0]]}` is used later where JAX requires a static number")
    as_straight = _straight(site, node, fork, choice, [])
    if as_straight is not None:
        return as_straight
    head = f"{', '.join(names)} = "
    if choice.where:
        source = straight_text(site, node, [], fork.test)
    else:
        conditional = Conditional(site, fork, names, operands.names)
        source = _after_functions(head, conditional)
    if fork.lead is not None:
        together = is_told(fork) and _fits_line(node, fork.lead, choice, names)
        source = head + behind(fork, source.removeprefix(head)) if together else around(site, fork, node, source)
    kept = [name for name in names if not all(name in names_bound(arm.statements) for arm in fork.arms())]
    return _rewrite(choice, Replace([node], source), all_begun(site, node, kept))


def _straight(site: Site, node: ast.If, fork: Fork, choice: Choice, rest: list[ast.stmt]) -> Rewrite | None:
    """Instead of functions for ``lax.cond``, whose lines have no comments of their own."""
    functions = [arm for arm in fork.arms() if arm.given is None]
    if (
        choice.where
        or not functions
        or fork.lead is not None
        or any(has_comments(site, arm.statements) for arm in functions)
    ):
        return None
    return straight(site, node, rest)


def _fits_line(node: ast.If, lead: Lead, choice: Choice, names: list[str]) -> bool:
    """Is ``x = ... if p else ...`` shorter than the ``if`` that guards it?"""
    return (bool(node.orelse) or not lead.joins) and not (choice.where and len(names) > 1)


def _told(site: Site, node: ast.If) -> Rewrite | None:
    """Arms that show the user something, and do no more."""
    fork = of_assignments(site, node, [])
    if node.orelse:
        join_lead(site, fork)
    said = [part for arm in fork.arms() for part in arm.statements if not isinstance(part, ast.Pass)]
    if not said or any(report(site, part) is None for part in said) or not may_choose(site, fork.tests()):
        if not is_movable(site, said):
            raise NoFix(effect_of(site, [*said]))
        raise NoFix("the branches assign nothing that is used later")
    source = _after_functions("", Conditional(site, fork, [], []))
    if fork.lead is not None:
        source = around(site, fork, node, source)
    return Rewrite(UNSAFE, _TOLD, [Replace([node], source)])


def _reads_after(site: Site, node: ast.If, names: list[str]) -> list[tuple[int, list[ast.AST]]]:
    end = node.end_lineno or node.lineno
    return [(place, [read for read in uses(site, name).reads if read.lineno > end]) for place, name in enumerate(names)]


def _may_be_traced(site: Site, fork: Fork, place: int, reads: list[ast.AST]) -> bool:
    """Where Python chose among its own numbers, nobody needs the chosen one to be static."""
    values = [value for arm in fork.arms() for value in arm.values[place]]
    return not all(map(is_number, values)) or all(may_be_traced(site, values[0], read) for read in reads)
