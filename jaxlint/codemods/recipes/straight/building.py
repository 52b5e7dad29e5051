"""Statements of branches as terms; what straight code can't say is refused."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import names_in, uses
from jaxlint.codemods.recipes.analysis.certain import is_array_without_jit
from jaxlint.codemods.recipes.analysis.effects import is_computation, is_movable
from jaxlint.codemods.recipes.analysis.proof import constant, is_scalar, number_of, rank
from jaxlint.codemods.recipes.branches.choices import is_light
from jaxlint.codemods.recipes.branches.doubled import is_tame
from jaxlint.codemods.recipes.branches.one_place import Written, written_by
from jaxlint.codemods.recipes.branches.ways import _NOTHING, elements_of, is_traced
from jaxlint.codemods.recipes.loops.loop_tests import asked
from jaxlint.codemods.recipes.purity.homes import SEEN, home
from jaxlint.codemods.recipes.purity.memory import is_numpys
from jaxlint.codemods.recipes.straight.adding import added_by
from jaxlint.codemods.recipes.straight.attributes import holds_numbers
from jaxlint.codemods.recipes.straight.joining import joined_at
from jaxlint.codemods.recipes.straight.terms import (
    Added,
    Asked,
    Chosen,
    Entry,
    Leaf,
    Name,
    Place,
    Result,
    Several,
    Step,
)
from jaxlint.codemods.recipes.values.stores import made_by_jax
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.dataflow.assignment import always_leaves
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.hierarchy import class_member, order
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Instance, Mapping, Sequence, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.loops import loop_forms
    from jaxlint.codemods.recipes.straight.terms import Item, Path
    from jaxlint.codemods.rewrite import Insert, Replace
    from jaxlint.codemods.site import Site

LEAVES = (ast.Return, ast.Break, ast.Continue)
_MEMBER = (ast.In, ast.NotIn)


class Builder:
    """``kept``: the names that others read, or that are read before a branch binds them; ``bound``: those of them that
    a branch binds, which are arrays from then on; ``new``: fresh names; ``judged``: the tests of those that are known
    to agree, and computed in any case."""

    def __init__(
        self,
        site: Site,
        kept: set[str],
        bound: set[str],
        new: loop_forms.Names,
        judged: dict[ast.If, ast.expr] | None = None,
    ) -> None:
        self.site = site
        self.kept = kept
        self.bound = bound
        self._new = new
        self._judged = judged or {}
        self._unsure: set[str] = set()  # numbers of Python's at first
        self._staged: set[str] = set()  # what JAX traces, whoever calls
        self.made: list[Replace | Insert] = []  # what makes arrays of JAX's from now on
        self._left: list[Asked] = []  # by what stands further in than what follows

    def items(self, statements: list[ast.stmt], path: Path = (), is_end: bool = True) -> list[Item]:
        """Of a run of statements; ``path``: the tests that lead to it; ``is_end``: the function ends with it."""
        found: list[Item] = []
        for at, statement in enumerate(statements):
            if isinstance(statement, ast.Pass):
                continue
            rest = statements[at + 1 :]
            if isinstance(statement, LEAVES):
                return [*found, *self._leave(statement, path, is_end)]
            if not isinstance(statement, ast.If) or self._is_pythons(statement, path):
                found += self._statement(statement, path)
                continue
            arms, left = ends_of(statement, rest), len(self._left)
            rest = [] if all(map(always_leaves, arms)) else rest  # nothing leads there
            is_whole = arms != [statement.body, statement.orelse] or not rest
            found += self._branch(statement, arms, path, is_end and is_whole)
            if arms != [statement.body, statement.orelse] or all(map(always_leaves, arms)):
                return found
            if rest and len(self._left) > left:
                after = self._after(left, rest, path, is_end)
                if after is not None:
                    return [*found, *after]
        return found

    def _is_pythons(self, node: ast.If, path: Path) -> bool:
        """Does Python go on asking the test?"""
        return False

    def _leave(self, statement: ast.stmt, path: Path, is_end: bool) -> list[Item]:
        """A return that stands further in than what follows it: a name says that it is reached."""
        if not isinstance(statement, ast.Return):
            raise NoFix("a branch leaves a loop")
        if is_end:
            return self._returned(statement.value)
        if statement.value is None:
            raise NoFix(_NOTHING)
        test = Asked(statement.value, self._new("returned"), path)
        test.sure = any(one.sure for one, _ in path)
        self._left.append(test)
        return [test]

    def _after(self, left: int, rest: list[ast.stmt], path: Path, is_end: bool) -> list[Item] | None:
        """What follows, where none of the returns further in was reached.

        Unless it ends the function, it may as well run where one was: nobody asks what it does.
        """
        if not is_end:
            return None
        returns, self._left = self._left, []
        found = self.items(rest, (*path, *((test, False) for test in returns)))
        for test in reversed(returns):
            found = joined_at(test, self._returned(test.node), found)
        return found

    def _branch(self, node: ast.If, arms: list[list[ast.stmt]], path: Path, is_end: bool) -> list[Item]:
        """What follows is the end of the branch that does not return."""
        if not self._judged:
            known = path and not is_traced(self.site, node.test) and not names_in(node.test) & self.bound
            if (known and not self._asks_whether_in(node.test)) or not self._may_be_asked(node.test):
                raise NoFix("a branch holds a test that is static")
        asked_of, arms = _unnegated(self._judged.get(node, node.test), arms)
        test = Asked(asked_of)
        test.sure = is_array_without_jit(self.site, asked_of, self._staged, self._unsure)
        ends = zip(arms, (True, False), strict=True)
        yes, no = (self.items(end, (*path, (test, holds)), is_end) for end, holds in ends)
        return [test, *joined_at(test, yes, no)]

    def _asks_whether_in(self, test: ast.expr) -> bool:
        """``x in (1, 2)`` of a tracer, which Python asks for a bool."""
        compared = [part for part in walk(test) if isinstance(part, ast.Compare) and isinstance(part.ops[0], _MEMBER)]
        return any(isinstance(self.site.value(part.left), Traced) for part in compared)

    def _may_be_asked(self, test: ast.expr) -> bool:
        single = is_scalar(self.site, test) or rank(self.site, test) is None
        compared = [part for part in walk(test) if isinstance(part, ast.Compare)]
        asks = any(isinstance(op, (ast.Is, ast.IsNot)) for part in compared for op in part.ops)
        if not single or asks or not is_computation(self.site, test):
            return False
        asked(self.site, test)  # or there is no way to
        return True

    def _statement(self, statement: ast.stmt, path: Path) -> list[Item]:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            return self._assigned(statement, statement.targets[0], statement.value, None, path)
        if isinstance(statement, ast.AugAssign):
            return self._assigned(statement, statement.target, statement.value, statement.op, path)
        if isinstance(statement, ast.AnnAssign) and statement.value is not None:
            return self._assigned(statement, statement.target, statement.value, None, path)
        added = added_by(self.site, statement)
        if added is not None:
            return [Chosen(Added(added[0].id), self._leaf(added[1]))]
        raise NoFix("a branch contains a statement that assigns nothing")

    def _returned(self, value: ast.expr | None) -> list[Item]:
        return [Chosen(Result(number), self._leaf(part)) for number, part in enumerate(elements_of(value))]

    def _assigned(
        self, statement: ast.stmt, target: ast.expr, value: ast.expr, operator: ast.operator | None, path: Path
    ) -> list[Item]:
        entry = self._entry(target, operator is not None) if isinstance(target, ast.Subscript) else None
        entry = self._attribute(target) if isinstance(target, ast.Attribute) else entry
        if entry is not None:
            return [Chosen(entry, self._leaf(value, operator, made=target if operator is not None else None))]
        if isinstance(target, ast.Subscript):
            return [self._placed(target, value, operator)]
        if isinstance(target, ast.Tuple):
            return self._unpacked(statement, target, value)
        if not isinstance(target, ast.Name):
            raise NoFix(f"`{self.site.text(target)}` is written in a branch")
        if not is_movable(self.site, [statement]):
            raise NoFix(f"`{target.id}` is changed in place in a branch")
        write = written_by(value) if operator is None else None
        if write is not None and write.base.id == target.id and write.is_plain(self.site):
            return [Chosen(Place(write, False), self._leaf(write.value, None, write.method))]
        leaf = self._leaf(value, operator, made=target if operator is not None else None)
        if target.id in self.kept:
            return [Chosen(Name(target.id), leaf)]
        return [Step(statement, target.id, leaf, path)]

    def _unpacked(self, statement: ast.stmt, target: ast.Tuple, value: ast.expr) -> list[Item]:
        """``a, b = b, a``: one after the other, where none is computed of those before."""
        parts = value.elts if isinstance(value, ast.Tuple) else []
        if len(parts) != len(target.elts):
            raise NoFix(f"a branch unpacks {code_at(self.site, value)}")
        places = [self._place(one, part) for one, part in zip(target.elts, parts, strict=True)]
        if None not in places and len({one.name for one in places if one is not None}) == 1:
            return [self._at_once([one for one in places if one is not None], parts, value)]
        names = [part.id for part in target.elts if isinstance(part, ast.Name)]
        if len(names) < len(parts) or not self.kept >= set(names) - self._idle(statement):
            raise NoFix(f"a branch unpacks {code_at(self.site, value)}")
        pairs = [(Name(name), part) for name, part in zip(names, parts, strict=True) if name in self.kept]
        if any(names_in(part) & {name.name for name, _ in pairs[:place]} for place, (_, part) in enumerate(pairs)):
            return [self._at_once([name for name, _ in pairs], [part for _, part in pairs], value)]
        return [Chosen(name, self._leaf(part)) for name, part in pairs]

    def _at_once(self, targets: list[Name] | list[Place], parts: list[ast.expr], value: ast.expr) -> Chosen:
        whole = leaf_of(self.site, value)
        whole.parts = [self._leaf(part) for part in parts]
        return Chosen(Several(targets), whole)

    def _idle(self, statement: ast.stmt) -> set[str]:
        """Names that it binds, and that nobody reads after it."""
        end = statement.end_lineno or 0
        names = set(names_bound([statement])) - self.kept
        return {name for name in names if all(read.lineno <= end for read in uses(self.site, name).reads)}

    def _placed(self, target: ast.Subscript, value: ast.expr, operator: ast.operator | None) -> Item:
        place = self._place(target, value, operator is not None)
        if place is None:
            raise NoFix(f"`{self.site.text(target)}` is written in a branch")
        return Chosen(place, self._leaf(value, operator))

    def _entry(self, target: ast.Subscript, read: bool) -> Entry | None:
        """``state["step"]`` or ``row[1]``, where the dict or list has that already; ``read``: as ``+=`` reads it."""
        base, text = target.value, self.site.text(target)
        key = target.slice.value if isinstance(target.slice, ast.Constant) else number_of(target.slice)
        if not isinstance(base, ast.Name):
            return None
        held = self.site.value(base)
        if isinstance(held, Sequence) and held.type == "list" and held.items and type(key) is int:
            place = key % len(held.items)
            return Entry(base.id, place, text, held.items[place]) if key in (place, place - len(held.items)) else None
        if not isinstance(key, str):
            return None
        if isinstance(held, Mapping) and held.items is not None and key in held.items:
            return Entry(base.id, key, text, held.items[key])
        parts = walk(self.site.function) if self.site.function is not None else []
        read = read or any(ast.dump(one) == ast.dump(target).replace("Store()", "Load()") for one in parts)
        unknown = isinstance(held, Traced) and not held.is_array
        return Entry(base.id, key, text, UNKNOWN) if unknown and read else None

    def _attribute(self, target: ast.Attribute) -> Entry | None:
        """``self.best``, always a number or an array, of an object whose class does nothing as it is set."""
        base = target.value
        held = self.site.value(base) if isinstance(base, ast.Name) else None
        if not isinstance(base, ast.Name) or not isinstance(held, Instance) or target.attr not in held.attributes:
            return None
        given = class_member(held.cls, target.attr), class_member(held.cls, "__setattr__")
        plain = held.cls.reference is None and given[1] is None and isinstance(given[0], (type(None), Const, Static))
        if not plain or not all(holds_numbers(one.node, target.attr) for one in order(held.cls)):
            return None
        return Entry(base.id, target.attr, self.site.text(target), held.attributes[target.attr])

    def _place(self, target: ast.expr, value: ast.expr, reads: bool = True) -> Place | None:
        """``x[i] = v``, into an array of JAX's whose name can be bound anew; ``reads``: as ``+=`` does."""
        if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
            return None
        write = Written(target.value, target.slice, "set", value)
        return Place(write, True) if write.is_plain(self.site, reads) and self._is_ours(write.base, target) else None

    def _is_ours(self, base: ast.Name, target: ast.Subscript) -> bool:
        """An array of JAX's that nobody holds beside this name, or one of NumPy's that JAX can make as well."""
        held = self.site.value(base)
        if home(self.site, base, True) != SEEN:
            return False
        if is_numpys(self.site, base):
            rewrite = made_by_jax(self.site, target)
            self.made += [] if rewrite is None else rewrite.replacements
            return rewrite is not None
        return isinstance(held, Array) or (isinstance(held, Traced) and held.is_array)

    def _leaf(
        self, value: ast.expr, operator: ast.operator | None = None, method: str = "set", made: ast.expr | None = None
    ) -> Leaf:
        leaf = leaf_of(self.site, value, operator, method, made, bool(self._judged))
        if not self._judged and (leaf.heavy or not is_computation(self.site, value)):
            raise NoFix("a branch is costly to compute")
        return leaf


def leaf_of(
    site: Site,
    value: ast.expr,
    operator: ast.operator | None = None,
    method: str = "set",
    made: ast.expr | None = None,
    in_any_case: bool = False,
) -> Leaf:
    """``in_any_case``: it is computed, however costly it is."""
    leaf = Leaf(value, operator, method, made)
    leaf.heavy = not in_any_case and not is_light(site, value)
    divides = isinstance(operator, (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)) and constant(site, value) is None
    leaf.tame = leaf.heavy or (not divides and all(is_tame(site, part) for part in walk(value)))
    return leaf


def _unnegated(test: ast.expr, arms: list[list[ast.stmt]]) -> tuple[ast.expr, list[list[ast.stmt]]]:
    """``if not p`` asks ``p``, with its branches in the other order."""
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, arms = test.operand, arms[::-1]
    return test, arms


def ends_of(node: ast.If, rest: list[ast.stmt]) -> list[list[ast.stmt]]:
    """The branches; where one returns, what follows is the end of the other."""
    arms = [node.body, node.orelse]
    leaves = [always_leaves(arm) for arm in arms]
    return [arm if over else [*arm, *rest] for arm, over in zip(arms, leaves, strict=True)] if any(leaves) else arms
