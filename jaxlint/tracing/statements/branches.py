"""if, assert, match."""

from __future__ import annotations

import _ast

from jaxlint.tracing.environment import Frame, join_variables
from jaxlint.tracing.evaluate import evaluate
from jaxlint.tracing.execute import EXECUTORS, execute_block
from jaxlint.tracing.facts import truth
from jaxlint.tracing.guards import guarded_names, silent_branch
from jaxlint.tracing.interpreter import fork
from jaxlint.tracing.refusals import EVERYTHING
from jaxlint.tracing.uses import Fork
from jaxlint.tracing.value import UNKNOWN, Const, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def if_statement(frame: Frame, node: _ast.If) -> bool:
    construct = "elif" if _is_elif(frame, node) else "if"
    known = truth(frame, node.test, evaluate(frame, node.test), node, construct)
    if known is not None:
        return execute_block(frame, node.body if known else node.orelse)
    guarded = guarded_names(frame, node.test)
    silent = silent_branch(frame, node.test)
    was_catching = frame.catching

    def branch(body: list[_ast.stmt], outcome: bool) -> bool:
        for name in guarded:
            frame.variables[name] = UNKNOWN
        frame.catching = EVERYTHING if silent is outcome else was_catching
        alive = execute_block(frame, body)
        frame.catching = was_catching
        return alive

    return either(frame, node, lambda: branch(node.body, True), lambda: branch(node.orelse, False))


def _is_elif(frame: Frame, node: _ast.If) -> bool:
    """``elif`` stands where its parent's else would; told apart by the source text."""
    line = frame.module.source.line(node.lineno)
    return line.lstrip().startswith("elif")


def either(frame: Frame, node: _ast.AST, *branches: Callable[[], bool]) -> bool:
    """Run branches side by side and join what they leave; False where none comes back."""
    before, keys = fork(frame), Fork(frame, node)
    after: dict[str, Value] | None = None
    frame.branches += 1
    for arm, branch in enumerate(branches):
        frame.variables = dict(before)
        keys.enter(arm)
        alive = branch()
        keys.leave(alive)
        if alive:
            after = join_variables(after, frame.variables)
    frame.branches -= 1
    keys.close()
    frame.variables = before if after is None else after
    return after is not None


def assertion(frame: Frame, node: _ast.Assert) -> bool:
    known = truth(frame, node.test, evaluate(frame, node.test), node, "assert")
    return known is not False


def match_statement(frame: Frame, node: _ast.Match) -> bool:
    subject = evaluate(frame, node.subject)
    for case in node.cases:
        if _compares(case.pattern):
            truth(frame, case.pattern, subject, node, "match")
            break
    chosen = _chosen(subject, node.cases)
    if chosen is not None:
        return execute_block(frame, chosen.body)
    branches = [lambda case=case: _case(frame, case) for case in node.cases]
    exhaustive = any(_is_wildcard(case) for case in node.cases)
    return either(frame, node, *branches, *([] if exhaustive else [lambda: True]))


def _chosen(subject: Value, cases: list[_ast.match_case]) -> _ast.match_case | None:
    """The case of a known constant, where every case before it is decided as well."""
    if not isinstance(subject, Const):
        return None
    for case in cases:
        pattern = case.pattern
        if case.guard is not None:
            return None
        if isinstance(pattern, _ast.MatchAs) and pattern.pattern is None and pattern.name is None:
            return case
        if isinstance(pattern, _ast.MatchSingleton):
            matches = subject.value is pattern.value
        elif isinstance(pattern, _ast.MatchValue) and isinstance(pattern.value, _ast.Constant):
            matches = subject.value == pattern.value.value
        elif isinstance(pattern, (_ast.MatchSequence, _ast.MatchMapping)):
            matches = False  # a number, a string and None are neither
        else:
            return None
        if matches:
            return case
    return None


def _case(frame: Frame, case: _ast.match_case) -> bool:
    for name in _captured(case.pattern):
        frame.bind(name, UNKNOWN)
    if case.guard is not None:
        truth(frame, case.guard, evaluate(frame, case.guard), case.guard, "if")
    return execute_block(frame, case.body)


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


EXECUTORS.update({_ast.If: if_statement, _ast.Assert: assertion, _ast.Match: match_statement})
