"""What the tracer knows on one line: each name's verdict, and why."""

from __future__ import annotations

import _ast

from jaxlint.diagnostic import Problem
from jaxlint.discovery.read import read
from jaxlint.engine.cell_place import label
from jaxlint.engine.lint import assumed_by
from jaxlint.project.around import Around
from jaxlint.project.place import Places
from jaxlint.project.project import Project
from jaxlint.record import Record
from jaxlint.settings.nearest import Nearest
from jaxlint.syntax.nodes import walk
from jaxlint.syntax.parse import NotParsed
from jaxlint.tracing.program import known_of, withheld
from jaxlint.tracing.values.value import Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.syntax.module import Module
    from jaxlint.text.source import Source
    from jaxlint.tracing.program import Progress
    from jaxlint.tracing.shares.share import Share
    from jaxlint.tracing.values.origin import Origin


class Verdict(Record):
    """``text``: the expression as written; ``value``: None where the tracer never came by; ``is_set``: on this line.

    ``silent``: why nothing is reported of it.
    """

    text: str
    value: Value | None
    is_set: bool = False
    silent: str = ""

    @property
    def because(self) -> list[Origin]:
        """From the transform on; empty for what is not traced."""
        return self.value.origin.steps() if isinstance(self.value, Traced) else []


class Values:
    """What the tracer knows of each expression of a file, as the project around it uses it."""

    def __init__(self, module: Module, share: Share) -> None:
        self.module = module
        self.value_of: Callable[[_ast.AST], Value | None] = share.recorded.get
        self._silent = withheld(share)

    def _verdict(self, node: _ast.AST, is_set: bool = False) -> Verdict:
        text = " ".join(self.module.source.segment(node).split())
        return Verdict(text, self.value_of(node), is_set, self._silent.get(node, ""))

    def on_line(self, line: int) -> list[Verdict]:
        """Of the names, attributes and calls on a 1-based line."""
        found: dict[str, Verdict] = {}
        for node in sorted(_expressions(self.module.tree, line), key=_column):
            one = self._verdict(node, isinstance(getattr(node, "ctx", None), _ast.Store))
            known = found.get(one.text)
            if known is None or known.value is None or (known.is_set and not one.is_set):
                found[one.text] = one
        return list(found.values())

    def at(self, line: int, column: int) -> list[Verdict]:
        """Of the smallest expression over a 1-based column, if there is one.

        That of a call, not of the function, the module or the object whose name the call begins with; but a traced
        array speaks for itself wherever it stands.
        """
        source = self.module.source
        offset = source.starts[line - 1] + column - 1
        over = [node for node in _reaching(self.module.tree, line) if source.span(node).covers(offset)]
        over.sort(key=lambda node: len(source.segment(node)))
        for node, outer in zip(over, [*over, None][1:], strict=True):
            value = self.value_of(node)
            if outer is None or isinstance(value, Traced) or not _begins(node, outer):
                return [self._verdict(node)]
        return []


def verdicts(path: str, line: int, others: list[str], column: int | None = None) -> list[Verdict] | Problem:
    """Names, attributes and calls on a 1-based line of a file, as the project around it uses them.

    ``others``: further files, whose calls count; ``column``: of the value there alone.
    """
    sources: dict[str, Source] = {}
    for name in dict.fromkeys([path, *others]):
        source = read(name)
        if isinstance(source, Problem):
            return source
        sources[name] = source
    if not 1 <= line <= len(sources[path].starts):
        return Problem(path, f"the file has no line {line}")
    columns = len(sources[path].line(line))
    if column is not None and not 1 <= column <= columns:
        said = f"the line has no column {column}, only {columns}" if columns else "the line is empty"
        return Problem(label(path, sources[path], line), said)
    found = values(path, list(sources), sources, Places())
    if isinstance(found, Problem):
        return found
    return found.on_line(line) if column is None else found.at(line, column)


def values(
    path: str, run: list[str], given: dict[str, Source], places: Places, progress: Progress | None = None
) -> Values | Problem:
    """``run``: files whose calls count, this one among them; ``given``: their texts, and those of other files."""
    nearest = Nearest()
    settings = nearest.of_file(path)
    top = places.top(path)
    around = Around(top, places.files(top, nearest), given, memory=places.memory(top))
    project = Project(
        around.root, assumed_by(settings), settings.target_jax, around, lambda path: nearest.of_file(path).public_api
    )
    try:
        modules = [project.add(given[one]) for one in run]
    except NotParsed as error:
        return error.problem
    _add_users(project, around, run)
    return Values(modules[run.index(path)], known_of(project, project.run, progress))


def _add_users(project: Project, around: Around, paths: list[str]) -> None:
    """The files whose code may run that of these."""
    for full in around.reaching(paths):
        source = around.source(full)
        if source is not None and source.path not in paths:
            try:
                project.add(source)
            except NotParsed:
                continue


def _column(node: _ast.AST) -> tuple[int, int]:
    """Left to right, the smaller one first."""
    return node.col_offset, node.end_col_offset  # type: ignore[attr-defined]


def _expressions(tree: _ast.AST, line: int) -> list[_ast.AST]:
    kinds = (_ast.Name, _ast.Attribute, _ast.Call, _ast.Subscript, _ast.Compare)
    return [node for node in walk(tree) if isinstance(node, kinds) and node.lineno == line == node.end_lineno]


def _reaching(tree: _ast.AST, line: int) -> list[_ast.expr]:
    """All expressions that begin on a line or above it, and end there or below."""
    return [
        node for node in walk(tree) if isinstance(node, _ast.expr) and node.lineno <= line <= (node.end_lineno or 0)
    ]


def _begins(node: _ast.AST, outer: _ast.AST) -> bool:
    """Is it the function of a call, or what an attribute is read from?"""
    return (isinstance(outer, _ast.Call) and outer.func is node) or (
        isinstance(outer, _ast.Attribute) and outer.value is node
    )
