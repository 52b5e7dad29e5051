"""What the tracer says of each name on each line, by context, when it reads a whole project as a user has it read."""

from __future__ import annotations

import ast
import os
from collections import defaultdict
from typing import NamedTuple

from jaxlint.diagnostic import Problem
from jaxlint.discovery.patterns import Patterns
from jaxlint.discovery.read import read
from jaxlint.discovery.walk import discover
from jaxlint.project.project import Project
from jaxlint.settings.load import load
from jaxlint.settings.nearest import Nearest
from jaxlint.syntax.parse import NotParsed
from jaxlint.tracing.program import run
from jaxlint.tracing.running.context import Context
from jaxlint.tracing.running.interpreter import Interpreter
from jaxlint.tracing.values.value import Mapping, Sequence, Value
from tools.reality.places import Place, places

_MOST = 40  # different values of one expression in one context, and ways to one of them

Lines = tuple[str, int, int]  # of a call: path, first, last


class Claim(NamedTuple):
    """``ways``: the calls under way each time that the value came up, outermost first."""

    value: Value
    ways: list[tuple[Lines, ...]]


Claims = dict[tuple[str, Place, str], list[Claim]]


class _Recorder(Interpreter):
    """Keeps what each expression was in each context, without joining."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.values: dict[tuple[ast.AST, str], dict[object, Claim]] = defaultdict(dict)

    def see(self, node: ast.AST, value: Value, context: Context) -> None:
        super().see(node, value, context)
        if not isinstance(node, (ast.Name, ast.Attribute)):
            return
        found = self.values[node, context.stage]
        key = (repr(value), type(value))
        if key not in found and len(found) < _MOST:
            found[key] = Claim(_as_it_is(value), [])
        if key in found and len(found[key].ways) < _MOST:
            way = tuple(_lines(module.path, call) for module, _, call in context.calls if hasattr(call, "lineno"))
            if way not in found[key].ways:
                found[key].ways.append(way)


def _as_it_is(value: Value) -> Value:
    """A list or dict without what is added to it later on."""
    if type(value) is Sequence:
        items = None if value.items is None else [_as_it_is(item) for item in value.items]
        return Sequence(value.type, items, value.element)
    if isinstance(value, Mapping):
        known = None if value.items is None else {name: _as_it_is(item) for name, item in value.items.items()}
        return Mapping(known, value.element)
    return value


def _lines(path: str, call: ast.AST) -> Lines:
    first = call.lineno  # type: ignore[attr-defined]
    return path, first, getattr(call, "end_lineno", None) or first


def claims(root: str, everything: bool = False) -> Claims:
    """By path below ``root``, place and context.  ``everything``: with ``assume-traced = ["*"]``."""
    here = os.getcwd()
    os.chdir(root)
    try:
        return _claims(everything)
    finally:
        os.chdir(here)


def _claims(everything: bool) -> Claims:
    settings = load(os.curdir).settings
    assumed = ("*",) if everything else settings.assume_traced
    project = Project(settings.root, Patterns(settings.root, assumed).match if assumed else None, settings.target_jax)
    for path in discover([os.curdir], Nearest(settings)).files:
        source = read(path)
        if not isinstance(source, Problem):
            try:
                project.add(source)
            except NotParsed:
                pass
    recorder = _Recorder(project)
    run(recorder, sorted(project.modules))
    by_node: dict[ast.AST, list[tuple[str, Claim]]] = defaultdict(list)
    for (node, context), found in recorder.values.items():
        by_node[node].extend((context, claim) for claim in found.values())
    result: Claims = defaultdict(list)
    for path, module in project.modules.items():
        for place, node in places(module.tree):
            for context, claim in by_node.get(node, ()):
                result[path, place, context].append(claim)
    return result
