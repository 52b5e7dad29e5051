"""That there is no fix, and why."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from typing import Any, Concatenate, ParamSpec

    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.syntax.module import Module

    Given = ParamSpec("Given")
    Recipe = Callable[Concatenate[Site, Given], Rewrite | None]


class NoFix(Exception):
    """A recipe has no rewrite; ``reason``: what the user is told, "" where another recipe may know better.

    ``at``: the expression that stands in the way, where it is known; ``module``: where that is.
    """

    def __init__(self, reason: str = "", at: _ast.expr | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at: _ast.AST | None = at
        self.module: Module | None = None


def recipe(build: Recipe[Given]) -> Recipe[Given]:
    """A function of a site that may raise NoFix: it gives None then, and the next recipe has its turn."""

    def built(site: Site, *args: Given.args, **kwargs: Given.kwargs) -> Rewrite | None:
        try:
            return build(site, *args, **kwargs)
        except NoFix as stop:
            site.refuse(stop.reason)
            return None

    built.__name__, built.__doc__ = build.__name__, build.__doc__
    return built  # type: ignore[return-value]


def is_made(build: Callable[[Site, Any], Rewrite | None], site: Site, node: _ast.AST) -> bool:
    """Has a recipe a rewrite for a node?

    Asked once in all sites of a function: each answer may ask for others, and none stops this one by asking back.
    """
    asked = ("made", build, node, site.function, site.peers)
    if asked not in site.facts:
        site.facts[asked] = True, None
        there = site.at(site.module, site.function)
        site.facts[asked] = build(there, node) is not None, there.refusal
    made, refusal = site.facts[asked]
    site.refuse(refusal or "")
    return bool(made)
