"""Statements of branches as terms; what straight code can't say is refused."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import names_in
from jaxlint.codemods.recipes.analysis.effects import is_computation
from jaxlint.codemods.recipes.analysis.proof import is_scalar, rank
from jaxlint.codemods.recipes.branches.choices import is_light
from jaxlint.codemods.recipes.branches.one_place import Written, written_by
from jaxlint.codemods.recipes.branches.ways import is_traced
from jaxlint.codemods.recipes.purity.homes import SEEN, home
from jaxlint.codemods.recipes.straight.joining import joined_at
from jaxlint.codemods.recipes.straight.terms import Asked, Chosen, Leaf, Name, Place, Result, Step
from jaxlint.dataflow.assignment import always_leaves
from jaxlint.tracing.value import Array, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.straight.terms import Item, Path
    from jaxlint.codemods.site import Site

_SEVERAL = "a branch assigns to several targets at once"


class Builder:
    """``kept``: the names that others read, or that are read before a branch binds them; ``bound``: those of them that
    a branch binds, which are arrays from then on."""

    def __init__(self, site: Site, kept: set[str], bound: set[str]) -> None:
        self.site = site
        self.kept = kept
        self.bound = bound

    def items(self, statements: list[ast.stmt], path: Path = ()) -> list[Item]:
        """Of a run of statements; ``path``: the tests that lead to it."""
        found: list[Item] = []
        for at, statement in enumerate(statements):
            if isinstance(statement, ast.Pass):
                continue
            if isinstance(statement, ast.If):
                found += self._branch(statement, statements[at + 1 :], path)
                if always_leaves(statement.body) or always_leaves(statement.orelse):
                    return found
                continue
            found += self._statement(statement, path)
        return found

    def _branch(self, node: ast.If, rest: list[ast.stmt], path: Path) -> list[Item]:
        """What follows is the end of the branch that does not return."""
        traced = is_traced(self.site, node.test) or not path or names_in(node.test) & self.bound
        if not traced or not self._may_be_asked(node.test):
            raise NoFix("a branch holds a test that is static")
        test = Asked(node.test)
        ends = zip(ends_of(node, rest), (True, False), strict=True)
        yes, no = (self.items(end, (*path, (test, holds))) for end, holds in ends)
        return [test, *joined_at(test, yes, no)]

    def _may_be_asked(self, test: ast.expr) -> bool:
        single = is_scalar(self.site, test) or rank(self.site, test) is None
        return single and is_computation(self.site, test)

    def _statement(self, statement: ast.stmt, path: Path) -> list[Item]:
        if isinstance(statement, ast.Return):
            return self._returned(statement.value)
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            return self._assigned(statement, statement.targets[0], statement.value, None, path)
        if isinstance(statement, ast.AugAssign):
            return self._assigned(statement, statement.target, statement.value, statement.op, path)
        if isinstance(statement, ast.AnnAssign) and statement.value is not None:
            return self._assigned(statement, statement.target, statement.value, None, path)
        raise NoFix("a branch contains a statement that assigns nothing")

    def _returned(self, value: ast.expr | None) -> list[Item]:
        if value is None:
            raise NoFix("one branch returns a value, but another returns nothing")
        parts = value.elts if isinstance(value, ast.Tuple) else [value]
        return [Chosen(Result(number), Leaf(self._light(part))) for number, part in enumerate(parts)]

    def _assigned(
        self, statement: ast.stmt, target: ast.expr, value: ast.expr, operator: ast.operator | None, path: Path
    ) -> list[Item]:
        if isinstance(target, ast.Subscript):
            return [self._placed(target, value, operator)]
        if not isinstance(target, ast.Name):
            raise NoFix(_SEVERAL)
        write = written_by(value) if operator is None else None
        if write is not None and write.base.id == target.id and write.is_plain(self.site):
            return [Chosen(Place(write, False), Leaf(self._light(write.value), None, write.method))]
        leaf = Leaf(self._light(value), operator, made=target if operator is not None else None)
        if target.id in self.kept:
            return [Chosen(Name(target.id), leaf)]
        return [Step(statement, target.id, leaf, path)]

    def _placed(self, target: ast.Subscript, value: ast.expr, operator: ast.operator | None) -> Item:
        """``x[i] = v``, into an array of JAX's whose name can be bound anew."""
        if not isinstance(target.value, ast.Name):
            raise NoFix(f"`{self.site.text(target)}` is written in a branch")
        held = self.site.value(target.value)
        ours = isinstance(held, Traced) or (isinstance(held, Array) and not held.numpy)
        write = Written(target.value, target.slice, "set", value)
        if not ours or home(self.site, target.value, True) != SEEN or not write.is_plain(self.site):
            raise NoFix(f"`{self.site.text(target)}` is written in a branch")
        return Chosen(Place(write, True), Leaf(self._light(value), operator))

    def _light(self, value: ast.expr) -> ast.expr:
        if not is_light(self.site, value) or not is_computation(self.site, value):
            raise NoFix("a branch is costly to compute")
        return value


def ends_of(node: ast.If, rest: list[ast.stmt]) -> list[list[ast.stmt]]:
    """The branches; where one returns, what follows is the end of the other."""
    arms = [node.body, node.orelse]
    leaves = [always_leaves(arm) for arm in arms]
    return [arm if over else [*arm, *rest] for arm, over in zip(arms, leaves, strict=True)] if any(leaves) else arms
