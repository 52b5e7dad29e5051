"""Choices of which Python makes a part ahead: around JAX's, or as a part of one test."""

from __future__ import annotations

import ast
from textwrap import indent

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import names_in
from jaxlint.codemods.recipes.branches.ways import Arm, Fork
from jaxlint.codemods.recipes.wording.lifting import lifted
from jaxlint.codemods.recipes.wording.wording import packed
from jaxlint.dataflow.assignment import Assignment
from jaxlint.tracing.values.joining import static_type
from jaxlint.tracing.values.value import Const, Static, Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def join_lead(site: Site, fork: Fork) -> None:
    """JAX is asked the whole test, if Python's part is a flag and what the arms read doesn't hang on it."""
    if fork.lead is None or is_told(fork):
        return
    known = [part for part in getattr(fork.whole, "values", ()) if part is not fork.test]
    names = {name for part in known for name in names_in(part)}
    read = {name for arm in fork.arms() for name in Assignment(arm.statements).needed}
    if not names & read and all(_is_flag(site, part) for part in known):
        fork.test, fork.lead = fork.whole, None
        fork.sure = all(isinstance(part, ast.Compare) or static_type(site.value(part)) == "bool" for part in known)


def around(site: Site, fork: Fork, node: ast.If, source: str) -> str:
    """JAX's choice where Python comes to it, and else the arm that Python takes by itself."""
    assert fork.lead is not None
    unit = site.module.indent_unit
    if fork.lead.joins:
        guarded = fork.lead.guarded(source, unit)
        return f"{guarded}\nelse:\n{indent(lifted(site, node.orelse), unit)}" if node.orelse else guarded
    return f"if {fork.lead.text}:\n{indent(lifted(site, node.body), unit)}\nelse:\n{indent(source, unit)}"


def _is_flag(site: Site, node: ast.expr) -> bool:
    """True or False, as far as anybody knows."""
    value = site.value(node)
    return isinstance(value, (Const, Static, Unknown)) and static_type(value) in (None, "bool", "int", "object")


def is_told(fork: Fork) -> bool:
    """Both ways give values, each as an expression."""
    return all(isinstance(way, Arm) and way.given for way in (fork.yes, fork.no))


def behind(fork: Fork, text: str) -> str:
    """The choice of values, ``text`` being JAX's part of it; Python's comes first."""
    if fork.lead is None or not is_told(fork):
        raise NoFix("the test combines static and traced conditions")
    given = [way.given or [] if isinstance(way, Arm) else [] for way in (fork.yes, fork.no)]
    return fork.lead.chosen(text, *(packed([result.text for result in results]) for results in given))
