"""A key for each turn of a comprehension."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_plain
from jaxlint.codemods.recipes.analysis.proof import is_array
from jaxlint.codemods.recipes.analysis.ranges import range_of
from jaxlint.codemods.recipes.wording.fresh_names import names_below, numbered
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.record import Record
from jaxlint.syntax.binders import COMPREHENSIONS
from jaxlint.tracing.values.value import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.wording.draft import Page
    from jaxlint.codemods.site import Site


class Repeated(Record):
    """The comprehension around a need: one generator, no condition."""

    site: Site
    node: ast.AST
    generator: ast.comprehension

    @staticmethod
    def around(site: Site, node: ast.AST) -> Repeated | None:
        """None where there is none, or one whose turns can't be told apart."""
        parents = site.module.parents
        below, current = node, parents.get(node)
        while current is not None and not isinstance(current, (ast.stmt, ast.Lambda)):
            if isinstance(current, COMPREHENSIONS) and not isinstance(below, ast.comprehension):
                alone = len(current.generators) == 1 and not current.generators[0].is_async
                if not alone or isinstance(current, ast.GeneratorExp):
                    return None
                return Repeated(site, current, current.generators[0])
            below, current = current, parents.get(current)
        return None

    def key_of_turn(self, page: Page, key: str) -> str:
        """The expression for the key inside; changes the generator where that is needed."""
        random = page.site.name_of("jax.random")
        index = self._index()
        if index is not None:
            return f"{random}.fold_in({key}, {index})"
        length = self._length()
        taken = names_below(self.site.function or self.site.module.tree)
        if length is None:
            number = numbered("i", taken)
            self._beside(page, number, "enumerate(")
            return f"{random}.fold_in({key}, {number})"
        each, keys = numbered("each_key", taken), f"{random}.split({key}, {length})"
        if self._is_unused(self.generator.target) and self._range() is not None:
            page.replace(self.generator.target, each)
            page.replace(self.generator.iter, keys)
        else:
            self._beside(page, each, f"zip({keys}, ")
        return each

    def _beside(self, page: Page, name: str, head: str) -> None:
        """One more name for each turn."""
        target, iterable = self.generator.target, self.generator.iter
        inner = self.site.text(target)
        enclosed = isinstance(target, ast.Tuple) and not inner.startswith("(")
        page.replace(target, f"{name}, {f'({inner})' if enclosed else inner}")
        page.replace(iterable, f"{head}{self.site.text(iterable)})")

    def _range(self) -> ast.Call | None:
        call = self.generator.iter
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range":
            return call if 1 <= len(call.args) <= 2 and not call.keywords else None
        return None

    def _is_natural_range(self) -> bool:
        """``fold_in`` takes no number below zero."""
        call = self._range()
        return call is not None and (len(call.args) == 1 or range_of(self.site, call.args[0]).is_natural)

    def _is_unused(self, target: ast.expr) -> bool:
        names = {one.id for one in ast.walk(target) if isinstance(one, ast.Name)}
        read = {one.id for one in ast.walk(self.node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}
        return not names & read

    def _index(self) -> str | None:
        """A number that is another in each turn, and at hand."""
        target, call = self.generator.target, self.generator.iter
        if isinstance(target, ast.Name) and self._is_natural_range() and not self._is_unused(target):
            return target.id
        counted = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "enumerate"
        if counted and isinstance(target, ast.Tuple) and target.elts and isinstance(target.elts[0], ast.Name):
            return target.elts[0].id
        return None

    def _length(self) -> str | None:
        call = self._range()
        if call is not None:
            if len(call.args) == 1:
                return self.site.text(call.args[0])
            low, high = call.args
            return quote(self.site, "{} - {}", high, low)
        iterable = self.generator.iter
        if isinstance(iterable, (ast.List, ast.Tuple)):
            starred = any(isinstance(one, ast.Starred) for one in iterable.elts)
            return None if starred else str(len(iterable.elts))
        if is_plain(iterable) and (isinstance(self.site.value(iterable), Sequence) or is_array(self.site, iterable)):
            return f"len({self.site.text(iterable)})"
        return None
