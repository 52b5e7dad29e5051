"""Events to diagnostics: what the rules say, less what the user silenced, each thing said once, with its fix."""

from __future__ import annotations

import os

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.branches.caught import check_handlers
from jaxlint.codemods.site import Peers, Site
from jaxlint.diagnostic import Diagnostic, Fix, Location, Problem, Related, Severity, internal_error
from jaxlint.engine.caused import caused_in
from jaxlint.engine.trust import LEFT_OUT
from jaxlint.knowledge.releases import Target
from jaxlint.rules.quoting import shortened
from jaxlint.rules.supposed import is_supposed, suppositions
from jaxlint.syntax.directives import Directives, directives
from jaxlint.text.span import Span
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.values.origin import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable, Collection
    from typing import Any

    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.engine.select import Selection, SelectionByFile
    from jaxlint.rules.rule import Hazard, Rule
    from jaxlint.syntax.module import Module
    from jaxlint.text.source import Source
    from jaxlint.tracing.events.event import Event
    from jaxlint.tracing.program import Program

_NOT_PLACED = "the fix would lose a comment or a line"


class Verdict:
    """What is to be told of one program."""

    __slots__ = ("diagnostics", "directives", "problems")

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.directives: dict[str, Directives] = {}  # the comments that were asked, by path
        self.problems: list[Problem] = []


class _Finding:
    """A rule that called an event bad, and the span to mark."""

    __slots__ = ("event", "hazard", "node", "rule", "span")

    def __init__(self, rule: Rule, event: Event, hazard: Hazard) -> None:
        self.rule = rule
        self.event = event
        self.hazard = hazard
        self.node = _placed(event.module, hazard.node or event.node)
        self.span = event.module.source.span(self.node)


def judge(
    program: Program,
    selection: Selection | SelectionByFile,
    asked: Collection[str] | None = None,
    early: Callable[[Verdict], None] | None = None,
) -> Verdict:
    """A rule or a codemod that raises costs its own finding or fix, and nothing else.

    ``asked``: the files whose findings get fixes, with those that they cause elsewhere; None: all.  ``early``: told of
    the findings before they have fixes.
    """
    found = Found(program, selection)
    if early is not None:
        early(found.verdict)
    caused = set() if asked is None else set(map(id, caused_in(asked, found.verdict.diagnostics)))
    for at, diagnostic in enumerate(found.verdict.diagnostics):
        if asked is None or diagnostic.location.path in asked or id(diagnostic) in caused:
            found.mend(at)
    return found.verdict


class Found:
    """The findings of a program; their fixes are made when they are asked for."""

    __slots__ = ("_findings", "_fixes", "_selection", "verdict")

    def __init__(
        self, program: Program, selection: Selection | SelectionByFile, inside: Collection[str] | None = None
    ) -> None:
        """``inside``: the files that are spoken of; None: all."""
        self.verdict = Verdict()
        self._selection = selection
        self._findings: list[_Finding] = []
        found = _findings(program, selection, self.verdict)
        wanted = [one for one in found if inside is None or one.event.module.path in inside]
        audible = _audible(wanted, self.verdict)
        self._fixes = _Fixes(program, self.verdict, audible)
        for finding in audible:
            try:
                severity = selection.at(finding.event.module.path).severity(finding.rule)
                self.verdict.diagnostics.append(_diagnostic(finding, severity))
                self._findings.append(finding)
            except Exception as error:
                self.verdict.problems.append(_internal(finding.rule, finding.event, error))

    def mend(self, at: int) -> None:
        """Give the finding in this place its fix, or say why it has none."""
        diagnostic, finding = self.verdict.diagnostics[at], self._findings[at]
        if finding.rule.fix is not None and not self._selection.at(diagnostic.location.path).may_fix(finding.rule):
            diagnostic.no_fix = LEFT_OUT
            return
        diagnostic.fix, reason = self._fixes.fix(finding)
        if diagnostic.fix is None:
            diagnostic.no_fix = reason or finding.rule.unfixed


def _findings(program: Program, selection: Selection | SelectionByFile, verdict: Verdict) -> list[_Finding]:
    """One finding a rule and span: a node met in several contexts is told once."""
    listeners: dict[str, list[Rule]] = {}
    for rule in selection.rules:
        for kind in rule.events:
            listeners.setdefault(kind, []).append(rule)
    found: dict[tuple[str, str, Span], _Finding] = {}
    for event in program.events:
        for rule in listeners.get(event.kind, ()):
            if not selection.at(event.module.path).speaks_in(rule, event.module.path):
                continue
            try:
                hazard = rule.check(event)
                finding = None if hazard is None else _Finding(rule, event, hazard)
            except Exception as error:
                verdict.problems.append(_internal(rule, event, error))
                continue
            if finding is not None:
                found.setdefault((rule.code, event.module.path, finding.span), finding)
    return list(found.values())


def _audible(findings: list[_Finding], verdict: Verdict) -> list[_Finding]:
    """Without those that a comment silences; where the comments of a file can't be read, all are heard."""
    read = verdict.directives
    heard: list[_Finding] = []
    for finding in findings:
        module = finding.event.module
        if module.path not in read:
            try:
                read[module.path] = directives(module.source)
            except Exception as error:
                read[module.path] = Directives()
                verdict.problems.append(internal_error(module.path, "the reader of comments", error))
        if not read[module.path].hides(finding.rule.selectors(), _lines(module, finding)):
            heard.append(finding)
    return heard


