"""Follows masked values (``x[m]``, ``q[i]`` with i from where) to the reductions that end them.

Where every path ends in one, nothing depends on how many values the mask selects, and the same can be said
of the whole arrays: elementwise steps as they are, and the reduction with ``where=``.
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes import smoothness
from jaxlint.codemods.recipes.bindings import runs_after, sole_assignment, uses
from jaxlint.codemods.recipes.proof import is_scalar, kind, rank
from jaxlint.codemods.recipes.reductions import Reduction, reduction_of
from jaxlint.codemods.recipes.wording import atom, spliced
from jaxlint.syntax.module import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.site import Site


class Escapes(Exception):
    """A masked value is used in a way that needs it as it is."""


class Mask:
    """``text`` says the mask; ``where``: the same, shaped to go with the arrays that it selects from.

    ``strict``: values outside may be anything, so that even their products must not reach a gradient.
    """

    __slots__ = ("strict", "text", "where")

    def __init__(self, text: str, where: str, strict: bool) -> None:
        self.text = text
        self.where = where
        self.strict = strict


class Flow:
    """``leaves``: masked reads and how each is said unmasked; ``kin``: others of the same mask, not met yet."""

    def __init__(self, site: Site, leaves: dict[ast.expr, str], kin: dict[ast.expr, str]) -> None:
        self.site = site
        self.leaves: dict[ast.expr, str] = {}
        self.selected: set[ast.AST] = set()
        self.names: dict[str, ast.Assign] = {}
        self.ends: list[Reduction] = []
        self.counts: list[ast.expr] = []
        self._known = {**leaves, **kin}
        self._open: list[ast.expr] = list(leaves)
        while self._open:
            self._follow(self._open.pop())
        self.proven = self._all_finite()

    def _follow(self, node: ast.expr) -> None:
        if node in self.selected:
            return
        self.selected.add(node)
        if node in self._known:
            self.leaves[node] = self._known[node]
        parent = self.site.module.parents[node]
        if isinstance(parent, ast.Assign):
            self._name(parent)
            return
        counted = count_around(self.site, node)
        if counted is not None:
            self.counts.append(counted)
            return
        end = reduction_of(self.site, node)
        if end is not None:
            self.ends.append(end)
            return
        step = parent
        if isinstance(parent, ast.Attribute) and isinstance(self.site.module.parents[parent], ast.Call):
            step = self.site.module.parents[parent]  # x[m].astype(...)
        if not isinstance(step, ast.expr) or not smoothness.is_elementwise(self.site, step):
            raise Escapes
        self._open.append(step)
        self._adopt(step)

    def _name(self, statement: ast.Assign) -> None:
        """``y = x[m]``: all reads of y go on from here."""
        target = statement.targets[0]
        if not isinstance(target, ast.Name) or sole_assignment(self.site, target.id) is not statement:
            raise Escapes
        self.names[target.id] = statement
        for read in uses(self.site, target.id).reads:
            if not runs_after(self.site, read, statement):
                raise Escapes
            self._open.append(read)

    def _adopt(self, step: ast.expr) -> None:
        """Other operands may be masked alike."""
        for node in walk(step):
            if node in self._known:
                self._open.append(node)
            elif isinstance(node, ast.Name) and node.id not in self.names:
                statement = sole_assignment(self.site, node.id)
                if statement is not None and any(below in self._known for below in walk(statement.value)):
                    self._adopt(statement.value)

    def _steps(self) -> list[ast.AST]:
        return [node for node in self.selected if node not in self.leaves and not isinstance(node, ast.Name)]

    def worst(self) -> int:
        return max([smoothness.smoothness(self.site, node, self.selected) for node in self._steps()], default=0)

    def _all_finite(self) -> bool:
        """Gradients stay finite once values outside the mask are replaced by 1."""
        plain: set[ast.AST] = set(self.leaves) | {
            read
            for name, statement in self.names.items()
            if statement.value in self.leaves
            for read in uses(self.site, name).reads
        }
        return all(
            smoothness.smoothness(self.site, node, self.selected) < smoothness.PARTIAL
            or smoothness.finite_at_one(self.site, node, self.selected, plain)
            for node in self._steps()
        )


def count_around(site: Site, node: ast.expr) -> ast.expr | None:
    """``len(node)`` or ``node.shape[0]`` around a masked value: how many were selected."""
    parent = site.module.parents[node]
    if isinstance(parent, ast.Call) and parent.args == [node] and isinstance(parent.func, ast.Name):
        return parent if parent.func.id == "len" else None
    if not isinstance(parent, ast.Attribute):
        return None
    above = site.module.parents[parent]
    if parent.attr == "shape" and isinstance(above, ast.Subscript) and above.value is parent:
        first = isinstance(above.slice, ast.Constant) and above.slice.value == 0
        return above if first else None
    return parent if parent.attr == "size" and rank(site, node) == 1 else None


class Phrasing:
    """A flow told in whole arrays."""

    def __init__(self, flow: Flow, mask: Mask) -> None:
        self.flow = flow
        self.site = flow.site
        self.mask = mask
        self.proven = flow.proven
        worst = flow.worst()
        self.guarded = worst >= (smoothness.PRODUCT if mask.strict else smoothness.SMOOTH)
        self._neutral = 1 if worst == smoothness.PARTIAL else 0
        self.nested: dict[ast.AST, Callable[[], str]] = {}  # reductions inside others' operands, and their new text

    def is_inlined(self, name: str) -> bool:
        """A name for a whole array needs no statement of its own."""
        return not self.guarded and self.flow.names[name].value in self.flow.leaves

    def say(self, node: ast.expr) -> str:
        """A masked expression, unmasked."""
        if node in self.flow.leaves:
            return self._leaf(node)
        if isinstance(node, ast.Name):
            return self.say(self.flow.names[node.id].value) if self.is_inlined(node.id) else node.id
        parts: dict[ast.AST, str] = {}
        for operand in self._operands(node):
            if operand in self.flow.selected:
                parts[operand] = self._fit(node, operand)
                continue
            self._check(operand)
            parts.update({below: self.nested[below]() for below in walk(operand) if below in self.nested})
        return spliced(self.site, node, parts)

    def _fit(self, node: ast.expr, operand: ast.expr) -> str:
        text = self.say(operand)
        loose = (isinstance(node, ast.Call) and operand in node.args) or self._in_parentheses(operand)
        return text if loose else atom(text)

    def _in_parentheses(self, node: ast.expr) -> bool:
        source = self.site.module.source
        span = source.span(node)
        return source.text[: span.start].rstrip().endswith("(") and source.text[span.end :].lstrip().startswith(")")

    def _leaf(self, node: ast.expr) -> str:
        text = self.flow.leaves[node]
        if not self.guarded:
            return text
        neutral: object = bool(self._neutral) if kind(self.site, node) == "b" else self._neutral
        return f"{self.site.name_of('jax.numpy')}.where({self.mask.where}, {text}, {neutral})"

    def _operands(self, node: ast.expr) -> list[ast.expr]:
        if isinstance(node, ast.BinOp):
            return [node.left, node.right]
        if isinstance(node, ast.UnaryOp):
            return [node.operand]
        if isinstance(node, ast.Compare):
            return [node.left, *node.comparators]
        assert isinstance(node, ast.Call)
        if isinstance(node.func, ast.Attribute) and node.func.value in self.flow.selected:
            return [node.func.value]  # a method: its arguments are no operands
        return list(node.args)

    def _check(self, operand: ast.expr) -> None:
        """What is combined with masked values must be a scalar; what isn't proved to be one is trusted, or not."""
        if is_scalar(self.site, operand):
            return
        bound = uses(self.site, operand.id).bindings if isinstance(operand, ast.Name) else []
        if rank(self.site, operand) is not None or not bound or not all(isinstance(node, ast.arg) for node in bound):
            raise Escapes
        self.proven = False
