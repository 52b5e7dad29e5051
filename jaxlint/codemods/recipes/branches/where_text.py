"""A fork as ``jnp.where``: one choice for each name."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_plain, names_in
from jaxlint.codemods.recipes.branches.ways import Fork
from jaxlint.codemods.recipes.wording.fresh_names import local_name
from jaxlint.codemods.recipes.wording.lifting import argument
from jaxlint.codemods.recipes.wording.quote import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def where_statements(site: Site, node: ast.If, fork: Fork, names: list[str]) -> str:
    """A statement a name, or one for all where one name's new value is made of another's old one."""
    if len(names) == 1:
        return f"{names[0]} = {chosen(site, fork)}"
    held, lead = None, ""
    if not is_plain(fork.test) or names_in(fork.test) & set(names):
        held = local_name(site, "condition")
        lead = f"{held} = {argument(site, fork.test)}\n"
    if _are_apart(fork, names):
        return lead + "\n".join(f"{name} = {chosen(site, fork, place, held)}" for place, name in enumerate(names))
    texts = [chosen(site, fork, place, held) for place in range(len(names))]
    return f"{lead}{', '.join(names)} = {', '.join(texts)}"


def _are_apart(fork: Fork, names: list[str]) -> bool:
    """No value reads a name that was bound just before."""
    for place in range(1, len(names)):
        read = {name for test in fork.tests()[1:] for name in names_in(test)}
        for arm in fork.arms():
            one = (arm.given or [])[place]
            read |= names_in(one.node) if one.node is not None else {one.text}
        if read & set(names[:place]):
            return False
    return True


def chosen(site: Site, fork: Fork, place: int = 0, test: str | None = None) -> str:
    """The choice of one result as nested ``jnp.where``; ``test``: a name that holds the outermost test."""
    texts = [
        chosen(site, way, place) if isinstance(way, Fork) else (way.given or [])[place].text
        for way in (fork.yes, fork.no)
    ]
    return f"{quote(site, 'jnp.where')}({', '.join([test or argument(site, fork.test), *texts])})"
