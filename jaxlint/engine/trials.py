"""Which fixes of a run are tried alone, and on which of its files."""

from __future__ import annotations

import os

from jaxlint.codemods.idle_names import idle
from jaxlint.diagnostic import SUGGESTION
from jaxlint.engine.alone import UNTRIED, Trials, key
from jaxlint.engine.judge import Found
from jaxlint.text.edit import apply_edits
from jaxlint.text.moved import composed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.select import Selection, SelectionByFile
    from jaxlint.text.edit import Edit
    from jaxlint.text.source import Source
    from jaxlint.tracing.program import Program

    Sources = dict[str, Source]

# Where a name is all that is asked for, a fix leaves nothing.
_OF_NAMES = frozenset(["name-used", "parameter-used", "private-name"])
# Characters traced for it in a run, beside as many as it has itself; fixes that are not reached are not offered.
_MOST = 4_000_000
# And statements run for it, as little text may lead to much work: so many, and one for so many characters.
_MOST_STEPS, _TEXT_OF_STEP = 100_000, 10
# Characters traced again for fixes of what only their callers show, and how often all files are in any case.
_WHOLE, _TWICE = 2_000_000, 2


def settle(
    diagnostics: list[Diagnostic],
    sources: Sources,
    selection: Selection | SelectionByFile,
    trace: Callable[[Sources], Program | None],
    leading_to: Callable[[list[str]], set[str]],
) -> set[str]:
    """Fixes that stay half are completed, or taken back; gives the files of those that rest on all files.

    ``leading_to``: absolute paths of files, and of those whose code may run that of these.
    """
    everything = selection.everything
    untried = {rule.code for rule in everything.rules if set(rule.events) <= _OF_NAMES}
    tried = [item for item in diagnostics if item.code not in untried and _is_applied(item)]
    truths = frozenset(rule.code for rule in everything.rules if "truth-test" in rule.events)
    may_mend = frozenset(rule.code for rule in selection.rules if selection.may_fix(rule))

    size = sum(len(source.text) for source in sources.values())
    left, steps = _MOST + size, _MOST_STEPS + size // _TEXT_OF_STEP

    def lint(texts: Sources) -> Found | None:
        nonlocal left, steps
        left -= sum(len(source.text) for source in texts.values())
        program = trace(texts) if left > 0 and steps > 0 else None
        if program is None:
            return None
        steps -= program.steps
        return Found(program, everything, texts)

    judged = {rule.code for rule in everything.rules}
    elsewhere: list[Diagnostic] = []
    for paths, group in _groups(tried, sources, leading_to).items():
        texts = {path: source for path, source in sources.items() if path in paths}
        before = diagnostics
        if len(texts) < len(sources) or not selection.covers(everything):
            found = lint(texts)
            before = [] if found is None else found.verdict.diagnostics
        known = set(map(key, before))
        here = [item for item in group if key(item) in known or item.code not in judged]
        Trials(texts, lint, may_mend, truths).settle(before, here)
        elsewhere += [item for item in group if item not in here]
    if elsewhere:  # found from files that have no part in it
        left = min(left, max(_WHOLE, _TWICE * sum(len(source.text) for source in sources.values())))
        Trials(sources, lint, may_mend, truths).settle(diagnostics, elsewhere)
    is_too_much = any(item.no_fix == UNTRIED for item in tried)
    return {item.location.path for item in (tried if is_too_much else elsewhere)}


def tidy(diagnostics: list[Diagnostic], sources: Sources) -> None:
    """Fixes as they are made alone: without imports and local names that have lost their use."""
    for fix in [item.fix for item in diagnostics if item.fix is not None]:
        fix.alone = {path: _tidied(sources[path], edits) for path, edits in fix.edits.items()}


def _tidied(source: Source, edits: list[Edit]) -> list[Edit]:
    after = apply_edits(source.text, edits)
    gone = idle(source, after, edits)
    return composed(source.text, edits, gone) if gone else edits


def _is_applied(item: Diagnostic) -> bool:
    return item.fix is not None and item.fix.applicability != SUGGESTION


def _groups(
    tried: list[Diagnostic], sources: Sources, leading_to: Callable[[list[str]], set[str]]
) -> dict[frozenset[str], list[Diagnostic]]:
    """Findings by the files that tell of them: theirs, those of their origins and fixes, and what runs a fix's code."""
    groups: dict[str, tuple[set[str], list[Diagnostic]]] = {}
    for item in tried:
        paths, members = groups.setdefault(item.location.path, ({item.location.path}, []))
        paths |= {step.location.path for step in item.related if step.location is not None} & sources.keys()
        paths |= set(item.fix.edits if item.fix is not None else ())
        members.append(item)
    joined: dict[frozenset[str], list[Diagnostic]] = {}
    for paths, members in groups.values():
        edited = {path for item in members if item.fix is not None for path in item.fix.edits}
        led = leading_to(sorted(edited))
        paths |= {path for path in sources if os.path.abspath(path) in led}
        joined.setdefault(frozenset(paths & sources.keys()), []).extend(members)
    return joined
