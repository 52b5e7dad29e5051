"""Values and their mask, handed on together: a function returns both, and its callers in view reduce with the mask."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.reaching import reads_given
from jaxlint.codemods.recipes.keys.callers import OutOfView, call_sites
from jaxlint.codemods.recipes.masks.counting import NOT, count_level
from jaxlint.codemods.recipes.masks.end import with_caveats
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.given import Handed, annotated, givens, layout_of, returns_of
from jaxlint.codemods.recipes.masks.kin import check_moves, kin_of
from jaxlint.codemods.recipes.masks.mask_names import phrased
from jaxlint.codemods.recipes.masks.nans import array_without_nan
from jaxlint.codemods.recipes.masks.phrasing import Phrasing
from jaxlint.codemods.recipes.masks.selection import Flow
from jaxlint.codemods.recipes.masks.telling import told_anew
from jaxlint.codemods.recipes.wording.blame import line_of, needed_at
from jaxlint.codemods.recipes.wording.draft import Draft, Unplaced
from jaxlint.codemods.recipes.wording.fresh_names import names_around, numbered
from jaxlint.codemods.recipes.wording.hoisting import may_be_made_above
from jaxlint.codemods.recipes.wording.lifting import NotLifted, flush
from jaxlint.codemods.rewrite import Insert, Replace, Rewrite
from jaxlint.syntax.module import walk
from jaxlint.text.quoted import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.keys.callers import CallSite
    from jaxlint.codemods.recipes.masks.end import End
    from jaxlint.codemods.recipes.masks.given import Given
    from jaxlint.codemods.recipes.masks.layouts import Reading
    from jaxlint.codemods.recipes.masks.selection import Leaves
    from jaxlint.codemods.site import Site

_SUMMARY = "hand on the mask with the values, and reduce with `where=` in the callers"
_WRAPPERS = frozenset("jax.jit jax.pjit jax.checkpoint jax.remat functools.partial equinox.filter_jit".split())
_PLACED = ("in_shardings", "out_shardings", "in_axis_resources", "out_axis_resources")
_MOST = 20  # functions that hand it on


class Stays(Exception):
    """Some caller can't do with values and a mask; the text says which."""


def handed_on(site: Site, reading: Reading, mask: ast.expr) -> Rewrite:
    """One fix for a function and all its callers; raises Stays."""
    chain = _Chain(site)
    try:
        chain.begin(reading, mask)
        chain.settle()
        return chain.rewrite()
    except (Unplaced, NotLifted):
        raise Stays("the callers have no room for another line") from None


