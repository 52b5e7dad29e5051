"""A flow of masked values told in whole arrays."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis import smoothness
from jaxlint.codemods.recipes.analysis.proof import jax_name, kind
from jaxlint.codemods.recipes.analysis.smoothness import is_elementwise
from jaxlint.codemods.recipes.masks.companions import goes_with_rows
from jaxlint.codemods.recipes.masks.coverage import asks_for_finite
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.fills import fills, is_zero
from jaxlint.codemods.recipes.masks.layouts import ALL
from jaxlint.codemods.recipes.masks.named import without_need
from jaxlint.codemods.recipes.masks.rowwise import factors, first_axes, moved_axes
from jaxlint.codemods.recipes.masks.running import is_normalized, is_running, neutral
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.wording import spliced
from jaxlint.knowledge.operations import PRODUCT
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.recipes.masks.flow import Flow
    from jaxlint.codemods.recipes.masks.named import Named


def _costs(whole: str) -> bool:
    """Something is computed: better once than at every read."""
    return any(isinstance(one, (ast.Call, ast.BinOp)) for one in walk(ast.parse(f"({whole})", mode="eval")))


class Phrasing:
    """``guarded``: values outside the mask are replaced, as a gradient must not meet them; ``exposed``: those of which
    this is said.  ``careful``: the fix may be one that keeps all gradients, whatever lies outside the mask.
    """

    def __init__(self, flow: Flow, mask: str, careful: bool = True) -> None:
        self.flow = flow
        self._careful = careful
        self.site = flow.site
        self._mask = mask
        self.said = 0  # so often was the mask written
        self.places: list[ast.expr] = []  # indices that were written
        self.grid = ""  # the statement that gives them a name each
        self.is_dense = False  # as large as the mask
        self._fills, self.proven = fills(flow)
        self.guarded = self._is_zeroed_twice() or (flow.worst() >= PRODUCT and self._is_differentiated())
        self.exposed = self._exposed()
        self.proven = (self.proven and len(self.exposed) == len(flow.leaves)) or not self.guarded
        self.proven = self.proven and all(
            smoothness.is_tame_before(self.site, getattr(leaf, "value", leaf)) for leaf in flow.leaves
        )
        self.inlined, self.gone = without_need(self.site, self._whole_names())
        self.zeros = self._names_of_zeros()
        self.nested: dict[ast.expr, Callable[[], str]] = {}  # ends inside others' operands, and their new text

    def _whole_names(self) -> dict[Named, str]:
        leaves, positions = self.flow.leaves, self.flow.positions
        hidden = self.exposed if self.guarded else set()
        named = [one for one in self.flow.names if one.value in leaves and one.value not in hidden]
        named = [one for one in named if len(one.reads) < 2 or one.value in positions or not _costs(leaves[one.value])]
        return {one: "0" if one.value in positions else leaves[one.value] for one in named}

    @property
    def mask(self) -> str:
        """Its text."""
        self.said += 1
        return self._mask

    def call_mask(self, name: str) -> None:
        """Say it by this name from here on."""
        self._mask = name

    def _is_zeroed_twice(self) -> bool:
        """Zeros are wanted of a name at several places: it is better given them at once."""
        wanted = [operand for end in self.flow.ends if end.takes_zeros for operand in end.operands]
        plain = [one.value if isinstance(one, ast.Attribute) else one for one in wanted]
        named = [self.flow.named(one) for one in plain]
        several = any(one is not None and one.value in self.flow.leaves and named.count(one) > 1 for one in named)
        return several and self.flow.worst() < smoothness.PARTIAL

    def _names_of_zeros(self) -> set[Named]:
        """Names of results that are read several times, and always with zeros."""
        wanted = [operand for end in self.flow.ends if end.takes_zeros for operand in end.operands]
        plain = [one.value if isinstance(one, ast.Attribute) else one for one in wanted]
        results = [one for one in self.flow.names if one.value not in self.flow.leaves and len(one.reads) > 1]
        return {one for one in results if all(read in plain or self._is_counted(read) for read in one.reads)}

    def _is_counted(self, read: ast.expr) -> bool:
        return any(read in walk(count) for count in self.flow.counts)

    def _exposed(self) -> set[ast.expr]:
        """What a steep step is made of; all, where the fix is careful, or the mask leaves out NaNs."""
        leaves = set(self.flow.leaves)
        masks = [leaf.slice for leaf in leaves if isinstance(leaf, ast.Subscript)]
        finite = any(asks_for_finite(self.site, mask) for mask in masks)
        if self._careful or self._is_zeroed_twice() or finite:
            return leaves
        steps = self.flow.steps()
        steep = [one for one in steps if self._is_steep(one)]
        return {leaf for leaf in leaves if any(self._leads_to(leaf, step) for step in steep)}

    def _is_steep(self, step: ast.expr) -> bool:
        return smoothness.smoothness(self.site, step, self.flow.selected) >= smoothness.PARTIAL

    def _leads_to(self, leaf: ast.expr, step: ast.expr) -> bool:
        for part in walk(step):
            named = self.flow.named(part)
            if part is leaf or (named is not None and self._leads_to(leaf, named.value)):
                return True
        return False

    def _is_differentiated(self) -> bool:
        """Some number in it has a gradient."""
        parts = {part for step in self.flow.steps() for part in walk(step)} | set(self.flow.leaves)
        return any(
            isinstance(self.site.value(part), Traced) and kind(self.site, part) not in ("b", "i")
            for part in parts
            if part in self.flow.leaves or (isinstance(part, ast.Name) and self.flow.named(part) is None)
        )

    def say(self, node: ast.expr) -> str:
        """A masked expression, unmasked."""
        if node in self.flow.leaves:
            return self._leaf(node)
        named = self.flow.named(node)
        if named is not None:
            return self.say(named.value) if named in self.inlined else self.site.text(node)
        met = is_running(self.site, node) or is_normalized(self.site, node)
        if met and self.flow.layouts[node].is_flat:
            return self._met(node)
        parts: dict[ast.AST, str] = {}
        for operand in self._operands(node):
            if operand in self.flow.layouts:
                made = jax_name(self.site, node) in smoothness.FILLED  # of nothing but the shape
                parts[operand] = self.bare(operand) if made else self.say(operand)
                parts.update(moved_axes(self.site, operand, self.flow.layouts[operand]))
                parts.update(first_axes(node, self.flow.layouts[operand]))
                continue
            self.proven = goes_with_rows(self.flow, node, operand) and self.proven
            parts.update(self._ends_in(operand))
        return spliced(self.site, node, parts)

    def with_ends(self, node: ast.expr) -> str:
        """The text of what is not masked itself, with the ends in it told anew."""
        return spliced(self.site, node, self._ends_in(node))

    def _ends_in(self, node: ast.expr) -> dict[ast.AST, str]:
        below = set(walk(node))
        return {one: text() for one, text in self.nested.items() if one in below}

    def _met(self, node: ast.expr) -> str:
        """A step in which masked values meet one another."""
        (operand,) = (one for one in self._operands(node) if one in self.flow.layouts)
        jnp, filler = self.site.name_of("jax.numpy"), neutral(self.site, node)
        if filler is not None:
            inner = f"{jnp}.where({self.mask}, {self.bare(operand)}, {filler})"
            return spliced(self.site, node, {operand: inner})
        inner = spliced(self.site, node, {operand: self.say(operand)})
        told = f"{inner[:-1]}, where={self.mask})"
        fill = 1 if self.flow.worst() == smoothness.PARTIAL else 0
        whole = jax_name(self.site, node).endswith(".softmax") and not (self.guarded and fill)
        return told if whole else f"{jnp}.where({self.mask}, {told}, {fill})"

    def bare(self, node: ast.expr) -> str:
        """The same, fit to be masked at once: a leaf needs no mask of its own."""
        leaf = self._leaf_of(node)
        return self.say(node) if leaf is None or leaf in self.flow.positions else self.flow.leaves[leaf]

    def vanishes(self, node: ast.expr) -> bool:
        """Is a masked expression 0 wherever the mask leaves something out, by what is put there?"""
        whole = len(self.flow.axes_of(node)) >= self.flow.layouts[node].masked > 0
        filled = self.guarded and self._leaf_of(node) is None and self._is_filled(node)
        return whole and filled and is_zero(self.flow, self._fills, node)

    def _is_filled(self, node: ast.expr) -> bool:
        """Is it made of zeros outside the mask, and of constants, one element of one element?"""
        if node in self.flow.leaves:
            return node in self.exposed and self._fills[self.flow.leaves[node]] == 0
        named = self.flow.named(node)
        if named is not None:
            return named not in self.inlined and self._is_filled(named.value)
        if isinstance(node, ast.Constant):
            return True
        made = isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call)) and node in self.flow.layouts
        return made and is_elementwise(self.site, node) and all(map(self._is_filled, self._operands(node)))

    def zeroed(self, node: ast.expr) -> str:
        """The same with zeros where the mask leaves something out."""
        if isinstance(node, ast.Attribute):
            return f"{self.zeroed(node.value)}.T"
        named = self.flow.named(node)
        if named is not None and (named in self.zeros or (named not in self.inlined and self._is_zero(named.value))):
            return self.site.text(node)
        neutral = "False" if kind(self.site, node) == "b" else "0"
        where = self.flow.layouts[node].where(self.mask)
        return quote(self.site, "jnp.where({}, {}, {})", where, self.bare(node), neutral)

    def _is_zero(self, value: ast.expr) -> bool:
        return self.guarded and value in self.flow.leaves and self._fills[self.flow.leaves[value]] == 0

    def _leaf_of(self, node: ast.expr) -> ast.expr | None:
        """The masked read that ``node`` is, or is a name of that will be gone."""
        named = self.flow.named(node)
        if named is not None and named in self.inlined:
            node = named.value
        return node if node in self.flow.leaves else None

    def _leaf(self, node: ast.expr) -> str:
        text = self.flow.leaves[node]
        if node in self.flow.positions:
            self.places.append(node)
            return self.site.text(node) if self.grid else self._position(self.flow.positions[node])
        if not self.guarded or node not in self.exposed:
            return text
        fill = self._fills[text]
        neutral = bool(fill) if kind(self.site, node) == "b" else fill
        where = self.flow.layouts[node].where(self.mask)
        return quote(self.site, "jnp.where({}, {}, {})", where, text, str(neutral))

    def _position(self, axis: int) -> str:
        """All indices along one axis of the mask; or rows of them along all."""
        count = self.flow.masked
        if axis == ALL:
            return quote(self.site, "jnp.stack(jnp.indices({}.shape), axis=-1)", self.mask)
        if count == 1:
            return quote(self.site, "jnp.arange({}.size)", self.mask)
        places = ", ".join(":" if place == axis else "None" for place in range(count))
        return quote(self.site, "jnp.arange({}.shape[{}])[{}]", self.mask, axis, places)

    def _operands(self, node: ast.expr) -> list[ast.expr]:
        if isinstance(node, ast.BinOp):
            return factors(node)
        if isinstance(node, ast.UnaryOp):
            return [node.operand]
        if isinstance(node, ast.Compare):
            return [node.left, *node.comparators]
        if isinstance(node, ast.Subscript) and node.slice in self.flow.layouts:
            return [node.slice]  # rows of another array, which these numbers choose
        if isinstance(node, (ast.Subscript, ast.Attribute)):
            return [node.value]
        assert isinstance(node, ast.Call)
        if node.args and isinstance(node.args[0], (ast.List, ast.Tuple)):
            return self._stacked(node.args[0].elts)
        if isinstance(node.func, ast.Attribute) and node.func.value in self.flow.layouts:
            return [node.func.value]  # a method: its arguments are no operands
        return list(node.args)

    def _stacked(self, items: list[ast.expr]) -> list[ast.expr]:
        """What is put side by side: no other array is as long."""
        if not all(one in self.flow.layouts for one in items):
            raise Escapes
        return items
