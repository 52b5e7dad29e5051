"""A place whose text is read as it will be, once what stands inside it has its new form."""

from __future__ import annotations

from jaxlint.codemods.recipes.wording.wording import spliced
from jaxlint.codemods.rewrite import Replace
from jaxlint.codemods.site import Site

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast


class Retold(Site):
    """``said``: expressions and what becomes of them."""

    def __init__(self, site: Site, said: dict[ast.AST, str]) -> None:
        self.__dict__.update(site.__dict__)
        self._said = said

    def text(self, node: ast.AST) -> str:
        if node in self._said:
            return self._said[node]
        whole = self.module.source.span(node)
        inside = [one for one in self._said if whole.contains(self.module.source.span(one))]
        parts: dict[ast.AST, str] = {one: self._said[one] for one in outermost(self, inside)}
        return spliced(self, node, parts)


def outermost(site: Site, nodes: list[ast.AST]) -> list[ast.AST]:
    """Those that are no part of another."""
    spans = {node: site.module.source.span(node) for node in nodes}
    return [
        node
        for node, own in spans.items()
        if not any(other is not own and other.contains(own) for other in spans.values())
    ]


def expressions(replaces: list[Replace]) -> dict[ast.AST, str]:
    return {one.nodes: one.source for one in replaces if not isinstance(one.nodes, list)}
