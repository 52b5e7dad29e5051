"""Findings in files that nobody asked for, and which of the asked files lead to them."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.diagnostic import Diagnostic
    from jaxlint.project.graph import Graph


def led_to(graph: Graph, paths: Iterable[str], findings: list[Diagnostic]) -> list[Diagnostic]:
    """The findings in files that the code of ``paths`` may run."""
    if not findings:
        return []
    reached = graph.reached(map(os.path.abspath, paths))
    return [one for one in findings if os.path.abspath(one.location.path) in reached]
