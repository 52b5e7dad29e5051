"""A flow of masked values told in whole arrays."""

from __future__ import annotations

import ast
from functools import partial

from jaxlint.codemods.recipes.analysis import smoothness
from jaxlint.codemods.recipes.analysis.bindings import uses
from jaxlint.codemods.recipes.analysis.proof import aval, is_scalar, kind, rank
from jaxlint.codemods.recipes.masks.counting import count_text
from jaxlint.codemods.recipes.masks.fills import fills
from jaxlint.codemods.recipes.masks.layouts import Escapes
from jaxlint.codemods.recipes.masks.rowwise import factors, moved_axes
from jaxlint.codemods.recipes.wording.wording import atom, spliced
from jaxlint.codemods.rewrite import Replace
from jaxlint.syntax.module import walk
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.recipes.masks.selection import Flow


class Phrasing:
    """``guarded``: values outside the mask are replaced, as a gradient must not meet them."""

    def __init__(self, flow: Flow, mask: str) -> None:
        self.flow = flow
        self.site = flow.site
        self._mask = mask
        self.said = 0  # so often was the mask written
        self._fills, self.proven = fills(flow)
        self.guarded = flow.worst() >= smoothness.PRODUCT and self._is_differentiated()
        self.proven = self.proven or not self.guarded
        self.proven = self.proven and all(
            smoothness.is_tame_before(self.site, getattr(leaf, "value", leaf)) for leaf in flow.leaves
        )
        self.nested: dict[ast.expr, Callable[[], str]] = {}  # ends inside others' operands, and their new text

    @property
    def mask(self) -> str:
        """Its text."""
        self.said += 1
        return self._mask

    def call_mask(self, name: str) -> None:
        """Say it by this name from here on."""
        self._mask = name

    def _is_differentiated(self) -> bool:
        """Some number in it has a gradient."""
        parts = {part for step in self.flow.steps() for part in walk(step)} | set(self.flow.leaves)
        return any(
            isinstance(self.site.value(part), Traced) and kind(self.site, part) not in ("b", "i")
            for part in parts
            if part in self.flow.leaves or (isinstance(part, ast.Name) and part.id not in self.flow.names)
        )

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
            if operand in self.flow.layouts:
                parts[operand] = self._fit(node, operand)
                parts.update(moved_axes(self.site, operand, self.flow.layouts[operand]))
                continue
            self._check(node, operand)
            parts.update({one: text() for one, text in self.nested.items() if one in set(walk(operand))})
        return spliced(self.site, node, parts)

    def bare(self, node: ast.expr) -> str:
        """The same, fit to be masked at once: a leaf needs no mask of its own."""
        leaf = self._leaf_of(node)
        return self.say(node) if leaf is None else self.flow.leaves[leaf]

    def zeroed(self, node: ast.expr) -> str:
        """The same with zeros where the mask leaves something out."""
        neutral = "False" if kind(self.site, node) == "b" else "0"
        where = self.flow.layouts[node].where(self.mask)
        return f"{self.site.name_of('jax.numpy')}.where({where}, {self.bare(node)}, {neutral})"

    def _leaf_of(self, node: ast.expr) -> ast.expr | None:
        """The masked read that ``node`` is, or is a name of that will be gone."""
        if isinstance(node, ast.Name) and node.id in self.flow.names and self.is_inlined(node.id):
            node = self.flow.names[node.id].value
        return node if node in self.flow.leaves else None

    def _fit(self, node: ast.expr, operand: ast.expr) -> str:
        text = self.say(operand)
        is_whole = self._leaf_of(operand) is not None
        loose = isinstance(node, ast.Call) and operand in node.args
        return atom(text) if is_whole and not loose and not self._in_parentheses(operand) else text

    def _in_parentheses(self, node: ast.expr) -> bool:
        source = self.site.module.source
        span = source.span(node)
        return source.text[: span.start].rstrip().endswith("(") and source.text[span.end :].lstrip().startswith(")")

    def _leaf(self, node: ast.expr) -> str:
        text = self.flow.leaves[node]
        if node in self.flow.positions:
            return self._position(self.flow.positions[node])
        if not self.guarded:
            return text
        fill = self._fills[text]
        neutral: object = bool(fill) if kind(self.site, node) == "b" else fill
        where = self.flow.layouts[node].where(self.mask)
        return f"{self.site.name_of('jax.numpy')}.where({where}, {text}, {neutral})"

    def _position(self, axis: int) -> str:
        """All indices along one axis of the mask."""
        jnp, count = self.site.name_of("jax.numpy"), self.flow.masked
        if count == 1:
            return f"{jnp}.arange({atom(self.mask)}.size)"
        places = ", ".join(":" if place == axis else "None" for place in range(count))
        return f"{jnp}.arange({atom(self.mask)}.shape[{axis}])[{places}]"

    def _operands(self, node: ast.expr) -> list[ast.expr]:
        if isinstance(node, ast.BinOp):
            return factors(node)
        if isinstance(node, ast.UnaryOp):
            return [node.operand]
        if isinstance(node, ast.Compare):
            return [node.left, *node.comparators]
        if isinstance(node, ast.Subscript):
            return [node.value]
        assert isinstance(node, ast.Call)
        if isinstance(node.func, ast.Attribute) and node.func.value in self.flow.layouts:
            return [node.func.value]  # a method: its arguments are no operands
        return list(node.args)

    def _check(self, node: ast.expr, operand: ast.expr) -> None:
        """What is combined with masked values must not go along their axis; what may is trusted, or not."""
        if is_scalar(self.site, operand) or not smoothness.is_elementwise(self.site, node):
            return
        shape, layout = aval(self.site, operand).shape, self.flow.layouts[node]
        if isinstance(shape, tuple) and layout.masked:
            along = shape[: len(shape) - layout.after][-1:]
            if not along or (along == (1,) and layout.masked == 1):
                return
            raise Escapes
        bound = uses(self.site, operand.id).bindings if isinstance(operand, ast.Name) else []
        if rank(self.site, operand) is not None or not bound or not all(isinstance(one, ast.arg) for one in bound):
            raise Escapes
        self.proven = False


def told_anew(phrasing: Phrasing, nans: dict[ast.expr, str | None]) -> list[Replace]:
    """Replacements for a whole flow: names first, then what they lead to; ends inside others ride with them."""
    flow = phrasing.flow
    for end in flow.ends:
        phrasing.nested[end.call] = partial(end.text, phrasing, nans.get(end.call))
    for count in flow.counts:
        phrasing.nested[count] = partial(_count, phrasing)
    replacements: list[Replace] = []
    for name, statement in flow.names.items():
        if phrasing.is_inlined(name):
            replacements.append(Replace([statement], ""))
        else:
            replacements.append(Replace(statement.value, phrasing.say(statement.value)))
    inside = {below for end in flow.ends for below in walk(end.call) if below is not end.call}
    inside |= {below for statement in flow.names.values() for below in walk(statement.value)}
    return replacements + [Replace(end, text()) for end, text in phrasing.nested.items() if end not in inside]


def _count(phrasing: Phrasing) -> str:
    return count_text(phrasing.site, phrasing.mask)
