"""Values and their mask, handed on together: to callers in view, and to functions, that reduce with the mask."""

from __future__ import annotations

import ast
from contextlib import suppress

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.proof import kind
from jaxlint.codemods.recipes.analysis.reaching import given_value, reads_given
from jaxlint.codemods.recipes.masks.coverage import covers
from jaxlint.codemods.recipes.masks.end import with_caveats
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.flow import Flow
from jaxlint.codemods.recipes.masks.given import Handed, annotated, layout_of, returns_of
from jaxlint.codemods.recipes.masks.kin import check_moves, kin_of
from jaxlint.codemods.recipes.masks.layouts import Reading
from jaxlint.codemods.recipes.masks.links import Links
from jaxlint.codemods.recipes.masks.mask_names import phrased
from jaxlint.codemods.recipes.masks.nans import array_without_nan
from jaxlint.codemods.recipes.masks.phrasing import Phrasing
from jaxlint.codemods.recipes.masks.taken import Taken, argument_of, reads_in
from jaxlint.codemods.recipes.masks.telling import told_anew
from jaxlint.codemods.recipes.wording.blame import line_of, needed_at
from jaxlint.codemods.recipes.wording.hoisting import may_be_made_above
from jaxlint.codemods.recipes.wording.lifting import flush
from jaxlint.codemods.rewrite import Insert, Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.nodes import index_parts, walk
from jaxlint.text.quoted import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.keys.callers import CallSite
    from jaxlint.codemods.recipes.masks.flow import Leaves
    from jaxlint.codemods.recipes.masks.given import Given
    from jaxlint.codemods.site import Site

_SUMMARY = "return the mask, and reduce with `where=` in the callers"


def handed_on(site: Site, reading: Reading, mask: ast.expr) -> Rewrite:
    """One fix for a function and all its callers; raises NoFix."""
    chain = _Chain(site)
    if not chain.begin(site, reading, mask):
        raise NoFix
    chain.settle()
    return chain.rewrite()


