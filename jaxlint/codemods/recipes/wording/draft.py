"""Changes to several modules, gathered one by one, that become one fix."""

from __future__ import annotations

import ast

from jaxlint.codemods.insert import argument, line_above, parameter
from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.wording.wording import edited
from jaxlint.codemods.rewrite import Elsewhere, Insert, Replace, Rewrite
from jaxlint.diagnostic import Level
from jaxlint.syntax.binders import COMPREHENSIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.syntax.module import Module

_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return, ast.Assert, ast.Raise, ast.Delete)


class Page:
    """The changes to one module."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._replaced: dict[ast.AST, str] = {}
        self._above: dict[ast.stmt, list[str]] = {}
        self._inserted: list[Insert] = []

    def replace(self, node: ast.AST, text: str) -> None:
        self._replaced[node] = text

    def line(self, statement: ast.stmt, text: str) -> None:
        """A line above a statement."""
        self._above.setdefault(statement, []).append(text)

    def argument(self, call: ast.Call, text: str) -> None:
        self.insert(argument(self.site.module, call, text))

    def parameter(self, function: ast.AST, name: str) -> None:
        assert isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        self.insert(parameter(self.site.module, function, name))

    def insert(self, made: Insert | None) -> None:
        if made is None:
            raise NoFix("another argument cannot be added to a call or function")
        self._inserted.append(made)

    def changes(self) -> list[Replace | Insert]:
        """A statement that shares its line with others is replaced whole, together with the lines above it."""
        replaced, inserted = dict(self._replaced), list(self._inserted)
        made: list[Replace | Insert] = []
        for statement, lines in self._above.items():
            place = line_above(self.site.module, statement, "\n".join(lines))
            if place is None:
                made.append(Replace([statement], "\n".join([*lines, self._whole(statement, replaced, inserted)])))
            else:
                indent = place.source[: len(place.source) - len(place.source.lstrip())]
                made.append(Insert(place.at, place.source[:-1].replace("\n", f"\n{indent}") + "\n"))
        return [*made, *(_replace(node, text) for node, text in replaced.items()), *inserted]

    def _whole(self, statement: ast.stmt, replaced: dict[ast.AST, str], inserted: list[Insert]) -> str:
        """The changed text of a simple statement, whose changes are done with."""
        if not isinstance(statement, _SIMPLE):
            raise NoFix("a line cannot be inserted here")
        source = self.site.module.source
        span = source.span(statement)
        edits: list[tuple[int, int, str]] = []
        for node in [node for node in replaced if span.contains(source.span(node))]:
            inner, text = source.span(node), replaced.pop(node)
            loose = not isinstance(node, ast.stmt) and isinstance(ast.parse(text, mode="eval").body, ast.BinOp)
            edits.append((inner.start, inner.end, f"({text})" if loose else text))
        for one in [one for one in inserted if span.start <= one.at <= span.end]:
            inserted.remove(one)
            edits.append((one.at, one.at, one.source))
        return edited(source.text, span, edits)


def _replace(node: ast.AST, text: str) -> Replace:
    return Replace([node] if isinstance(node, ast.stmt) else node, text)


class Draft:
    """``claims``: see Rewrite."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._pages: dict[str, Page] = {}
        self.claims: set[str] = set()

    def page(self, module: Module) -> Page:
        if module.path not in self._pages:
            self._pages[module.path] = Page(self._site.at(module, None))
        return self._pages[module.path]

    def rewrite(self, site: Site, applicability: Level, summary: str) -> Rewrite:
        """The fix as the finding at ``site`` has it; raises NoFix."""
        own = self.page(site.module)
        others = [page for page in self._pages.values() if page is not own]
        elsewhere = [Elsewhere(page.site.module, page.changes(), page.site.imports) for page in others]
        return Rewrite(applicability, summary, own.changes(), list(own.site.imports), elsewhere, frozenset(self.claims))


def statement_before(module: Module, node: ast.AST) -> ast.stmt | None:
    """The statement above which a line runs once for each time that the node is evaluated, or more often."""
    while not isinstance(node, ast.stmt):
        parent = module.parents[node]
        if isinstance(parent, ast.Lambda) or (
            isinstance(parent, ast.comprehension) and not _is_first_iterable(module, parent, node)
        ):
            return None
        if isinstance(parent, COMPREHENSIONS) and not isinstance(node, ast.comprehension):
            return None
        if isinstance(parent, ast.While) or isinstance(node, ast.arguments):
            return None
        node = parent
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return None
    return above_elif(module, node)


def above_elif(module: Module, statement: ast.stmt) -> ast.stmt:
    """The ``if`` that an ``elif`` belongs to; any other statement itself."""
    while isinstance(statement, ast.If) and module.source.segment(statement).startswith("elif"):
        parent = module.parents[statement]
        assert isinstance(parent, ast.stmt)
        statement = parent
    return statement


def _is_first_iterable(module: Module, generator: ast.comprehension, node: ast.AST) -> bool:
    owner = module.parents[generator]
    return node is generator.iter and getattr(owner, "generators", [None])[0] is generator