def _lines(module: Module, finding: _Finding) -> set[int]:
    """The lines whose comments speak of a finding: where it starts and ends, and where its statement starts."""
    source = module.source
    lines = {source.position(finding.span.start)[0]}
    statement = module.statement_of(finding.node)
    if statement is not finding.node or not hasattr(statement, "body"):
        lines.add(source.position(finding.span.end)[0])  # but a directive in a body is not about its head
    if statement is not None:
        lines.add(statement.lineno)
    return lines


def _diagnostic(finding: _Finding, severity: str | None) -> Diagnostic:
    """``severity``: what the settings want it to be, if anything."""
    rule, source = finding.rule, finding.event.module.source
    location = locate(source, finding.span)
    severity = severity or finding.hazard.severity or _severity(rule, finding.event)
    because, message = _because(finding.event), finding.hazard.message
    return Diagnostic(rule.code, rule.name, severity, message, location, because, ways=rule.ways_out(finding.hazard))


def _severity(rule: Rule, event: Event) -> str:
    return Severity.WARNING if rule.severity == Severity.ERROR and is_supposed(event) else rule.severity


def _because(event: Event) -> tuple[Related, ...]:
    """The chain of origins, from the transform to the event, where that is the reason, and what the event tells."""
    origin = getattr(event.value, "origin", None)
    related: list[Related] = []
    steps = origin.steps() if origin is not None and event.by_origin else []
    for step in [*_with_calls(steps, event), *getattr(event, "related", ()), *suppositions(event)]:
        location = None
        if step.node is not None and not is_model(step.module):  # nobody but us has its file
            source = step.module.source
            location = locate(source, source.span(_placed(step.module, step.node)))
        related.append(Related(shortened(step.text), location))
    aim = getattr(event, "target", None)
    if isinstance(aim, Target):
        related.append(Related(f"`{os.path.basename(event.module.path)}` {aim.sentence()}", None))
    return tuple(related)


def _with_calls(steps: list[Origin], event: Event) -> list[Origin]:
    """The steps, and those calls on the way to the event that pass the value in a container, or not at all."""
    found, position = list(steps), len(steps)
    told = [step.node for step in steps]
    function = event.function
    for module, around, call in reversed(event.point.through if steps else ()):
        while position and _is_in(found[position - 1], function):
            position -= 1
        if call in told:
            position = told.index(call)
        elif function is not None and not is_model(module):
            found.insert(position, Origin(f"`{getattr(function, 'name', 'lambda')}` is called here", module, call))
        function = around
    return found


def _is_in(step: Origin, function: _ast.AST | None) -> bool:
    return step.node is not None and step.module.function_of(step.node) is function


def locate(source: Source, span: Span) -> Location:
    """Offsets to lines and columns."""
    return Location(source.path, *source.position(span.start), *source.position(span.end))


def _placed(module: Module, node: _ast.AST) -> _ast.AST:
    """The node itself where it has a position, else the nearest one around it that has."""
    while not hasattr(node, "lineno") and node in module.parents:
        node = module.parents[node]
    return node


class _Fixes:
    """Asks the rules for rewrites."""

    def __init__(self, program: Program, verdict: Verdict, findings: list[_Finding]) -> None:
        self._program = program
        self._verdict = verdict
        self._findings = findings
        self._peers: dict[str, Peers] = {}
        self._placed: dict[tuple[object, ...], Fix | None] = {}
        self._facts: dict[tuple[Any, ...], Any] = {}

    def fix(self, finding: _Finding) -> tuple[Fix | None, str | None]:
        """The fix, or None and the reason for it where a recipe gave one."""
        rule, event = finding.rule, finding.event
        if rule.fix is None:
            return None, None
        self._program.project.about = event.module.path
        try:
            site = Site(
                event.module, event.function, self._program.value, self._program, self._peers_of(rule), self._facts
            )
            rewrite = _asked(rule, event, site)
            if rewrite is None:
                return None, site.refusal
            rewrite.imports += [wanted for wanted in site.imports_of(rewrite) if wanted not in rewrite.imports]
            fix = self._place(event.module, rewrite)
            # What the tracer failed on, it may know too little of.
            known = fix is not None and not any(map(self._program.failed_in, fix.edits))
            return fix if known else None, _NOT_PLACED
        except Exception as error:
            self._verdict.problems.append(_internal(rule, event, error))
            return None, None
        finally:
            self._program.project.about = None

    def _place(self, module: Module, rewrite: Rewrite) -> Fix | None:
        """Once, however many findings it mends."""
        known = (module.path, rewrite.key())
        if known not in self._placed:
            from jaxlint.codemods.place import place  # brings libcst, that only a file with fixes pays for

            self._placed[known] = place(module, rewrite)
        return self._placed[known]

    def _peers_of(self, rule: Rule) -> Peers:
        if rule.code not in self._peers:
            self._peers[rule.code] = Peers([one.event for one in self._findings if one.rule is rule])
        return self._peers[rule.code]


def _asked(rule: Rule, event: Event, site: Site) -> Rewrite | None:
    assert rule.fix is not None
    try:
        rewrite = rule.fix(event, site)
        if rewrite is not None:
            check_handlers(site)
        return rewrite
    except NoFix as stop:
        site.refuse(stop.reason)
        return None


def _internal(rule: Rule, event: Event, error: Exception) -> Problem:
    return internal_error(event.module.path, rule.code, error, getattr(event.node, "lineno", None))
