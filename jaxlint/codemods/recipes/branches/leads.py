"""What Python knows ahead of a traced test: ``p`` of ``p and q``.  It stays Python's, and still guards the rest."""

from __future__ import annotations

import ast
import textwrap

from jaxlint.codemods.recipes.analysis.bindings import LOOPS, around, names_in, written_in_place
from jaxlint.record import Record
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import executed, walk
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


class Lead(Record):
    """``text``: what Python asks first; ``test``: what is asked of JAX then; ``joins``: by ``and``, else by ``or``."""

    text: str
    test: ast.expr
    joins: bool

    def chosen(self, text: str, yes: str, no: str) -> str:
        """The choice of a value; ``text``: JAX's, once it comes to that."""
        first, second = (text, no) if self.joins else (yes, text)
        return f"{first} if {self.text} else {second}"

    def guarded(self, source: str, unit: str) -> str:
        """Statements that matter only where Python's part holds."""
        return f"if {self.text}:\n{textwrap.indent(source.strip(chr(10)), unit)}"


def lead_of(site: Site, test: ast.expr) -> Lead | None:
    """None where the test is JAX's as a whole, or Python's."""
    if not isinstance(test, ast.BoolOp):
        return None
    *known, last = test.values
    asks_jax = isinstance(site.value(last), Traced) or lead_of(site, last) is not None
    if not asks_jax or any(isinstance(site.value(one), Traced) or will_be_traced(site, one) for one in known):
        return None
    word = " and " if isinstance(test.op, ast.And) else " or "
    alone = len(known) == 1 and isinstance(known[0], ast.BoolOp) and "\n" not in site.text(known[0])
    text = site.text(known[0]) if alone else word.join([_beside_word(site, one) for one in known])
    return Lead(text, last, isinstance(test.op, ast.And))


def will_be_traced(site: Site, node: ast.expr) -> bool:
    """It reads what branches of the loop around bind: Python knows that no longer where JAX chooses between them."""
    if any(isinstance(op, (ast.Is, ast.IsNot)) for part in walk(node) for op in getattr(part, "ops", ())):
        return False
    loops = [one for one in around(site, node) if isinstance(one, LOOPS)]
    inside = [part for loop in loops[:1] for part in executed(loop.body) if isinstance(part, ast.If)]
    return bool(
        names_in(node) & {name for part in inside for name in (*names_bound([part]), *written_in_place([part]))}
    )


def _beside_word(site: Site, node: ast.expr) -> str:
    text = site.text(node)
    loose = isinstance(node, (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr)) or "\n" in text
    return f"({text})" if loose else text
