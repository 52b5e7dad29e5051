"""One finding that can't be shown as it should be costs no other."""

from __future__ import annotations

from jaxlint.diagnostic import Diagnostic, internal_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from jaxlint.engine.request import Outcome
    from jaxlint.text.source import Source

    T = TypeVar("T")


def each(outcome: Outcome, show: Callable[[Diagnostic, dict[str, Source]], T]) -> list[T]:
    """All findings; where showing one fails it is shown bare, without the text around it, and a problem says so."""
    shown: list[T] = []
    for diagnostic in outcome.diagnostics:
        try:
            shown.append(show(diagnostic, outcome.spoken_of))
        except Exception as error:
            place = diagnostic.location
            outcome.problems.append(internal_error(place.path, "the report", error, place.line))
            shown.append(show(diagnostic.but(related=(), fix=None), {}))
    return shown
