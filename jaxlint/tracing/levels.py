"""What a value inside a transform's body follows from outside of it.

vmap and grad alone trace only what follows from their arguments: a loop or a jitted function inside gives a tracer
where one of theirs goes in, as an argument or by what its body closes over.
"""

from __future__ import annotations

from jaxlint.tracing.context import GRAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.tracing.environment import Frame
    from jaxlint.tracing.origin import Origin
    from jaxlint.tracing.value import Traced


def following(origin: Origin, operands: Iterable[Traced]) -> Origin:
    """The origin of a value that follows from these operands, too."""
    if origin.around is not None:
        return origin
    without_derivative: Traced | None = None
    for value in operands:
        found = value if value.origin.level < origin.level else value.origin.around
        if found is None:
            continue
        if not value.origin.flat:
            return origin.having(found)
        without_derivative = without_derivative or found
    return origin if without_derivative is None else origin.having(without_derivative, flat=True)


def outside(frame: Frame, value: Traced) -> Traced | None:
    """The tracer that belongs to ``frame`` and that a value of a body run from there follows from."""
    origin = value.origin
    found: Traced | None = value
    while found is not None and found.origin.level > frame.level:
        found = found.origin.around
    if found is None or (origin.flat and (found.concrete or frame.context == GRAD)):
        return None
    return found
