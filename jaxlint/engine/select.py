"""Which rules speak, and where: selectors from the settings and the command line, against the registry."""

from __future__ import annotations

import os

from jaxlint.diagnostic import SAFE, UNSAFE, Level, Problem, Severity
from jaxlint.engine.request import Request
from jaxlint.settings.model import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jaxlint.discovery.patterns import Patterns
    from jaxlint.rules.rule import Rule
    from jaxlint.settings.nearest import Nearest

_MOST_REPORTED = 20  # unknown rules, each of which is compared with all that there are


class Selection:
    """A selector is ``ALL``, a code, the start of one (``JAX1``), a group (``shapes``, ``keys``), or a rule's name.

    The settings speak first, then the command line.  Within one of them the more specific selector wins,
    and ``ignore`` wins over ``select`` where both are as specific.
    """

    def __init__(self, settings: Settings, request: Request, registry: Callable[[], list[Rule]] | None = None) -> None:
        self._settings = settings
        self._request = request
        self._registry = registry or _registry
        self._rules: list[Rule] | None = None
        self._running: frozenset[str] | None = None  # their codes
        self._ignored_in: dict[str, list[str]] = {}
        self._patterns: list[tuple[Patterns, tuple[str, ...]]] | None = None
        self.problems: list[Problem] = []
        if self._written() or self._of_fixes():
            self._check_selectors()

    @property
    def is_written(self) -> bool:
        """Where nobody wrote a selector, no advice is asked for."""
        return bool(self._written())

    @property
    def rules(self) -> list[Rule]:
        """The rules that run.  Imports them on first use, so a run that finds nothing never pays for them."""
        if self._rules is None:
            self._rules = [rule for rule in self._registry() if self._runs(rule)]
        return self._rules

    @property
    def registered(self) -> list[Rule]:
        """All rules that there are."""
        return self._registry()

    @property
    def everything(self) -> Selection:
        """All rules that find trouble, in all files, whatever is selected."""
        return Selection(Settings(self._settings.root), Request([]), self._registry)

    def covers(self, other: Selection) -> bool:
        """Does it let all rules of another speak in all files?"""
        return not self._settings.per_file_ignores and {rule.code for rule in other.rules} <= {
            rule.code for rule in self.rules
        }

    def at(self, path: str) -> Selection:
        """What holds for a file."""
        return self

    def speaks_in(self, rule: Rule, path: str) -> bool:
        """False where per-file-ignores leave the rule out of that file."""
        if self._running is None:
            self._running = frozenset(rule.code for rule in self.rules)
        if rule.code not in self._running:
            return False
        if not self._settings.per_file_ignores:
            return True
        if path not in self._ignored_in:
            self._ignored_in[path] = self._per_file(path)
        return rule.selectors().keys().isdisjoint(self._ignored_in[path])

    def severity(self, rule: Rule) -> str | None:
        """What the settings say of all its findings, the most specific selector first; None where they say nothing."""
        narrow = rule.selectors()
        said = [(narrow[selector], severity) for selector, severity in self._settings.severity if selector in narrow]
        return max(said, key=lambda one: one[0])[1] if said else None

    def may_fix(self, rule: Rule) -> bool:
        """What ``fixable`` and ``unfixable`` say, the command line after the settings, the narrower selector first."""
        may = True
        for layer in (self._settings, self._request):
            if layer.fixable is not None:
                may = False
            picked, left_out = _best(layer.fixable or (), rule), _best(layer.unfixable, rule)
            if picked > left_out:
                may = True
            elif left_out >= 0:
                may = False
        return may

    @property
    def speaks_of_fixes(self) -> bool:
        """Do the settings, or the command line, choose among the fixes?"""
        return bool(self._of_fixes())

    def level(self, rule: Rule, level: Level) -> Level:
        """What a fix of that level counts as."""
        safe, unsafe = (
            _best(words, rule) for words in (self._settings.extend_safe_fixes, self._settings.extend_unsafe_fixes)
        )
        if safe < 0 and unsafe < 0:
            return level
        return SAFE if safe > unsafe else UNSAFE

    def _runs(self, rule: Rule) -> bool:
        runs = rule.severity != Severity.INFO
        for layer in (self._settings, self._request):
            if layer.select is not None:
                runs = False
            picked = _best((*(layer.select or ()), *layer.extend_select), rule)
            left_out = _best(layer.ignore, rule)
            if picked > left_out:
                runs = True
            elif left_out >= 0:
                runs = False
        return runs

    def _per_file(self, path: str) -> list[str]:
        if self._patterns is None:
            from jaxlint.discovery.patterns import Patterns

            root = self._settings.root
            self._patterns = [(Patterns(root, [one]), rules) for one, rules in self._settings.per_file_ignores]
        full = os.path.abspath(path)
        return [selector for patterns, rules in self._patterns if patterns.match(full) for selector in rules]

    def _written(self) -> list[tuple[str, str, int | None]]:
        """Each selector with the place that it was written in."""
        settings, request = self._settings, self._request
        in_file = [*(settings.select or ()), *settings.extend_select, *settings.ignore]
        in_file += [selector for _, selectors in settings.per_file_ignores for selector in selectors]
        in_file += [selector for selector, _ in settings.severity]
        written = [(word, *settings.place_of(word)) for word in in_file]
        typed = {"--select": request.select or (), "--extend-select": request.extend_select, "--ignore": request.ignore}
        return written + [(word, option, None) for option, words in typed.items() for word in words]

    def _of_fixes(self) -> list[tuple[str, str, int | None]]:
        """The same of selectors that choose fixes."""
        settings, request = self._settings, self._request
        in_file = [*(settings.fixable or ()), *settings.unfixable]
        in_file += [*settings.extend_safe_fixes, *settings.extend_unsafe_fixes]
        typed = [(word, "--fixable", None) for word in request.fixable or ()]
        typed += [(word, "--unfixable", None) for word in request.unfixable]
        return [(word, *settings.place_of(word)) for word in in_file] + typed

    def _check_selectors(self) -> None:
        rules = self._registry()
        known = {word for rule in rules for word in rule.selectors()}
        written = dict.fromkeys([*self._written(), *self._of_fixes()])
        unknown = [one for one in written if one[0] not in known]
        for word, place, line in unknown[:_MOST_REPORTED]:
            self.problems.append(Problem(place, f"unknown rule {word!r}{hint(word, rules)}", line))
        for _, place, _ in unknown[_MOST_REPORTED : _MOST_REPORTED + 1]:
            self.problems.append(Problem(place, f"{len(unknown) - _MOST_REPORTED:,} more unknown rules"))


