"""One JSON object a line, one line a finding: the findings of ``json`` and nothing else."""

from __future__ import annotations

import json

from jaxlint.report.each import each
from jaxlint.report.machine.json import finding_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View


def render(outcome: Outcome, view: View) -> str:
    """What went wrong is told on standard error."""
    return "".join(f"{json.dumps(one)}\n" for one in each(outcome, finding_data))
