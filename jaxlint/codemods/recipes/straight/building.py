"""Statements of branches as terms; what straight code can't say is refused."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import names_in
from jaxlint.codemods.recipes.analysis.effects import is_computation, is_movable
from jaxlint.codemods.recipes.analysis.proof import callee, constant, is_scalar, rank
from jaxlint.codemods.recipes.analysis.reaching import definitions_before, value_given
from jaxlint.codemods.recipes.branches.choices import is_light
from jaxlint.codemods.recipes.branches.doubled import is_tame
from jaxlint.codemods.recipes.branches.one_place import Written, written_by
from jaxlint.codemods.recipes.branches.ways import is_traced
from jaxlint.codemods.recipes.purity.homes import SEEN, home
from jaxlint.codemods.recipes.straight.joining import joined_at
from jaxlint.codemods.recipes.straight.terms import Asked, Chosen, Leaf, Name, Place, Result, Step
from jaxlint.dataflow.assignment import always_leaves
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.value import Array, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.loops.loop_forms import Names
    from jaxlint.codemods.recipes.straight.terms import Item, Path
    from jaxlint.codemods.site import Site

_SEVERAL = "a branch assigns to several targets at once"


class Builder:
    """``kept``: the names that others read, or that are read before a branch binds them; ``bound``: those of them that
    a branch binds, which are arrays from then on; ``new``: fresh names."""

    def __init__(self, site: Site, kept: set[str], bound: set[str], new: Names) -> None:
        self.site = site
        self.kept = kept
        self.bound = bound
        self._new = new
        self._left: list[tuple[Asked, ast.Return]] = []

    def items(self, statements: list[ast.stmt], path: Path = (), is_end: bool = True) -> list[Item]:
        """Of a run of statements; ``path``: the tests that lead to it; ``is_end``: the function ends with it."""
        found: list[Item] = []
        for at, statement in enumerate(statements):
            if isinstance(statement, ast.Pass):
                continue
            rest = statements[at + 1 :]
            if isinstance(statement, ast.Return) and not is_end:
                return [*found, self._leave(statement, path)]
            if not isinstance(statement, ast.If):
                found += self._statement(statement, path)
                continue
            arms = ends_of(statement, rest)
            is_whole = arms != [statement.body, statement.orelse] or not rest
            found += self._branch(statement, arms, path, is_end and is_whole)
            if arms != [statement.body, statement.orelse]:
                return found
            if self._left and is_end and rest:
                return [*found, *self._after_returns(rest, path)]
        return found

    def _leave(self, statement: ast.Return, path: Path) -> Asked:
        """A return that stands further in than what follows it: a name says that it is reached."""
        test = Asked(statement.value or ast.Constant(None), self._new("returned"), path)
        self._left.append((test, statement))
        return test

    def _after_returns(self, rest: list[ast.stmt], path: Path) -> list[Item]:
        """What follows, where none of the returns further in was reached."""
        left, self._left = self._left, []
        for test, _ in left:
            path = (*path, (test, False))
        found = self.items(rest, path)
        for test, statement in reversed(left):
            found = joined_at(test, self._returned(statement.value), found)
        return found

    def _branch(self, node: ast.If, arms: list[list[ast.stmt]], path: Path, is_end: bool) -> list[Item]:
        """What follows is the end of the branch that does not return."""
        traced = is_traced(self.site, node.test) or not path or names_in(node.test) & self.bound
        if not traced or not self._may_be_asked(node.test):
            raise NoFix("a branch holds a test that is static")
        test = Asked(node.test)
        ends = zip(arms, (True, False), strict=True)
        yes, no = (self.items(end, (*path, (test, holds)), is_end) for end, holds in ends)
        return [test, *joined_at(test, yes, no)]

    def _may_be_asked(self, test: ast.expr) -> bool:
        single = is_scalar(self.site, test) or rank(self.site, test) is None
        python = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
        asks = any(isinstance(op, python) for part in walk(test) if isinstance(part, ast.Compare) for op in part.ops)
        return single and not asks and is_computation(self.site, test)

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
        if isinstance(value, ast.Tuple) and (len(parts) < 2 or any(isinstance(one, ast.Starred) for one in parts)):
            raise NoFix(f"the length of `{self.site.text(value)}` is part of the result")
        return [Chosen(Result(number), self._leaf(part)) for number, part in enumerate(parts)]

    def _assigned(
        self, statement: ast.stmt, target: ast.expr, value: ast.expr, operator: ast.operator | None, path: Path
    ) -> list[Item]:
        if isinstance(target, ast.Subscript):
            return [self._placed(target, value, operator)]
        if not isinstance(target, ast.Name):
            raise NoFix(_SEVERAL)
        if not is_movable(self.site, [statement]):
            raise NoFix(f"`{target.id}` is changed in place in a branch")
        write = written_by(value) if operator is None else None
        if write is not None and write.base.id == target.id and write.is_plain(self.site):
            return [Chosen(Place(write, False), self._leaf(write.value, None, write.method))]
        leaf = self._leaf(value, operator, made=target if operator is not None else None)
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
        if (
            not ours
            or self._is_numpys(target.value)
            or home(self.site, target.value, True) != SEEN
            or not write.is_plain(self.site)
        ):
            raise NoFix(f"`{self.site.text(target)}` is written in a branch")
        return Chosen(Place(write, True), self._leaf(value, operator))

    def _is_numpys(self, base: ast.Name) -> bool:
        """Some definition makes it an array of NumPy's, whatever is written into it later."""
        statement = self.site.module.statement_of(base)
        made = definitions_before(self.site, statement, base.id) if statement is not None else []
        given = [value_given(self.site, one) for one in made if one is not None]
        return any(one is not None and callee(self.site, one).startswith("numpy.") for one in given)

    def _leaf(
        self, value: ast.expr, operator: ast.operator | None = None, method: str = "set", made: ast.expr | None = None
    ) -> Leaf:
        if not is_light(self.site, value) or not is_computation(self.site, value):
            raise NoFix("a branch is costly to compute")
        leaf = Leaf(value, operator, method, made)
        divides = isinstance(operator, (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)) and constant(self.site, value) is None
        leaf.tame = not divides and all(is_tame(self.site, part) for part in walk(value))
        return leaf


def ends_of(node: ast.If, rest: list[ast.stmt]) -> list[list[ast.stmt]]:
    """The branches; where one returns, what follows is the end of the other."""
    arms = [node.body, node.orelse]
    leaves = [always_leaves(arm) for arm in arms]
    return [arm if over else [*arm, *rest] for arm, over in zip(arms, leaves, strict=True)] if any(leaves) else arms