class _Chain:
    def __init__(self, site: Site) -> None:
        self.site = site
        self.home = site.module
        self.draft = Draft(site)
        self._open: list[tuple[Site, ast.FunctionDef, Handed]] = []
        self._seen: set[ast.AST] = set()
        self._flows: list[Flow] = []
        self._ends: list[End] = []
        self._replaced: set[ast.AST] = set()
        self._names: dict[ast.AST | None, set[str]] = {}  # new ones, by the function that gets them

    def begin(self, reading: Reading, mask: ast.expr) -> None:
        """The function that selects."""
        site = self.site
        if not returns_of(site.function):
            raise Stays("")
        try:
            flow, given, told = self._selected(reading, mask, False)
        except Escapes:
            try:
                flow, given, told = self._selected(reading, mask, True)
            except Escapes as stop:
                raise Stays("" if stop.at is None else needed_at(site, stop.at, self.home)) from None
        if not any(one.operands for one in given):
            raise Stays("")
        self._write(site, told)
        self._hand_out(site, flow, given)

    def _selected(self, reading: Reading, mask: ast.expr, assumed: bool) -> tuple[Flow, list[Given], list[Replace]]:
        """Where the selection goes in its function, and what is written there; ``assumed``: the rank is a guess."""
        site = self.site
        kin = kin_of(site, reading.node, mask)
        for one in [reading, *kin] if assumed else []:
            one.assume_rank(site, mask)
        others: Leaves = {one.node: (one.whole, one.layout) for one in kin}
        flow, given = self._flow(site, {reading.node: (reading.whole, reading.layout)}, others)
        check_moves(flow, mask)
        phrasing = Phrasing(flow, site.text(mask))
        nans = {end.call: array_without_nan(phrasing, end, mask) for end in flow.ends if end not in given}
        told = phrased(phrasing, mask, lambda: told_anew(phrasing, nans))
        self._keep(flow, given)
        return flow, given, told

    def settle(self) -> None:
        """All callers, and theirs where they hand it on."""
        while self._open:
            here, function, handed = self._open.pop()
            if function in self._seen or len(self._seen) == _MOST:
                raise Stays(f"`{function.name}` hands out selections of several kinds")
            self._seen.add(function)
            try:
                sites = call_sites(here, here.module, function, _WRAPPERS, _PLACED)
            except OutOfView as stop:
                where = "" if stop.at is None else f" in {line_of(*stop.at, self.home)}"
                raise Stays(f"what is done with `{function.name}`{where} cannot be followed") from None
            if not sites:
                raise Stays("")
            for one in sites:
                self._call(one, function, handed)
        steps = [(flow, part) for flow in self._flows for step in flow.steps() for part in walk(step)]
        for flow, part in steps:
            if any(part in other.leaves for other in self._flows if other is not flow):
                raise Stays(f"two selections meet in {line_of(flow.site.module, part, self.home)}")

    def rewrite(self) -> Rewrite:
        return self.draft.rewrite(self.site, "unsafe", with_caveats(_SUMMARY, self._ends))

    def _flow(self, site: Site, leaves: Leaves, kin: Leaves) -> tuple[Flow, list[Given]]:
        """The flow, and what is handed out of the function, perhaps of the selection."""
        parts = givens(site.function)
        flow = Flow(site, leaves, kin, dict(parts))
        given = list(dict.fromkeys(parts.values()))
        for one in given:
            one.operands = [item for item in one.items if item in flow.layouts]
        if any(count_level(site, count) == NOT for count in flow.counts):
            raise Escapes(next(count for count in flow.counts if count_level(site, count) == NOT))
        return flow, given

    def _keep(self, flow: Flow, given: list[Given]) -> None:
        self._flows.append(flow)
        self._ends += [end for end in flow.ends if end not in given]

    def _hand_out(self, site: Site, flow: Flow, given: list[Given]) -> None:
        """The callers of the function get a mask, if it hands out something that is masked."""
        handed = [Handed(one, flow) for one in given if one.operands]
        if not handed:
            return
        other = next((one for one in given if not one.operands), None)
        if other is not None or not all(one.is_like(handed[0]) for one in handed):
            place = line_of(site.module, (other or given[0]).call, self.home)
            raise Stays(f"the `return` in {place} hands out something else")
        assert isinstance(site.function, ast.FunctionDef)
        self._pass(site, site.function, handed[0])

    def _pass(self, site: Site, function: ast.FunctionDef, handed: Handed) -> None:
        inserted = annotated(site, function, handed)
        if inserted is None:
            raise Stays(f"the annotation of what `{function.name}` returns speaks of no mask")
        for one in inserted:
            self.draft.page(site.module).insert(one)
        self._open.append((site, function, handed))

    def _call(self, one: CallSite, callee: ast.FunctionDef, handed: Handed) -> None:
        """What one caller does with the values."""
        call, module = one.call, one.module
        site = self.site.at(module, module.function_of(call))
        if one.mapped or one.loop or site.function in (callee, *self._seen):
            raise Stays(f"{quoted(site.text(call))} in {line_of(module, call, self.home)} runs it in another way")
        parent, statement = module.parents[call], module.statement_of(call)
        if isinstance(parent, ast.Expr):
            return
        if isinstance(parent, ast.Return):
            self._returned(site, parent, handed)
            return
        name = self._name(site, "selected")
        page = self.draft.page(module)
        if isinstance(parent, ast.Assign):
            targets = self._targets(site, parent, handed)
            leaves = self._reads(site, targets, handed)
            page.insert(Insert(module.source.span(targets[-1]).end, f", {name}"))
        else:
            if isinstance(parent, ast.AnnAssign) or not handed.whole or not may_be_made_above(site, call):
                raise Stays(needed_at(site, call, self.home))
            assert statement is not None
            values = self._name(site, "values")
            leaves = {call: (values, layout_of(handed))}
            page.line(statement, f"{values}, {name} = {flush(site, call)}")
        try:
            flow, given = self._flow(site, leaves, {})
            self._keep(flow, given)
            self._write(site, told_anew(Phrasing(flow, name), {}))
        except Escapes as stop:
            raise Stays(needed_at(site, stop.at or call, self.home)) from None
        self._hand_out(site, flow, given)

    def _returned(self, site: Site, statement: ast.Return, handed: Handed) -> None:
        """A caller that hands the whole on as it is."""
        if returns_of(site.function) != [statement]:
            raise Stays(needed_at(site, statement, self.home))
        assert isinstance(site.function, ast.FunctionDef)
        self._pass(site, site.function, handed)

    def _targets(self, site: Site, statement: ast.Assign, handed: Handed) -> list[ast.expr]:
        """One for each value."""
        target = statement.targets[0]
        items = [target] if handed.whole else getattr(target, "elts", [])
        plain = isinstance(target, ast.Name if handed.whole else ast.Tuple)
        starred = any(isinstance(item, ast.Starred) for item in items)
        if len(statement.targets) > 1 or not plain or len(items) != handed.count or starred:
            raise Stays(needed_at(site, statement.value, self.home))
        return items

    def _reads(self, site: Site, targets: list[ast.expr], handed: Handed) -> Leaves:
        found: Leaves = {}
        for at, layout in handed.layouts.items():
            target = targets[at]
            reads = reads_given(site, target) if isinstance(target, ast.Name) else None
            if reads is None:
                raise Stays(needed_at(site, target, self.home))
            found.update({read: (site.text(target), layout) for read in reads})
        return found

    def _write(self, site: Site, replacements: list[Replace]) -> None:
        page = self.draft.page(site.module)
        for one in replacements:
            nodes = one.nodes if isinstance(one.nodes, list) else [one.nodes]
            below = {part for node in nodes for part in walk(node) if hasattr(part, "lineno")}  # others are shared
            if len(nodes) != 1 or below & self._replaced:
                raise Stays(f"two selections meet in {line_of(site.module, nodes[0], self.home)}")
            self._replaced |= below
            page.replace(nodes[0], one.source)
        wanted = site.imports_of(Rewrite("unsafe", "", replacements))
        page.site.imports += [one for one in wanted if one not in page.site.imports]

    def _name(self, site: Site, wanted: str) -> str:
        new = self._names.setdefault(site.function, set())
        line = getattr(site.function, "lineno", 0)
        self.draft.claims.add(f"{wanted} in {site.module.path}:{line}")  # another fix would call its own by that name
        name = numbered(wanted, names_around(site) | new)
        new.add(name)
        return name
