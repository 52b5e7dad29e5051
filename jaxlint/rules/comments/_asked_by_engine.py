"""No event tells of comments: ``engine/silencing.py`` finds them and mends them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.rules.rule import Hazard
    from jaxlint.tracing.events.event import Event


def check(event: Event) -> Hazard | None:
    return None


def fix(event: Event, site: Site) -> Rewrite | None:
    return None
