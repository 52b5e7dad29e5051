"""What a ``return`` in a loop of Python's gives, held under names while the later iterations run."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import body_of
from jaxlint.codemods.recipes.analysis.effects import is_computation, is_movable
from jaxlint.codemods.recipes.analysis.proof import kind
from jaxlint.codemods.recipes.branches.agreement import NEVER, agreement, is_leaf
from jaxlint.codemods.recipes.branches.doubled import is_tame
from jaxlint.codemods.recipes.branches.ways import elements_of
from jaxlint.codemods.recipes.wording.lifting import argument
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.dataflow.accesses import free
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.loops.loop_exits import Jumps
    from jaxlint.codemods.recipes.loops.loop_forms import Names
    from jaxlint.codemods.site import Site

_ENDLESS = (ast.Return, ast.While, ast.FunctionDef, ast.Try)  # or not sure to come to the end
_DIFFERS = "what is returned in the loop differs in structure or shape from what is returned after it"


class Results:
    """``after``: the ``return`` behind the loop; ``between``: what is computed for it in any case; ``reads``: the names
    that both read when the loop is over.

    ``names``: for each element of what is returned; "" for one that all of them give.
    """

    def __init__(self, site: Site, jumps: Jumps, new: Names) -> None:
        self._site = site
        body = body_of(site, jumps.loop)
        rest = body[body.index(jumps.loop) + 1 :]
        *self.between, after = rest or [jumps.loop]
        parts = [part for statement in self.between for part in walk(statement)]
        if not isinstance(after, ast.Return) or any(isinstance(part, _ENDLESS) for part in parts):
            raise NoFix("a branch returns from inside a Python loop")
        if not is_movable(site, self.between):
            raise NoFix("a branch returns from inside a Python loop, and what follows it has a side effect")
        self.after = after
        self.is_steep = not all(is_tame(site, part) for part in parts)
        self._values = elements_of(self.after.value)
        several = [elements_of(value) for value in jumps.results]
        if any(len(parts) != len(self._values) for parts in several):
            raise NoFix(_DIFFERS)
        columns = [[value, *others] for value, *others in zip(self._values, *several, strict=True)]
        if not all(self._agree(column) for column in columns):
            raise NoFix(_DIFFERS)
        self.names = tuple([new("result") if len(set(map(ast.dump, column))) > 1 else "" for column in columns])
        loop = jumps.loop
        targets = names_bound([loop.target]) if isinstance(loop, ast.For) else []
        self._changed = {*targets, *names_bound([*loop.body, *self.between]), *_written([*loop.body, *self.between])}
        pairs = zip(self.names, self._values, strict=True)
        late = [value for name, value in pairs if not name or not self._is_known_before(value)]
        self.reads = set().union(*map(free, late), *map(free, self.between))

    def _is_known_before(self, value: ast.expr) -> bool:
        return not self._changed & free(value) and is_computation(self._site, value)

    def _agree(self, parts: list[ast.expr]) -> bool:
        given = [self._site.value(one) for one in parts]
        return all(map(is_leaf, given)) and agreement(given) != NEVER

    @property
    def above(self) -> str:
        """The line before the loop: what follows it, or what takes any dtype and shape."""
        pairs = [(name, value) for name, value in zip(self.names, self._values, strict=True) if name]
        return f"{', '.join([name for name, _ in pairs])} = {', '.join([self._begun(value) for _, value in pairs])}"

    def below(self, flag: str) -> str:
        """The line after it; ``flag``: that a ``return`` was met."""
        pairs = zip(self.names, self._values, strict=True)
        return f"return {', '.join([self._given(flag, name, value) for name, value in pairs])}"

    def _given(self, flag: str, name: str, value: ast.expr) -> str:
        if not name or self._is_known_before(value):
            return name or argument(self._site, value)
        return quote(self._site, "jnp.where({}, {}, {})", flag, name, value)

    def _begun(self, value: ast.expr) -> str:
        if self._is_known_before(value):
            return argument(self._site, value)
        return "False" if kind(self._site, value) == "b" else "0"


def _written(statements: list[ast.stmt]) -> set[str]:
    """The names whose objects they may change: by a write in place, or a method called for no result."""
    parts = [part for statement in statements for part in walk(statement)]
    stores = [part for part in parts if not isinstance(getattr(part, "ctx", ast.Load()), ast.Load)]
    calls = [part.value for part in parts if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call)]
    return {name for part in (*stores, *calls) for name in free(part)}
