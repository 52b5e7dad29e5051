"""The sentence for an old name or parameter."""

from __future__ import annotations

import re

from jaxlint.knowledge.history import example
from jaxlint.rules.quoting import short_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.knowledge.history import Story
    from jaxlint.tracing.events.libraries import NameUsed, ParameterUsed

_REPEATS = re.compile(r"\b(?:deprecated|removed)\b")


def what_became(event: NameUsed | ParameterUsed) -> str:
    """``jax.tree_map` was deprecated in JAX 0.4.26 and removed in 0.6.0: use `jax.tree.map``."""
    told = event.story
    if told.parameter:
        subject = f"parameter `{told.parameter}` of `{short_name(told.name)}`"
    else:
        subject = f"`{short_name(told.name)}`"
    return f"{subject} {_fate(told)}{_advice(told)}"


def _fate(told: Story) -> str:
    library = told.library_title
    if not told.removed:
        return f"has been deprecated since {library} {told.deprecated}"
    if told.deprecated:
        return f"was deprecated in {library} {told.deprecated} and removed in {told.removed}"
    return f"was removed in {library} {told.removed}"


def _advice(told: Story) -> str:
    if told.replacement and told.parameter:
        return f": use `{told.replacement}`"
    form = example(told.name)
    if form is not None:
        return f": use `{short_name(form)}`"
    if told.replacement:
        name = short_name(told.replacement)
        is_alike = told.same or told.fits or told.alike or told.mapping
        return f": use `{name}`" if is_alike else f": see `{name}` (not a drop-in replacement)"
    advice = _advice_in(told.message)
    return f": {advice}" if advice else ""


def _advice_in(message: str) -> str:
    """The first sentence of JAX's own that does not only repeat that the name is deprecated or removed."""
    for sentence in re.split(r"\. +", message):
        clause = re.sub(r"^\S+ is deprecated, |^Please |[ (]+$", "", sentence)
        if clause and not clause.endswith("...") and not _REPEATS.search(clause):
            return f"{clause[0].lower()}{clause[1:]}".replace("``", "`")
    return ""
