"""match: the case that is taken where the subject's structure is known."""

from __future__ import annotations

import _ast

from jaxlint.tracing.objects.instances import asks_for_tracers, is_instance
from jaxlint.tracing.operations.facts import truth
from jaxlint.tracing.questions.asking import ask, truth_of
from jaxlint.tracing.questions.narrowing import may_be_narrowed, of_class
from jaxlint.tracing.running.environment import Frame
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.execute import EXECUTORS, execute_block
from jaxlint.tracing.running.ways import Ways
from jaxlint.tracing.values.answers import NONE, STRONG, WEAK
from jaxlint.tracing.values.value import UNKNOWN, Const, Instance, Mapping, Sequence, Traced, Value

Bound = dict[str, Value]


def match_statement(frame: Frame, node: _ast.Match) -> bool:
    subject = evaluate(frame, node.subject)
    for case in node.cases:
        if _compares(case.pattern):
            truth(frame, case.pattern, subject, node, "match")
            break
    chosen = _chosen(frame, subject, node.cases)
    if chosen is not None:
        return execute_block(frame, chosen.body)
    left = [case for case in node.cases if _matches(frame, subject, case.pattern, {}) is not False]
    ways, is_open = Ways(frame, node), not isinstance(subject, Traced)
    for arm, (case, doubt) in enumerate(_doubted(frame, left)):
        doubt = max(doubt, WEAK if frame.condition.optional and is_open else NONE)
        ways.take(arm, lambda case=case: _case(frame, subject, node.subject, case), is_open, doubt)  # type: ignore[misc]
    if not any(_is_wildcard(case) for case in node.cases):
        ways.take(len(left), lambda: True, is_open)
    return ways.close()


def _doubted(frame: Frame, cases: list[_ast.match_case]) -> list[tuple[_ast.match_case, int]]:
    """Once ``case Tracer():`` was passed, what comes by is none."""
    found, doubt = [], 0
    for case in cases:
        asks = isinstance(case.pattern, _ast.MatchClass) and asks_for_tracers(evaluate(frame, case.pattern.cls))
        found.append((case, max(doubt, WEAK) if asks else doubt))
        doubt = STRONG if asks and case.guard is None else doubt
    return found


def _chosen(frame: Frame, subject: Value, cases: list[_ast.match_case]) -> _ast.match_case | None:
    """The case that is taken, what it captures bound; None where it or one before it is not decided."""
    for case in cases:
        bound: Bound = {}
        matches = _matches(frame, subject, case.pattern, bound)
        if matches is None or (matches and case.guard is not None):
            return None
        if matches:
            for name, value in bound.items():
                frame.bind(name, value)
            return case
    return None


def _matches(frame: Frame, subject: Value, pattern: _ast.pattern, bound: Bound) -> bool | None:
    if isinstance(pattern, _ast.MatchAs):
        inside = True if pattern.pattern is None else _matches(frame, subject, pattern.pattern, bound)
        if inside and pattern.name is not None:
            bound[pattern.name] = subject
        return inside
    if isinstance(pattern, _ast.MatchSingleton):
        return subject.value is pattern.value if isinstance(subject, Const) else None
    if isinstance(pattern, _ast.MatchValue):
        wanted = evaluate(frame, pattern.value)
        known = isinstance(subject, Const) and isinstance(wanted, Const)
        return bool(subject.value == wanted.value) if known else None  # type: ignore[attr-defined]
    if isinstance(pattern, _ast.MatchSequence):
        return _matches_sequence(frame, subject, pattern, bound)
    if isinstance(pattern, _ast.MatchClass):
        return _matches_class(frame, subject, pattern, bound)
    if isinstance(pattern, _ast.MatchMapping):
        return _matches_mapping(frame, subject, pattern, bound)
    if isinstance(pattern, _ast.MatchOr):
        answers = [_matches(frame, subject, one, bound) for one in pattern.patterns]
        return True if True in answers else (None if None in answers else False)
    return None


def _all(answers: list[bool | None]) -> bool | None:
    return False if False in answers else (None if None in answers else True)


