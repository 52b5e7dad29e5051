"""Findings that stand in other files than those of a run, while a file of the run has a part in their reason."""

from __future__ import annotations

import os

from jaxlint.diagnostic import Related

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from jaxlint.diagnostic import Diagnostic


def caused_in(paths: Collection[str], findings: list[Diagnostic]) -> list[Diagnostic]:
    """The findings that stand in none of these files, and of whose reason a step does; each once."""
    own = set(map(os.path.abspath, paths))
    found = {}
    for one in findings:
        if os.path.abspath(one.location.path) not in own and not own.isdisjoint(steps_of(one)):
            found[one.code, one.location.sort_key()] = one
    return list(found.values())


def with_cause(finding: Diagnostic, named: Collection[str]) -> Diagnostic:
    """The finding, and a last step that says which of the named files causes it, and that its own is not named."""
    own = set(map(os.path.abspath, named))
    steps = [step.location for step in finding.related if step.location is not None]
    cause = next(step.path for step in steps if os.path.abspath(step.path) in own)
    said = f"caused by `{cause}`; `{finding.location.path}` is not one of the files of this run"
    return finding.but(related=(*finding.related, Related(said, None)))


def steps_of(finding: Diagnostic) -> set[str]:
    """The files, by absolute path, that the steps of its reason lie in."""
    return {os.path.abspath(step.location.path) for step in finding.related if step.location is not None}
