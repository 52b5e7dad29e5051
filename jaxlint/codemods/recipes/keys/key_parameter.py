"""Traced functions that draw on the host get a PRNG key: the one they have, or one from all their callers in view."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.keys.draws import draw_text
from jaxlint.codemods.recipes.keys.key_flow import Flow
from jaxlint.codemods.recipes.keys.key_supply import Supply
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION, UNSAFE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from jaxlint.codemods.site import Site
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.effects import HostRandom

_SUMMARY = "use `jax.random` with a key from the callers; the numbers change"
_PLACEHOLDER = "use `jax.random` and add a `key` parameter; callers must pass a key"

_Function = tuple[str, ast.AST | None]


@recipe
def with_key(site: Site, event: HostRandom) -> Rewrite | None:
    """The fix of one draw, and with it of all that the same keys serve; else a suggestion."""
    if site.peers.memo is None:
        site.peers.memo = _Drawing(site)
    whole = site.peers.memo.fix(site, event)
    if whole is not None:
        return whole  # type: ignore[no-any-return]
    text = draw_text(site, event.node, event.callee, "key")
    if event.callee.endswith(".shuffle"):
        return None
    return Rewrite(SUGGESTION, _PLACEHOLDER, [Replace(event.node, text)])


def _has_form(site: Site, event: HostRandom) -> bool:
    """Does JAX draw it, too?"""
    try:
        return bool(draw_text(site.at(event.module, event.function), event.node, event.callee, "key"))
    except NoFix:
        return False


class _Drawing:
    """All functions with draws, put together where the keys of two come through the same function."""

    def __init__(self, site: Site) -> None:
        self._callee_of: dict[ast.AST, str] = {}
        self._draws: dict[_Function, list[ast.Call]] = {}
        self._modules: dict[str, Module] = {}
        for event in site.peers.events:
            self._modules[event.module.path] = event.module
            self._callee_of[event.node] = event.callee
            if isinstance(event.node, ast.Call) and _has_form(site, event):
                self._draws.setdefault((event.module.path, event.function), []).append(event.node)
        for function, calls in self._draws.items():  # of one draw inside another first the inner
            outer = {call for call in calls if any(one in calls for one in ast.walk(call) if one is not call)}
            self._draws[function] = [call for call in calls if call not in outer]
        self._group_of: dict[_Function, list[_Function]] = {}
        self._fixes: dict[tuple[str, tuple[_Function, ...]], Rewrite | None] = {}
        self._group(site)

    def fix(self, site: Site, event: HostRandom) -> Rewrite | None:
        group = self._group_of.get((event.module.path, event.function))
        if group is None or event.node not in self._draws[(event.module.path, event.function)]:
            return None
        for some in (tuple(group), ((event.module.path, event.function),)):
            made = self._made(site, some)
            if made is not None:
                return made
        return None

    def _made(self, site: Site, functions: tuple[_Function, ...]) -> Rewrite | None:
        """Once for all draws of one module that have it in common."""
        which = (site.module.path, functions)
        if which not in self._fixes:
            try:
                supply = Supply(self._flow(site, functions), self._callee_of)
                self._fixes[which] = supply.draft.rewrite(site, UNSAFE, _SUMMARY)
            except NoFix:
                self._fixes[which] = None
        return self._fixes[which]

    def _flow(self, site: Site, functions: Sequence[_Function]) -> Flow:
        flow = Flow(site)
        for path, function in functions:
            flow.draws_in(self._modules[path], function, self._draws[(path, function)])
        return flow

    def _group(self, site: Site) -> None:
        """Those whose keys meet; what has no way for its key is left out."""
        owner: dict[_Function, list[_Function]] = {}
        for one in sorted(self._draws, key=self._order):
            try:
                flow = self._flow(site, [one])
                Supply(flow, self._callee_of)
            except NoFix:
                continue
            group = [one]
            for met in {id(owner[holder]): owner[holder] for holder in flow.holders if holder in owner}.values():
                group += met
            for holder in {**flow.holders, **{key: None for key, old in owner.items() if old[0] in group}}:
                owner[holder] = group
            for member in group:
                self._group_of[member] = group

    def _order(self, one: _Function) -> tuple[str, int, int]:
        function = one[1]
        return (one[0], getattr(function, "lineno", 0), getattr(function, "col_offset", 0))