def _matches_sequence(frame: Frame, subject: Value, pattern: _ast.MatchSequence, bound: Bound) -> bool | None:
    if isinstance(subject, (Const, Mapping)):
        return False  # a number, a string, None and a dict are none
    star = any(isinstance(one, _ast.MatchStar) for one in pattern.patterns)
    if not isinstance(subject, Sequence) or subject.type not in ("list", "tuple") or subject.items is None or star:
        return None
    if len(subject.items) != len(pattern.patterns):
        return False
    pairs = zip(subject.items, pattern.patterns, strict=True)
    return _all([_matches(frame, item, one, bound) for item, one in pairs])


def _matches_class(frame: Frame, subject: Value, pattern: _ast.MatchClass, bound: Bound) -> bool | None:
    """``Point(x=a)`` and ``Point(a, b)`` of a class in view."""
    cls = evaluate(frame, pattern.cls)
    known = is_instance(subject, cls)
    if known is False or (known and not pattern.patterns and not pattern.kwd_patterns):
        return known
    if not isinstance(subject, Instance) or subject.cls is not cls:
        return None
    names = [*(subject.cls.fields or [])[: len(pattern.patterns)], *pattern.kwd_attrs]
    patterns = [*pattern.patterns, *pattern.kwd_patterns]
    if len(names) != len(patterns) or any(name not in subject.attributes for name in names):
        return None
    pairs = zip(names, patterns, strict=True)
    return _all([_matches(frame, subject.attributes[name], one, bound) for name, one in pairs])


def _matches_mapping(frame: Frame, subject: Value, pattern: _ast.MatchMapping, bound: Bound) -> bool | None:
    if isinstance(subject, (Const, Sequence)):
        return False
    keys = [key.value if isinstance(key, _ast.Constant) else None for key in pattern.keys]
    if not isinstance(subject, Mapping) or subject.items is None or None in keys:
        return None
    if any(key not in subject.items for key in keys):
        return False
    if pattern.rest is not None:
        bound[pattern.rest] = Mapping({key: item for key, item in subject.items.items() if key not in keys})
    pairs = zip(keys, pattern.patterns, strict=True)
    return _all([_matches(frame, subject.items[key], one, bound) for key, one in pairs])


def _case(frame: Frame, subject: Value, asked: _ast.expr, case: _ast.match_case) -> bool:
    for name in _captured(case.pattern):
        frame.bind(name, UNKNOWN)
    _narrow(frame, subject, asked, case.pattern)
    if case.guard is not None:
        truth_of(frame, ask(frame, case.guard), case.guard, "if")
    return execute_block(frame, case.body)


def _narrow(frame: Frame, subject: Value, asked: _ast.expr, pattern: _ast.pattern) -> None:
    """``case Solver() as solver:`` says of which class both names are."""
    names = [asked.id] if isinstance(asked, _ast.Name) else []
    if isinstance(pattern, _ast.MatchAs) and pattern.pattern is not None:
        names += [pattern.name] if pattern.name else []
        pattern = pattern.pattern
    if isinstance(pattern, _ast.MatchClass) and may_be_narrowed(subject):
        narrowed = of_class(frame, subject, evaluate(frame, pattern.cls))
        frame.variables.update({name: narrowed for name in names if name in frame.variables})


def _compares(pattern: _ast.AST) -> bool:
    if isinstance(pattern, _ast.MatchValue):
        return isinstance(pattern.value, (_ast.Constant, _ast.UnaryOp)) and not (
            isinstance(pattern.value, _ast.Constant) and isinstance(pattern.value.value, str)
        )
    return isinstance(pattern, _ast.MatchOr) and any(map(_compares, pattern.patterns))


def _is_wildcard(case: _ast.match_case) -> bool:
    return isinstance(case.pattern, _ast.MatchAs) and case.pattern.pattern is None and case.guard is None


def _captured(pattern: _ast.AST) -> list[str]:
    names = []
    stack = [pattern]
    while stack:
        current = stack.pop()
        for field in ("name", "rest"):
            name = getattr(current, field, None)
            if isinstance(name, str):
                names.append(name)
        stack.extend(getattr(current, "patterns", []))
        stack.extend(getattr(current, "kwd_patterns", []))
        inner = getattr(current, "pattern", None)
        if inner is not None:
            stack.append(inner)
    return names


EXECUTORS[_ast.Match] = match_statement
