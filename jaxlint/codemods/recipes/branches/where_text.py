"""``jnp.where`` as source."""

from __future__ import annotations

from jaxlint.codemods.recipes.wording.quote import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def selected(site: Site, test: str, yes: str, no: str, truths: bool) -> str:
    """``truths``: between booleans."""
    if truths and (yes, no) == ("False", "True"):
        return quote(site, "~{}", test)
    if truths and yes == "True":
        return test if no == "False" else quote(site, "{} | {}", no, test)
    if truths and yes == "False":
        return quote(site, "{} & ~{}", no, test)
    return f"{quote(site, 'jnp.where')}({test}, {yes}, {no})"
