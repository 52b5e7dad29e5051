"""A fork as ``jnp.where``: one choice for each name."""

from __future__ import annotations

from jaxlint.codemods.recipes.analysis.proof import kind
from jaxlint.codemods.recipes.branches.ways import Arm, Fork, Given
from jaxlint.codemods.recipes.wording.lifting import argument
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.tracing.joining import aval_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


class _Select:
    """``jnp.where(test, yes, no)``; ``truths``: of booleans."""

    __slots__ = ("no", "test", "truths", "yes")

    def __init__(self, test: str, yes: _Term, no: _Term, truths: bool) -> None:
        self.test = test
        self.yes = yes
        self.no = no
        self.truths = truths


_Term = _Select | str


def chosen(site: Site, fork: Fork, place: int = 0, test: str | None = None) -> str:
    """The choice of one result as nested ``jnp.where``; ``test``: a name that holds the outermost test."""
    return fork.around(place, _said(site, _term(site, fork, place, test)))


def _term(site: Site, way: Fork | Arm, place: int, test: str | None = None) -> _Term:
    if isinstance(way, Arm):
        return _given(way, place).text
    text = test or argument(site, way.test)
    yes, no = _term(site, way.yes, place), _term(site, way.no, place)
    if yes == no:
        return yes
    asked = all(kind(site, one) == "b" for one in way.tests())  # of a number, ``|`` is another
    truths = asked and all(aval_of(_given(arm, place).value).kind == "b" for arm in way.arms())
    if asked and isinstance(no, _Select) and no.yes == yes:
        return _Select(quote(site, "{} | {}", text, no.test), yes, no.no, truths)
    return _Select(text, yes, no, truths)


def _given(arm: Arm, place: int) -> Given:
    return (arm.given or [])[place]


def _said(site: Site, term: _Term) -> str:
    if isinstance(term, str):
        return term
    return selected(site, term.test, _said(site, term.yes), _said(site, term.no), term.truths)


def selected(site: Site, test: str, yes: str, no: str, truths: bool) -> str:
    """``truths``: between booleans."""
    if truths and yes == "True":
        return test if no == "False" else quote(site, "{} | {}", no, test)
    if truths and yes == "False":
        return quote(site, "{} & ~{}", no, test)
    return f"{quote(site, 'jnp.where')}({test}, {yes}, {no})"