class SelectionByFile:
    """The same where files have settings of their own.  ``folders``: those of the files that were asked for."""

    def __init__(self, nearest: Nearest, request: Request, folders: Iterable[str]) -> None:
        self._nearest = nearest
        self._request = request
        self._by_settings: dict[Settings, Selection] = {}
        self._all = list(dict.fromkeys(self._of(nearest.of(folder).settings) for folder in folders))

    def at(self, path: str) -> Selection:
        return self._of(self._nearest.of_file(path))

    def _of(self, settings: Settings) -> Selection:
        if settings not in self._by_settings:
            self._by_settings[settings] = Selection(settings, self._request)
        return self._by_settings[settings]

    @property
    def problems(self) -> list[Problem]:
        return list({str(problem): problem for one in self._all for problem in one.problems}.values())

    def speaks_in(self, rule: Rule, path: str) -> bool:
        return self.at(path).speaks_in(rule, path)

    def may_fix(self, rule: Rule) -> bool:
        """In any file."""
        return any(one.may_fix(rule) for one in self._all)

    @property
    def is_written(self) -> bool:
        return any(one.is_written for one in self._all)

    @property
    def rules(self) -> list[Rule]:
        """Those that run in any file."""
        return list(dict.fromkeys(rule for one in self._all for rule in one.rules))

    @property
    def everything(self) -> Selection:
        return self._all[0].everything

    def covers(self, other: Selection) -> bool:
        return all(one.covers(other) for one in self._all)


def _best(selectors: tuple[str, ...], rule: Rule) -> int:
    narrow = rule.selectors()
    return max([narrow.get(selector, -1) for selector in selectors], default=-1)


def hint(word: str, rules: list[Rule]) -> str:
    """How a message ends that names an unknown rule: with a question, with what the word is, or with nothing more."""
    selectors = {selector for rule in rules for selector in rule.selectors()}
    for spelled in (word.upper(), word.lower()):
        if spelled in selectors:
            return f"; did you mean `{spelled}`?"
    if _is_of_another_tool(word):
        return ", a code of another tool: jaxlint's begin with JAX"
    return _nearest(word, [name for rule in rules for name in (rule.code, rule.name, rule.family, *rule.groups)])


def _is_of_another_tool(word: str) -> bool:
    """``E501``, ``PLR0913``, ``b9``; no slip in one of ours, as ``JX101`` and ``keys1`` are."""
    letters = word.rstrip("0123456789")
    if not letters.isalpha() or letters == word or len(letters) > (6 if word.isupper() else 3):
        return False
    return not letters.upper().startswith("JAX") and (len(letters) == 1 or not set(letters.upper()) <= set("JAX"))


def _nearest(word: str, known: list[str]) -> str:
    from difflib import get_close_matches

    upper = word.upper()
    if upper.startswith("JAX"):  # of codes, the first with the longest common start
        near = [max(known, key=lambda code: _differ_at(upper, code))]
        near = near if _differ_at(upper, near[0]) > len("JAX") else []
    else:
        near = get_close_matches(word, known, 1, 0.5)
    return f"; did you mean `{near[0]}`?" if near else ""


def _differ_at(left: str, right: str) -> int:
    return next((at for at, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), len(right))


def _registry() -> list[Rule]:
    from jaxlint.rules.registry import all_rules

    return all_rules()
