"""What is known of a selection on its way through functions, and what is written of it."""

from __future__ import annotations

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.keys.callers import call_sites
from jaxlint.codemods.recipes.masks.counting import count_level
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.flow import Flow
from jaxlint.codemods.recipes.masks.given import givens
from jaxlint.codemods.recipes.masks.selection import Selection
from jaxlint.codemods.recipes.masks.taken import Taken, taken_by
from jaxlint.codemods.recipes.wording.blame import line_of
from jaxlint.codemods.recipes.wording.draft import Draft
from jaxlint.codemods.recipes.wording.fresh_names import names_around, names_below, numbered
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.nodes import walk
from jaxlint.text.quoted import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from jaxlint.codemods.recipes.keys.callers import CallSite
    from jaxlint.codemods.recipes.masks.end import End
    from jaxlint.codemods.recipes.masks.flow import Leaves
    from jaxlint.codemods.recipes.masks.given import Given, Handed
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.site import Site
    from jaxlint.syntax.module import Module

_WRAPPERS = frozenset("jax.jit jax.pjit jax.checkpoint jax.remat functools.partial equinox.filter_jit".split())
_PLACED = ("in_shardings", "out_shardings", "in_axis_resources", "out_axis_resources")
_MOST = 20  # functions that hand it on


class Links:
    """``open``: functions whose callers get a mask; ``entered``: calls of functions that get one."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.home = site.module
        self.draft = Draft(site)
        self.open: list[tuple[Site, ast.FunctionDef, Handed]] = []
        self.seen: set[ast.AST] = set()
        self.takers: dict[ast.FunctionDef, tuple[str, dict[str, Layout]]] = {}  # the new parameter, and those masked
        self.entered: list[Taken] = []
        self.passed: set[ast.expr] = set()
        self.flows: list[Flow] = []
        self.ends: list[End] = []
        self.replaced: set[ast.AST] = set()
        self.names: dict[ast.AST | None, set[str]] = {}  # new ones, by the function that gets them

    def calls(self, module: Module, function: ast.FunctionDef) -> list[CallSite]:
        """All that call a function, which is met once."""
        if function in self.seen or len(self.seen) == _MOST:
            raise NoFix(f"masked arrays pass through `{function.name}` ({module.line_name(function)}) more than once")
        self.seen.add(function)
        try:
            sites = call_sites(self.site.at(module, function), module, function, _WRAPPERS, _PLACED)
        except NoFix as stop:
            known = stop.at is not None and stop.module is not None
            where = f" on {line_of(stop.module, stop.at, self.home)}" if known else ""  # type: ignore[arg-type]
            raise NoFix(f"`{function.name}`{where} is used in a way that jaxlint cannot follow") from None
        for one in sites:
            inside = module.function_of(one.call) if one.module is module else None
            if one.mapped or one.loop or inside in (function, *self.seen):
                quote = quoted(one.module.source.segment(one.call))
                raise NoFix(f"{quote} on {line_of(one.module, one.call, self.home)} is recursive or transformed")
        if not sites:
            raise NoFix(f"no call of `{function.name}` is known")
        return sites

    def flow(self, site: Site, leaves: Leaves, kin: Leaves) -> tuple[Flow, list[Given]]:
        """The flow, and what is handed out of the function, perhaps of the selection."""
        parts = givens(site.function)
        flow = Selection(site, leaves, kin, dict(parts), taken_by)
        given = list(dict.fromkeys(parts.values()))
        for one in given:
            one.operands = [item for item in one.items if item in flow.layouts]
        if any(count_level(site, count) is None for count in flow.counts):
            raise Escapes(next(count for count in flow.counts if count_level(site, count) is None))
        for end in flow.ends:
            if isinstance(end, Taken):
                end.operands = [one for one in end.arguments if one in flow.layouts]
                end.name = numbered("selected", names_below(end.function))
        return flow, given

    def keep(self, flow: Flow, given: list[Given]) -> None:
        """The flow is part of the fix."""
        self.flows.append(flow)
        self.ends += [end for end in flow.ends if end not in given]
        for end in flow.ends:
            if isinstance(end, Taken):
                self._give(end, end.parameters(flow))

    def _give(self, taken: Taken, found: dict[str, Layout]) -> None:
        """A call that the mask goes along with."""
        function = taken.function
        if function not in self.takers:
            self.takers[function] = (taken.name, found)
            self.entered.append(taken)
        known = self.takers[function][1]
        if known.keys() != found.keys() or not all(found[name].agrees(layout) for name, layout in known.items()):
            raise NoFix(f"calls of `{function.name}` ({taken.module.line_name(function)}) pass different masks")
        self.passed.add(taken.call)

    def write(self, site: Site, replacements: list[Replace]) -> None:
        """What one function becomes."""
        page = self.draft.page(site.module)
        for one in replacements:
            nodes = one.nodes if isinstance(one.nodes, list) else [one.nodes]
            below = {part for node in nodes for part in walk(node) if hasattr(part, "lineno")}  # others are shared
            if len(nodes) != 1 or below & self.replaced:
                raise NoFix(f"two masked arrays are combined on {line_of(site.module, nodes[0], self.home)}")
            self.replaced |= below
            page.replace(nodes[0], one.source)
        wanted = site.imports_of(Rewrite(UNSAFE, "", replacements))
        page.site.imports += [one for one in wanted if one not in page.site.imports]

    def name(self, site: Site, wanted: str) -> str:
        """A name that is new to the function, and to other fixes of it."""
        new = self.names.setdefault(site.function, set())
        line = getattr(site.function, "lineno", 0)
        self.draft.claims.add(f"{wanted} in {site.module.path}:{line}")  # another fix would call its own by that name
        name = numbered(wanted, names_around(site) | new)
        new.add(name)
        return name
