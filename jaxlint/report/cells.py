"""An outcome as its reader wants it where notebooks are among the files: each cell is a text of its own."""

from __future__ import annotations

from jaxlint.diagnostic import Diagnostic, Fix, Location, Problem, Related
from jaxlint.discovery.read import Unread, is_notebook
from jaxlint.engine.request import Outcome
from jaxlint.notebook.cell_path import CellPath
from jaxlint.text.edit import Edit
from jaxlint.text.source import Source
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.notebook.notebook import Notebook, Part


def by_cell(outcome: Outcome) -> Outcome:
    """A new one, in which places in notebooks are places in cells."""
    notebooks = Cells(_notebooks({**outcome.sources, **outcome.spoken_of}))
    made = Outcome()
    for name in Outcome.__slots__:
        setattr(made, name, getattr(outcome, name))
    made.diagnostics = [notebooks.diagnostic(one) for one in outcome.diagnostics]
    made.problems = [notebooks.problem(one) for one in outcome.problems]
    made.texts = {**outcome.spoken_of, **notebooks.texts}
    before, after = Cells(_notebooks(outcome.before)), Cells(_notebooks(outcome.sources))
    for path in filter(is_notebook, outcome.changed()):
        made.before = {**made.before, path: outcome.sources[path], **before.of(path)}
        made.sources = {**made.sources, **after.of(path)}
    return made


def _notebooks(sources: dict[str, Source]) -> dict[str, Notebook]:
    from jaxlint.notebook.notebook import Notebook

    found = {}
    for path, source in sources.items():
        whole = source.now() if isinstance(source, Unread) and is_notebook(path) else source
        if isinstance(whole, Notebook):
            found[path] = whole
    return found


class Cells:
    """``notebooks``: by path; ``texts``: the cells that something was asked of."""

    def __init__(self, notebooks: dict[str, Notebook]) -> None:
        self._notebooks = notebooks
        self.texts: dict[str, Source] = {}

    def of(self, path: str) -> dict[str, Source]:
        """All cells of a notebook, by path."""
        cells = (self._cell(self._notebooks[path], part) for part in self._notebooks[path].parts)
        return {cell.path: cell for cell in cells}

    def diagnostic(self, item: Diagnostic) -> Diagnostic:
        location = self._location(item.location)
        related = tuple(
            Related(step.message, None if step.location is None else self._location(step.location))
            for step in item.related
        )
        fix = None if item.fix is None else self._fix(item.fix)
        return item.but(location=location, related=related, fix=fix)

    def problem(self, item: Problem) -> Problem:
        found = None if item.line is None else self._part(item.path, item.line)
        if found is None or item.line is None:
            return item
        part = found[1]
        return Problem(CellPath(item.path, part.number), item.message, max(1, item.line - part.first + 1))

    def _location(self, place: Location) -> Location:
        found = self._part(place.path, place.line)
        if found is None:
            return place
        notebook, part = found
        self._cell(notebook, part)
        up = part.first - 1
        path = CellPath(place.path, part.number)
        return Location(path, place.line - up, place.column, place.end_line - up, place.end_column)

    def _fix(self, fix: Fix) -> Fix:
        made = Fix(fix.applicability, fix.summary, self._edits(fix.edits), fix.claims)
        made.alone = self._edits(fix.alone)
        return made

    def _edits(self, edits: dict[str, list[Edit]]) -> dict[str, list[Edit]]:
        made: dict[str, list[Edit]] = {}
        for path, some in edits.items():
            for edit in some:
                place, moved = self._edit(path, edit)
                made.setdefault(place, []).append(moved)
        return made

    def _edit(self, path: str, edit: Edit) -> tuple[str, Edit]:
        notebook = self._notebooks.get(path)
        if notebook is None:
            return path, edit
        line, column = notebook.position(edit.span.start)
        end_line, end_column = notebook.position(edit.span.end)
        part = notebook.part(line)
        if part is None:
            return path, edit
        cell, up = self._cell(notebook, part), part.first - 1
        span = Span(cell.starts[line - up - 1] + column - 1, cell.starts[end_line - up - 1] + end_column - 1)
        return cell.path, Edit(span, edit.replacement)

    def _cell(self, notebook: Notebook, part: Part) -> Source:
        path = CellPath(notebook.path, part.number)
        if path not in self.texts:
            self.texts[path] = Source(path, notebook.shown(part))
        return self.texts[path]

    def _part(self, path: str, line: int) -> tuple[Notebook, Part] | None:
        notebook = self._notebooks.get(path)
        part = None if notebook is None else notebook.part(line)
        return None if notebook is None or part is None else (notebook, part)
