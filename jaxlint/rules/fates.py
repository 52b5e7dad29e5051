"""The sentence for an old name or parameter."""

from __future__ import annotations

from jaxlint.knowledge.history import example
from jaxlint.rules.quoting import short_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.knowledge.history import Story
    from jaxlint.tracing.event import NameUsed, ParameterUsed


def what_became(event: NameUsed | ParameterUsed) -> str:
    """``jax.tree_map` is deprecated since JAX 0.4.26 and was removed in 0.6.0: use `jax.tree.map``."""
    told = event.story
    if told.parameter:
        subject = f"parameter `{told.parameter}` of `{short_name(told.name)}`"
    else:
        subject = f"`{short_name(told.name)}`"
    return f"{subject} {_fate(told)}{_advice(told)}"


def _fate(told: Story) -> str:
    if told.removed and told.deprecated:
        return f"was deprecated in JAX {told.deprecated} and removed in {told.removed}"
    return f"was removed in JAX {told.removed}" if told.removed else f"is deprecated since JAX {told.deprecated}"


def _advice(told: Story) -> str:
    if told.replacement and told.parameter:
        return f": use `{told.replacement}`"
    form = example(told.name)
    if form is not None:
        return f": use `{form}`"
    if told.replacement:
        verb = "use" if told.same or told.fits or told.alike or told.mapping else "see"
        return f": {verb} `{short_name(told.replacement)}`"
    return f": {told.message[0].lower()}{told.message[1:]}" if told.message else ""
