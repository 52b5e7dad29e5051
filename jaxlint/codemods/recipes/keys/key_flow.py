"""Through which functions a key has to come, and where it begins."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import runs_after, uses
from jaxlint.codemods.recipes.analysis.proof import aval, callee
from jaxlint.codemods.recipes.keys.callers import CallSite, call_sites
from jaxlint.codemods.recipes.wording.draft import statement_before
from jaxlint.codemods.recipes.wording.fresh_names import names_below
from jaxlint.dataflow.order import loops_around
from jaxlint.dataflow.scopes import reads_of
from jaxlint.tracing.values.joining import static_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.syntax.module import Module

NAMES = ("key", "rng_key", "prng_key")
_MOST = 60  # functions that one key comes through
_DEEP = 20


class Holder:
    """A function (None: the module's own code) in which a key is needed, at ``needs``.

    ``source``: own, the key ``name`` is there; parameter, its callers pass it; turns, the loop that runs it gives
    one to each turn; fresh, it is made here.
    """

    __slots__ = ("draws", "function", "module", "name", "needs", "sites", "source")

    def __init__(self, module: Module, function: ast.AST | None) -> None:
        self.module = module
        self.function = function
        self.draws: list[ast.Call] = []
        self.needs: list[tuple[CallSite, Holder]] = []  # the calls here of functions that take a key
        self.sites: list[CallSite] = []
        self.source = ""
        self.name = NAMES[0]

    @property
    def scope(self) -> ast.AST:
        return self.function or self.module.tree

    def state(self) -> _State:
        return self.source, list(self.needs), self.sites


_State = tuple[str, list[tuple[CallSite, Holder]], list[CallSite]]


class Flow:
    """All holders of one key, or of several that meet; ``holders`` by module and function."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.holders: dict[tuple[str, ast.AST | None], Holder] = {}

    def holder(self, module: Module, function: ast.AST | None) -> Holder:
        found = self.holders.get((module.path, function))
        if found is None:
            found = self.holders[(module.path, function)] = Holder(module, function)
        return found

    def draws_in(self, module: Module, function: ast.AST | None, draws: list[ast.Call]) -> None:
        """Find the way of the key to these draws; raises NoFix."""
        root = self.holder(module, function)
        root.draws = draws
        self._settle(root)

    def _settle(self, holder: Holder) -> None:
        """Decide where the key of a function comes from, and of the callers that have to get one then."""
        if holder.source:
            return
        if len(self.holders) > _MOST:
            raise NoFix(f"a key would have to pass through more than {_MOST} functions")
        own = self.own_key(holder)
        if own is not None:
            holder.source, holder.name = "own", own
            return
        holder.name = next((name for name in NAMES if name not in names_below(holder.scope)), "")
        if not holder.name:
            raise NoFix(f"the names {', '.join([f'`{name}`' for name in NAMES])} are taken")
        bound = bool(holder.draws) or self._is_traced(holder)
        sites = self._sites(holder)
        before = {key: one.state() for key, one in self.holders.items()}
        try:
            if sites is None or (not bound and self._is_met_once(sites)):
                raise NoFix(f"not every call of `{getattr(holder.function, 'name', 'lambda')}` can pass a key")
            self._from_callers(holder, sites)
        except NoFix:
            if bound:
                raise
            self._back_to(before)
            holder.source = "fresh"

    def _is_met_once(self, sites: list[CallSite], depth: int = 0) -> bool:
        """One call on each way from where the key would be made: made in the function itself, it is as good."""
        if len(sites) != 1 or depth > _DEEP:
            return False
        caller = Holder(sites[0].module, sites[0].module.function_of(sites[0].call))
        if isinstance(caller.function, ast.Lambda):
            return True
        caller.needs = [(sites[0], caller)]
        if is_repeated(caller.module, sites[0].call) or self.own_key(caller) is not None:
            return False
        above = self._sites(caller)
        return above is None or self._is_met_once(above, depth + 1)

    def _from_callers(self, holder: Holder, sites: list[CallSite]) -> None:
        holder.source, holder.sites = "turns" if sites[0].loop else "parameter", sites
        callers = []
        for one in sites:
            caller = self.holder(one.module, one.module.function_of(one.call))
            caller.needs.append((one, holder))
            callers.append(caller)
        for caller in callers:
            self._settle(caller)

    def _back_to(self, states: dict[tuple[str, ast.AST | None], _State]) -> None:
        for key in [key for key in self.holders if key not in states]:
            del self.holders[key]
        for key, (source, needs, sites) in states.items():
            one = self.holders[key]
            one.source, one.needs, one.sites = source, list(needs), sites

    def _is_traced(self, holder: Holder) -> bool:
        """In it, a number made by Python would be a constant: so in what the function holds, too."""
        function = holder.function
        while function is not None:
            if self.site.is_traced(function):
                return True
            function = holder.module.function_of(function)
        return False

    def _sites(self, holder: Holder) -> list[CallSite] | None:
        """All calls, if there are any beside those in the function itself."""
        if holder.function is None:
            return None
        try:
            sites = call_sites(self.site, holder.module, holder.function)
        except NoFix:
            return None
        below = set(ast.walk(holder.function))
        outside = [one for one in sites if one.call not in below]
        if any(one.loop for one in sites) and len(sites) > 1:
            return None
        return sites if outside else None

    def own_key(self, holder: Holder) -> str | None:
        """A parameter that is a key, or a name bound above all that need one."""
        here = self.site.at(holder.module, holder.function)
        spec = getattr(holder.function, "args", None)
        given: list[str] = (
            [] if spec is None else [one.arg for one in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)]
        )
        absent = set() if spec is None else _may_be_none(spec)
        places = [*holder.draws, *(one.call for one, _ in holder.needs)]
        for name in dict.fromkeys([*NAMES, *given]):
            if name not in given:
                bound = [here.module.statement_of(one) for one in uses(here, name).bindings]
                plain = [one for one in bound if isinstance(one, (ast.Assign, ast.AnnAssign))]
                if name not in NAMES or not any(_is_above(here, one, places) for one in plain):
                    continue
            if name not in absent and _is_key(here, holder.scope, name):
                return name
        return None


def is_repeated(module: Module, node: ast.AST) -> bool:
    """Is it evaluated again and again while its function runs once?"""
    return statement_before(module, node) is None or bool(loops_around(module, node))


def _is_above(site: Site, statement: ast.stmt, places: list[ast.Call]) -> bool:
    return all(runs_after(site, place, statement) for place in places)


def _may_be_none(spec: ast.arguments) -> set[str]:
    """Parameters whose default is None."""
    positional = [*spec.posonlyargs, *spec.args]
    first = len(positional) - len(spec.defaults)
    pairs = zip([*positional[first:], *spec.kwonlyargs], [*spec.defaults, *spec.kw_defaults], strict=True)
    return {one.arg for one, default in pairs if isinstance(default, ast.Constant) and default.value is None}


def _is_key(site: Site, scope: ast.AST, name: str) -> bool:
    """By its name, unless it is used as something else; by its use, where a draw takes it."""
    drawn = False
    for node in reads_of(site.module, scope, name):
        parent = site.module.parents.get(node)
        value = site.value(node)
        if isinstance(parent, (ast.Subscript, ast.Compare, ast.BinOp, ast.JoinedStr, ast.For)):
            return False
        if static_type(value) not in (None, "NoneType", "object") or aval(site, node).kind in ("f", "b", "c"):
            return False
        drawn = drawn or (
            isinstance(parent, ast.Call) and node in parent.args[:1] and callee(site, parent).startswith("jax.random.")
        )
    return drawn or name in NAMES
