"""Disagreements by cause and by place, as Markdown; worst first."""

from __future__ import annotations

import json
from collections import Counter, defaultdict

from tools.reality.compare import TRACED, Comparison, Disagreement

_SHOWN = 60  # places of a cause
_SECTIONS = (
    ("Under a trace", False, False),
    ("Under a trace, unsure: other things that we say hold, or no test makes the calls", False, True),
    ("Eager", True, False),
)
_VERDICTS = ("agree", "unsure", "disagree", "unknown", "not run")


def figures(comparison: Comparison, contexts: tuple[str, ...] = TRACED) -> dict[str, int]:
    """How many names on lines got which verdict."""
    total = sum((comparison.tally.get(context, Counter()) for context in contexts), Counter[str]())
    return {verdict: total[verdict] for verdict in _VERDICTS}


def row(name: str, count: dict[str, int]) -> str:
    """One row of a table: shares of what was said, and of what was seen."""
    said, seen = count["agree"] + count["unsure"] + count["disagree"], sum(count.values())
    share = f"{100 * (said - count['disagree']) / said:.1f} %" if said else "-"
    unknown = f"{100 * count['unknown'] / seen:.0f} %" if seen else "-"
    absent = f"{100 * count['not run'] / seen:.0f} %" if seen else "-"
    return f"| {name} | {seen} | {said} | {count['disagree']} | {count['unsure']} | {share} | {unknown} | {absent} |"


HEAD = "| | seen | said | wrong | unsure | not wrong | unknown | not run |\n|---|---|---|---|---|---|---|---|"


def markdown(title: str, comparison: Comparison) -> str:
    """The whole page of one package."""
    lines = [f"# {title}", "", "Names on lines that ran under a trace.", "", HEAD]
    lines += [row(context, figures(comparison, (context,))) for context in TRACED]
    lines += [row("traced, together", figures(comparison)), row("eager", figures(comparison, ("eager",))), ""]
    for heading, eager, unsure in _SECTIONS:
        found = [one for one in comparison.disagreements if (one.context == "eager", one.unsure) == (eager, unsure)]
        lines += [f"## {heading}", "", *_causes(found)]
    return "\n".join(lines) + "\n"


def _causes(found: list[Disagreement]) -> list[str]:
    by_cause: dict[str, dict[tuple[str, str, str], list[Disagreement]]] = defaultdict(lambda: defaultdict(list))
    for one in found:
        by_cause[one.cause][one.path, one.place.scope.name, one.place.text].append(one)
    lines = []
    for cause, places in sorted(by_cause.items(), key=lambda item: (_severity(item[0]), -len(item[1]))):
        names = sum(len(group) for group in places.values())
        lines += [f"### We say {cause}: {len(places)} names, {names} lines", ""]
        ordered = sorted(places.values(), key=lambda group: (group[0].path, min(one.place.line for one in group)))
        lines += [_place(group) for group in ordered[:_SHOWN]]
        if len(ordered) > _SHOWN:
            lines.append(f"- ... and {len(ordered) - _SHOWN} more")
        lines.append("")
    return lines


def _severity(cause: str) -> int:
    """What makes false alarms first, then what makes us miss hazards."""
    if cause.startswith("traced") and not cause.endswith(("abstract", "a Ref")):
        return 0
    return 1 if cause.endswith("it is a tracer") else 2


def _place(group: list[Disagreement]) -> str:
    first = min(group, key=lambda one: one.place.line)
    more = f" (+{len(group) - 1})" if len(group) > 1 else ""
    why = f" -- {first.origin}" if first.origin else ""
    place = f"{first.path}:{first.place.line}"
    said = f"we say `{_short(first.claim)}`, it is `{_short(first.seen)}`"
    return f"- {place} `{first.place.text}` in `{first.place.scope.name}`{more}: {said} [{first.context}]{why}"


def _short(text: str) -> str:
    return text if len(text) <= 140 else text[:137] + "..."


def summary(title: str, comparison: Comparison) -> str:
    """What ``table`` puts together."""
    causes = Counter(one.cause for one in comparison.disagreements if one.context != "eager" and not one.unsure)
    both = {"traced": figures(comparison), "eager": figures(comparison, ("eager",))}
    return json.dumps({"title": title, **both, "causes": dict(causes.most_common())}, indent=1)


def table(summaries: list[str]) -> str:
    """All packages, and the causes over all of them."""
    rows = [json.loads(text) for text in summaries]
    rows.sort(key=lambda one: -one["traced"]["disagree"])
    total = {verdict: sum(one["traced"][verdict] for one in rows) for verdict in _VERDICTS}
    lines = [HEAD, *(row(one["title"], one["traced"]) for one in rows), row("**together**", total), ""]
    causes: Counter[str] = Counter()
    packages: Counter[str] = Counter()
    for one in rows:
        causes.update(one["causes"])
        packages.update(one["causes"].keys())
    lines += ["| we say | names on lines | packages |", "|---|---|---|"]
    lines += [f"| {cause} | {count} | {packages[cause]} |" for cause, count in causes.most_common(60)]
    return "\n".join(lines) + "\n"
