"""How messages quote code."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.event import Event

_LONGEST = 48


def quoted(event: Event, node: _ast.AST) -> str:
    """The source of a node on one line, in backticks; a long one is cut in the middle."""
    text = " ".join(event.module.source.segment(node).split())
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 12]} ... {text[-7:]}"
    return f"`{text}`"


def short_name(callee: str) -> str:
    """``jax.numpy.arange`` as users write it: ``jnp.arange``."""
    for dotted, alias in (("jax.numpy.", "jnp."), ("jax.Array.", "."), ("jax.", "jax."), ("numpy.", "np.")):
        if callee.startswith(dotted):
            return alias + callee.removeprefix(dotted)
    return callee.removeprefix("builtins.")
