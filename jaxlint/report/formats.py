"""The formats that a report can have: one table.  Each is a file of this package, imported where it is asked for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View

# The name that users write, and the module whose ``render`` makes it.
FORMATS = {
    "text": "text",
    "full": "text",
    "concise": "concise",
    "grouped": "grouped",
    "json": "machine.json",
    "json-lines": "machine.json_lines",
    "github": "machine.github",
    "gitlab": "machine.gitlab",
    "sarif": "machine.sarif",
    "junit": "machine.junit",
    "rdjson": "machine.rdjson",
    "azure": "machine.azure",
    "pylint": "machine.pylint",
}

_OF_CELLS = ("text", "full", "concise", "grouped", "json", "json-lines")  # those that can name a cell of a notebook


def rendered(name: str, outcome: Outcome, view: View) -> str:
    """The report in a format of the table."""
    from importlib import import_module

    if name not in _OF_CELLS:
        from jaxlint.report.whole import whole

        outcome = whole(outcome)
    text: str = import_module(f"jaxlint.report.{FORMATS[name]}").render(outcome, view)
    return text