class _Chain(Links):
    def begin(self, site: Site, reading: Reading, mask: ast.expr) -> bool:
        """The function that selects; False where nothing is handed on."""
        try:
            flow, given, told = self._selected(site, reading, mask, False)
        except Escapes:
            try:
                flow, given, told = self._selected(site, reading, mask, True)
            except Escapes as stop:
                raise NoFix("" if stop.at is None else needed_at(site, stop.at, self.home)) from None
        self.write(site, told)
        self._hand_out(site, flow, given)
        return bool(self.open or self.entered)

    def _selected(
        self, site: Site, reading: Reading, mask: ast.expr, assumed: bool
    ) -> tuple[Flow, list[Given], list[Replace]]:
        """Where the selection goes in its function, and what is written there; ``assumed``: the rank is a guess."""
        kin = kin_of(site, reading.node, mask)
        for one in [reading, *kin] if assumed else []:
            one.assume_rank(site, mask)
        others: Leaves = {one.node: (one.whole, one.layout) for one in kin}
        flow, given = self.flow(site, {reading.node: (reading.whole, reading.layout)}, others)
        check_moves(flow, mask)
        phrasing = Phrasing(flow, site.text(mask))
        nans = {end.call: array_without_nan(phrasing, end, mask) for end in flow.ends if end not in given}
        told = phrased(phrasing, mask, lambda: told_anew(phrasing, nans))
        self.keep(flow, given)
        return flow, given, told

    def settle(self) -> None:
        """All callers, and theirs where they hand it on."""
        while self.open or self.entered:
            if self.open:
                here, function, handed = self.open.pop()
                for one in self.calls(here.module, function):
                    self._call(one, handed)
            else:
                self._enter(self.entered.pop())
        steps = [(flow, part) for flow in self.flows for step in flow.steps() for part in walk(step)]
        for flow, part in steps:
            if any(part in other.leaves for other in self.flows if other is not flow):
                raise NoFix(f"two masked arrays are combined on {line_of(flow.site.module, part, self.home)}")

    def _enter(self, taken: Taken) -> None:
        """What a function does with selections that all its callers give it."""
        function, module = taken.function, taken.module
        name, layouts = self.takers[function]
        for one in self.calls(module, function):
            if one.call not in self.passed:
                self._also(one, function, next(iter(layouts)))
        site = self.site.at(module, function)
        leaves: Leaves = {}
        for parameter, layout in layouts.items():
            reads = reads_in(site, function, parameter)
            if reads is None:
                raise NoFix(f"`{parameter}` of `{function.name}` is reassigned, or used in a nested function")
            leaves.update(dict.fromkeys(reads, (parameter, layout)))
        try:
            flow, given = self.flow(site, leaves, {})
            self.keep(flow, given)
            self.write(site, told_anew(Phrasing(flow, name), {}))
        except Escapes as stop:
            raise NoFix(needed_at(site, stop.at or next(iter(leaves)), self.home)) from None
        if any(one.operands for one in given):
            raise NoFix(f"`{function.name}` returns the masked array that it receives")
        self.draft.page(module).parameter(function, name)

    def _also(self, one: CallSite, function: ast.FunctionDef, parameter: str) -> None:
        """Another call must give the function a selection, too."""
        site = self.site.at(one.module, one.module.function_of(one.call))
        node = argument_of(one.call, function, parameter)
        node = (given_value(site, node) if isinstance(node, ast.Name) else None) or node
        if isinstance(node, ast.Subscript):
            for mask in [part for part in index_parts(node) if kind(site, part) == "b"][:1]:
                with suppress(Escapes):
                    self.begin(site, Reading(site, node, node.value, mask, covers(site, mask, node.value)), mask)
        if one.call not in self.passed:
            quote = quoted(one.module.source.segment(one.call))
            raise NoFix(f"{quote} on {line_of(one.module, one.call, self.home)} passes an array without a mask")

    def rewrite(self) -> Rewrite:
        return self.draft.rewrite(self.site, UNSAFE, with_caveats(_SUMMARY, self.ends))

    def _hand_out(self, site: Site, flow: Flow, given: list[Given]) -> None:
        """The callers of the function get a mask, if it hands out something that is masked."""
        handed = [Handed(one, flow) for one in given if one.operands]
        if not handed:
            return
        other = next((one for one in given if not one.operands), None)
        if other is not None or not all(one.is_like(handed[0]) for one in handed):
            place = line_of(site.module, (other or given[0]).call, self.home)
            raise NoFix(f"the `return` on {place} does not return the same masked arrays")
        assert isinstance(site.function, ast.FunctionDef)
        self._pass(site, site.function, handed[0])

    def _pass(self, site: Site, function: ast.FunctionDef, handed: Handed) -> None:
        inserted = annotated(site, function, handed)
        if inserted is None:
            raise NoFix(f"the return annotation of `{function.name}` does not allow for a mask")
        for one in inserted:
            self.draft.page(site.module).insert(one)
        self.open.append((site, function, handed))

    def _call(self, one: CallSite, handed: Handed) -> None:
        """What one caller does with the values."""
        call, module = one.call, one.module
        site = self.site.at(module, module.function_of(call))
        parent, statement = module.parents[call], module.statement_of(call)
        if isinstance(parent, ast.Expr):
            return
        if isinstance(parent, ast.Return):
            self._returned(site, parent, handed)
            return
        name = self.name(site, "selected")
        page = self.draft.page(module)
        if isinstance(parent, ast.Assign):
            targets = self._targets(site, parent, handed)
            leaves = self._reads(site, targets, handed)
            page.insert(Insert(module.source.span(targets[-1]).end, f", {name}"))
        else:
            if isinstance(parent, ast.AnnAssign) or not handed.whole or not may_be_made_above(site, call):
                raise NoFix(needed_at(site, call, self.home))
            assert statement is not None
            values = self.name(site, "values")
            leaves = {call: (values, layout_of(handed))}
            page.line(statement, f"{values}, {name} = {flush(site, call)}")
        try:
            flow, given = self.flow(site, leaves, {})
            self.keep(flow, given)
            self.write(site, told_anew(Phrasing(flow, name), {}))
        except Escapes as stop:
            raise NoFix(needed_at(site, stop.at or call, self.home)) from None
        self._hand_out(site, flow, given)

    def _returned(self, site: Site, statement: ast.Return, handed: Handed) -> None:
        """A caller that hands the whole on as it is."""
        if returns_of(site.function) != [statement]:
            raise NoFix(needed_at(site, statement, self.home))
        assert isinstance(site.function, ast.FunctionDef)
        self._pass(site, site.function, handed)

    def _targets(self, site: Site, statement: ast.Assign, handed: Handed) -> list[ast.expr]:
        """One for each value."""
        target = statement.targets[0]
        items = [target] if handed.whole else getattr(target, "elts", [])
        plain = isinstance(target, ast.Name if handed.whole else ast.Tuple)
        starred = any(isinstance(item, ast.Starred) for item in items)
        if len(statement.targets) > 1 or not plain or len(items) != handed.count or starred:
            raise NoFix(needed_at(site, statement.value, self.home))
        return items

    def _reads(self, site: Site, targets: list[ast.expr], handed: Handed) -> Leaves:
        found: Leaves = {}
        for at, layout in handed.layouts.items():
            target = targets[at]
            reads = reads_given(site, target) if isinstance(target, ast.Name) else None
            if reads is None:
                raise NoFix(needed_at(site, target, self.home))
            found.update({read: (site.text(target), layout) for read in reads})
        return found
