"""``lax.cond`` over the arms of a fork: expressions as lambdas, statements as local functions."""

from __future__ import annotations

import ast
import textwrap

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.proof import kind
from jaxlint.codemods.recipes.branches.ways import Arm, Fork, Given
from jaxlint.codemods.recipes.purity.reports import lifted_reporting, report
from jaxlint.codemods.recipes.wording.fresh_names import names_around
from jaxlint.codemods.recipes.wording.lifting import argument, flush, lifted
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.wording import packed
from jaxlint.dataflow.assignment import Assignment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


class Conditional:
    """``functions``: the source of the local functions; ``text``: the call that chooses one.

    ``names``: what an arm of statements leaves, none where it tells something and gives nothing, or None where it
    returns by itself; ``operands``: what the functions take.
    """

    def __init__(
        self, site: Site, fork: Fork, names: list[str] | None = None, operands: list[str] | None = None
    ) -> None:
        self._site = site
        self._names = names
        self._operands = operands or []
        self._cond = quote(site, "lax.cond")
        self._titles = _titles(site, fork)
        self.functions = ""
        self.text = self._call(fork)

    def _call(self, fork: Fork) -> str:
        ways, test = [self._way(way) for way in (fork.yes, fork.no)], _turned(self._site, fork)
        ways = ways if test is None else ways[::-1]
        return f"{self._cond}({', '.join([argument(self._site, test or fork.test), *ways, *self._operands])})"

    def _way(self, way: Fork | Arm) -> str:
        head = f"lambda {', '.join(self._operands)}: " if self._operands else "lambda: "
        if isinstance(way, Fork):
            return head + self._call(way)
        if self._names == []:
            return self._telling(way)
        return self._function(way) if way.given is None else head + self._results(way.given)

    def _results(self, given: list[Given]) -> str:
        return packed([one.text for one in given])

    def _telling(self, arm: Arm) -> str:
        """An arm that gives nothing."""
        told = [report(self._site, one) for one in arm.statements if not isinstance(one, ast.Pass)]
        if not told:
            return "lambda: None"
        return f"lambda: {told[0]}" if len(told) == 1 else self._function(arm)

    def _function(self, arm: Arm) -> str:
        """A local function with the user's own lines; its name."""
        title = self._titles[arm]
        body = lifted_reporting(self._site, arm.statements)
        if self._names:
            body += f"\nreturn {', '.join(self._names)}"
        self.functions += (
            f"def {title}({', '.join(self._operands)}):\n{textwrap.indent(body, self._site.module.indent_unit)}\n\n"
        )
        return title


def keep_comments(site: Site, fork: Fork) -> None:
    """Arms with comments of their own become functions, where the comments stay with their lines."""
    for arm in fork.arms():
        flow = Assignment(arm.statements)
        if not flow.stored.keys() & flow.needed.keys() and has_comments(site, arm.statements):
            arm.given = None


def has_comments(site: Site, arm: list[ast.stmt]) -> bool:
    """Between its lines, or behind one."""
    if not arm:
        return False
    bare = lifted(site, arm)
    for statement in arm:
        bare = bare.replace(flush(site, statement), "")
    return "#" in bare


def _turned(site: Site, fork: Fork) -> ast.expr | None:
    """``p`` of ``~p``, where two arms can change places."""
    test, plain = fork.test, isinstance(fork.yes, Arm) and isinstance(fork.no, Arm)
    negated = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Invert)
    return test.operand if plain and negated and kind(site, test.operand) == "b" else None  # type: ignore[attr-defined]


def _titles(site: Site, fork: Fork) -> dict[Arm, str]:
    """``true_branch`` and ``false_branch``, or ``first_branch`` ... ``else_branch``: names nobody has here."""
    arms = fork.arms() if _turned(site, fork) is None else fork.arms()[::-1]
    words = ["true", "false"] if len(arms) == 2 else [*_ORDINALS[: len(arms) - 1], "else"]
    if len(words) != len(arms):
        raise NoFix(f"there are {len(arms)} branches, too many for nested `lax.cond` calls")
    taken, number = names_around(site), 1
    while any(_title(word, number) in taken for word in words):
        number += 1
    return {arm: _title(word, number) for arm, word in zip(arms, words, strict=True)}


def _title(word: str, number: int) -> str:
    return f"{word}_branch" if number == 1 else f"{word}_branch_{number}"
