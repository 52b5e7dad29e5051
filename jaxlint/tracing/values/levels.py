"""What a value inside a transform's body follows from outside of it.

vmap and grad alone trace only what follows from their arguments: a loop or a jitted function inside gives a tracer
where one of theirs goes in, as an argument or by what its body closes over.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.tracing.values.origin import Origin, Tracer


def following(origin: Origin, operands: Iterable[Tracer]) -> Origin:
    """The origin of a value that follows from these operands, too."""
    if origin.around is not None:
        return origin
    without_derivative: Tracer | None = None
    for value in operands:
        found = value if value.origin.level < origin.level else value.origin.around
        if found is None:
            continue
        if not value.origin.flat:
            return origin.having(found)
        without_derivative = without_derivative or found
    return origin if without_derivative is None else origin.having(without_derivative, flat=True)
