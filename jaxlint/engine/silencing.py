"""Comments that silence nothing, or what there is not: found once the rules have spoken."""

from __future__ import annotations

from jaxlint.diagnostic import SAFE, UNSAFE, Diagnostic, Fix, Level, Location, internal_error
from jaxlint.engine.select import hint
from jaxlint.syntax.directives import Directive, Directives, Word, directives
from jaxlint.text.edit import Edit
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Problem
    from jaxlint.engine.select import Selection, SelectionByFile
    from jaxlint.rules.rule import Rule
    from jaxlint.text.source import Source

UNUSED, UNKNOWN, UNMET = "JAX001", "JAX002", "JAX003"
_OWN = (UNUSED, UNKNOWN, UNMET)
_ALL_RULES = ("ALL", "JAX")


def idle_comments(
    sources: dict[str, Source],
    read: dict[str, Directives],
    selection: Selection | SelectionByFile,
    in_part: set[str],
    problems: list[Problem],
) -> list[Diagnostic]:
    """``read``: what the judge has asked, by path; ``in_part``: files that were not analysed in full."""
    found: list[Diagnostic] = []
    for path, source in sources.items():
        try:
            own = selection.at(path)
            asked = {rule.code: rule for rule in own.rules if rule.code in _OWN}
            comments = read[path] if path in read else directives(source)
            file = _File(source, comments, own)
            if UNKNOWN in asked:
                found += file.unknown(asked[UNKNOWN])
            if path not in in_part:
                found += [one for code in (UNUSED, UNMET) if code in asked for one in file.unused(asked[code])]
        except Exception as error:
            problems.append(internal_error(path, "the reader of comments", error))
    return found


class _File:
    """The comments of one file, against the rules that ran on it."""

    def __init__(self, source: Source, comments: Directives, selection: Selection) -> None:
        self._source = source
        self._comments = comments
        self._selection = selection
        self._known = {word for rule in selection.registered for word in rule.selectors()}

    def unknown(self, rule: Rule) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        for one in self._comments.all:
            words = [word for word in one.words or () if self._is_unknown(word, one)]
            if words:
                listed = ", ".join(f"`{self._text(word.span)}`" for word in words)
                near = hint(words[0].selector, self._selection.registered) if len(words) == 1 else ""
                unknown = "unknown rule" if len(words) == 1 else "unknown rules"
                message = f"{unknown} {listed} in ignore comment{near}"
                found += self._told(rule, one, words, message, SAFE)
            elif one.words == []:
                found += self._told(rule, one, [], "the brackets of this ignore comment name no rule", SAFE)
        return found

    def unused(self, rule: Rule) -> list[Diagnostic]:
        """What was expected is told by a rule of its own."""
        found: list[Diagnostic] = []
        problem = "unmet expectation" if rule.code == UNMET else "unused ignore"
        for one in self._comments.all:
            if (one.kind == "expect") != (rule.code == UNMET):
                continue
            if one.words is None:
                if not one.used and one.kind != "noqa" and self._ran("ALL"):
                    found += self._told(rule, one, [], f"{problem}: no rule has a finding here", UNSAFE)
                continue
            words = [word for word in one.words if self._is_idle(word)]
            if words:
                listed = ", ".join(f"`{word.selector}`" for word in words)
                verb = "has" if len(words) == 1 else "have"
                found += self._told(rule, one, words, f"{problem}: {listed} {verb} no finding here", UNSAFE)
        return found

    def _is_unknown(self, word: Word, directive: Directive) -> bool:
        if word.selector in self._known:
            return False
        return directive.kind != "noqa" or (word.selector.startswith("JAX") and word.selector[3:].isdecimal())

    def _is_idle(self, word: Word) -> bool:
        return (
            not word.used and word.selector in self._known and not self._of_comments(word) and self._ran(word.selector)
        )

    def _of_comments(self, word: Word) -> bool:
        """It silences these rules, which speak only now."""
        return word.selector not in _ALL_RULES and word.selector in _selectors_of_comments(self._selection.registered)

    def _ran(self, selector: str) -> bool:
        """Did all rules run on the file that it means?  Advice, that is not asked for, does not count."""
        running = {rule.code for rule in self._selection.rules if self._selection.speaks_in(rule, self._source.path)}
        meant = [rule for rule in self._selection.registered if selector in rule.selectors()]
        narrow = len(meant) == 1
        return all(rule.code in running for rule in meant if narrow or rule.severity != "info")

    def _told(
        self, rule: Rule, directive: Directive, words: list[Word], message: str, level: Level
    ) -> list[Diagnostic]:
        """Nothing where a comment names the rule that tells of it."""
        line, _ = self._source.position(directive.span.start)
        own = set(rule.selectors()) - set(_ALL_RULES)
        named = [one for one in self._comments.all if one.words is not None]
        if any(one.silences(own, {line}) for one in named) or not self._selection.speaks_in(rule, self._source.path):
            return []
        span = words[0].span if len(words) == 1 else directive.span
        place = Location(self._source.path, *self._source.position(span.start), *self._source.position(span.end))
        severity = self._selection.severity(rule) or rule.severity
        fix = Fix(
            level, f"remove the {rule.name.replace('-', ' ')}", {self._source.path: [self._removal(directive, words)]}
        )
        return [Diagnostic(rule.code, rule.name, severity, message, place, (), fix, ways=rule.ways)]

    def _removal(self, directive: Directive, words: list[Word]) -> Edit:
        """Of the words, or of the whole directive where none is left; of its line where nothing is left there."""
        kept = [word for word in directive.words or () if word not in words]
        if kept and directive.words is not None:
            span = Span(directive.words[0].span.start, directive.words[-1].span.end)
            return Edit(span, ", ".join(self._text(word.span) for word in kept))
        text, start, end = self._source.text, directive.span.start, directive.span.end
        line, _ = self._source.position(start)
        first = self._source.starts[line - 1]
        last = first + len(self._source.line(line))
        after = text[end:last].lstrip()
        if after:  # another comment follows: it takes the place
            return Edit(Span(start, last - len(after)), "")
        before = text[first:start].rstrip()
        if before:
            return Edit(Span(first + len(before), last), "")
        below = self._source.starts[line] if line < len(self._source.starts) else last
        return Edit(Span(first, below), "")

    def _text(self, span: Span) -> str:
        return self._source.text[span.start : span.end]


def _selectors_of_comments(rules: list[Rule]) -> set[str]:
    return {word for rule in rules if rule.code in _OWN for word in rule.selectors()}
