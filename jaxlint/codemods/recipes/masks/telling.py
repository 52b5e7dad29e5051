"""What a flow of masked values is replaced with: names, then the ends that they lead to."""

from __future__ import annotations

from functools import partial

from jaxlint.codemods.recipes.masks.counting import asked_of
from jaxlint.codemods.recipes.masks.named import pairs
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from jaxlint.codemods.recipes.masks.phrasing import Phrasing


def told_anew(phrasing: Phrasing, nans: dict[ast.expr, str | None]) -> list[Replace]:
    """Replacements for a whole flow: names first, then what they lead to; ends inside others ride with them."""
    flow = phrasing.flow
    for end in flow.ends:
        phrasing.nested[end.call] = partial(end.text, phrasing, nans.get(end.call))
    for count in flow.counts:
        node, text = asked_of(flow.site, count)
        phrasing.nested[node] = partial(_count, phrasing, text)
    replacements: list[Replace] = []
    for statement in dict.fromkeys(named.statement for named in flow.names):
        replacements += _named_anew(phrasing, statement)
    inside = {below for end in flow.ends for below in walk(end.call) if below is not end.call}
    inside |= {below for named in flow.names for below in walk(named.value)}
    inside |= {below for named in phrasing.inlined for below in walk(named.statement)}
    return replacements + [Replace(end, text()) for end, text in phrasing.nested.items() if end not in inside]


def _named_anew(phrasing: Phrasing, statement: ast.stmt) -> list[Replace]:
    """A statement that names masked values, without the names that are not needed any more."""
    said = {
        named.value: phrasing.zeroed(named.value) if named in phrasing.zeros else phrasing.say(named.value)
        for named in phrasing.flow.names
        if named.statement is statement and named not in phrasing.inlined
    }
    gone = [named for named in phrasing.inlined if named.statement is statement]
    if not gone:
        return [Replace(value, text) for value, text in said.items()]
    left = [pair for pair in pairs(phrasing.site, statement) if all(pair[0] is not one.target for one in gone)]
    names, values = [], []
    for target, value in left:
        names.append(phrasing.site.text(target))
        values.append(said.get(value) or phrasing.with_ends(value))
    return [Replace([statement], f"{', '.join(names)} = {', '.join(values)}" if left else "")]


def _count(phrasing: Phrasing, template: str) -> str:
    return quote(phrasing.site, template, phrasing.mask)
