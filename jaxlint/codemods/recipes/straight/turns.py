"""An iteration that may end early as straight code: what it skips keeps what the names hold."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import written_in_place
from jaxlint.codemods.recipes.analysis.certain import is_array_without_jit
from jaxlint.codemods.recipes.analysis.effects import is_computation
from jaxlint.codemods.recipes.branches.choices import is_light
from jaxlint.codemods.recipes.branches.doubled import is_tame
from jaxlint.codemods.recipes.branches.ways import elements_of, values_before
from jaxlint.codemods.recipes.loops.loop_exits import RETURN, SKIP, Jumps
from jaxlint.codemods.recipes.loops.loop_jumps import jumps_in
from jaxlint.codemods.recipes.loops.loop_tests import asked
from jaxlint.codemods.recipes.loops.loop_text import header_of, lines_of
from jaxlint.codemods.recipes.purity.reports import report
from jaxlint.codemods.recipes.straight.adding import added_by, filtered
from jaxlint.codemods.recipes.straight.beginnings import all_begun
from jaxlint.codemods.recipes.straight.building import LEAVES, Builder, leaf_of
from jaxlint.codemods.recipes.straight.conversion import check_steps, is_shared
from jaxlint.codemods.recipes.straight.emitting import Emitter
from jaxlint.codemods.recipes.straight.joining import binds, joined_at, reads
from jaxlint.codemods.recipes.straight.terms import (
    Asked,
    Block,
    Chosen,
    Either,
    Entry,
    Flag,
    Leaf,
    Name,
    Place,
    Several,
    Stated,
    leaves,
)
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.lifting import flush, lifted
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.assignment import always_leaves
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import executed, walk
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.value import Array, Const, Sequence, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.loops import loop_forms
    from jaxlint.codemods.recipes.straight.terms import Guard, Item, Path
    from jaxlint.codemods.site import Site


class Turn(Builder):
    """``rest``: from the first jump on; ``guarded``: the names that may keep what they held before; ``steep``: what is
    skipped may still make a gradient NaN.

    ``flags``: the names of the flags that outlive it, by kind of jump; ``counted``: what JAX traces beside the carry,
    None where Python runs the loop; ``left``: jumps that Python takes as ever; ``over``: flags that an earlier
    iteration may have set; ``results``: the names that hold what a ``return`` gives, "" for what it gives in any case.
    """

    def __init__(
        self,
        site: Site,
        jumps: Jumps,
        carried: list[str],
        flags: dict[str, str],
        new: loop_forms.Names,
        counted: set[str] | None = None,
        left: set[ast.stmt] | None = None,
        over: list[str] | None = None,
        results: tuple[str, ...] = (),
    ) -> None:
        body = jumps.loop.body
        self.jumps = jumps
        self.left = left or set()
        self._by_python = {jump for part in self.left for jump in jumps_in(part)}
        first = 0 if over else next(at for at, one in enumerate(body) if one not in self.left and jumps_in(one))
        before, rest = body[:first], body[first:]
        bound = set(names_bound(rest))
        shared = {name for name in bound if name in names_bound(before) or is_shared(rest, name)}
        super().__init__(site, {*carried, *shared}, bound | written_in_place(rest), new)
        self.live = {*carried, *filter(None, results), *written_in_place(rest)}
        self._traced = {*carried, *(counted or ()), *bound}
        self._staged = set() if counted is None else {*carried, *counted}
        self._unsure = set() if counted is not None else {name for name in carried if self._begins_as_number(name)}
        self._is_pythons_loop = counted is None
        self._named = new if counted is None else new.local  # a function of its own hides no name
        self._flags = {kind: Asked(ast.Constant(False), name) for kind, name in flags.items()}
        self._results = results
        self.steep = False
        self._raised = set(over or ())
        self._over = [flag for flag in self._flags.values() if flag.held in self._raised]
        items = self._unless(self._over, self.items(rest, tuple((flag, False) for flag in self._over)))
        check_steps(items)
        self.filters = filtered(site, jumps.loop, items, new)
        self.made += self.filters
        self._settle(items, {*names_bound(before), *self.live})
        emitter = Emitter(site, items, self._named, None)
        self.rest = emitter.lines
        self.steep = self.steep or emitter.steep
        if counted is None:
            self.made += all_begun(site, jumps.loop, carried)
        if self.made and counted is not None:
            raise NoFix("a NumPy array is written after a `break` or `continue`")
        told = set().union(*map(reads, items)) & bound - set(names_bound(before))  # by another branch than binds it
        self.guarded = (_kept(items) | told) & self.live
        self._before = [lines_of(site, before, header_of(jumps.loop), {})] if before else []

    @property
    def lines(self) -> list[str]:
        """Of the whole body."""
        return [*self._before, *self.rest]

    def _begins_as_number(self, name: str) -> bool:
        before = values_before(self.site, self.jumps.loop, name)
        return not all(isinstance(value, (Traced, Array)) for value in before)

    def _unless(self, flags: list[Asked], items: list[Item]) -> list[Item]:
        for flag in reversed(flags):
            items = joined_at(flag, [], items, self.live)
        return items

    def _is_pythons(self, node: ast.If, path: Path) -> bool:
        if node in self.left or set(jumps_in(node)) & self._by_python:
            return True
        known = isinstance(self.site.value(node.test), (Const, Static)) and not free(node.test) & self._traced
        return known and not jumps_in(node)

    def _branch(self, node: ast.If, arms: list[list[ast.stmt]], path: Path, is_end: bool) -> list[Item]:
        asked(self.site, node.test)  # or there is none
        if (path or self._over) and not is_computation(self.site, node.test):
            raise NoFix(f"{code_at(self.site, node.test)} may not run after the loop is left")
        last = node.body[-1]
        kind = self.jumps.kind(last) if isinstance(last, LEAVES) else ""
        wanted = kind if kind == SKIP else "leave" if kind else "condition"
        test = Asked(node.test, wanted=wanted)
        test.sure = is_array_without_jit(self.site, node.test, self._staged, self._unsure)
        if kind and kind != SKIP and node.body == [last]:
            return [test, *self._left_at_once(last, test, arms[1], path, is_end)]
        flag = self._flags[kind] if kind and kind != SKIP and not any(map(jumps_in, node.body[:-1])) else None
        if flag is not None and not path and flag.held not in self._raised:
            test.held = flag.held
        if flag is not None and any(one is flag for one, _ in path):
            closing = self.items(node.body, (*path, (test, True)), is_end)
            return [test, *joined_at(test, closing, []), *self.items(arms[1], path, is_end)]
        ends = zip(arms, (True, False), strict=True)
        yes, no = (self.items(end, (*path, (test, holds)), is_end) for end, holds in ends)
        leaves = any(map(always_leaves, (node.body, node.orelse)))
        return [test, *joined_at(test, yes, no, self.live if leaves else None)]

    def _left_at_once(self, jump: ast.stmt, test: Asked, rest: list[ast.stmt], path: Path, is_end: bool) -> list[Item]:
        """``if p: break``: the flag is all that the rest must ask; a ``return`` gives its value where it sets that."""
        kind, way = self.jumps.kind(jump), (*path, (test, True))
        given: list[Item] = []
        if kind == RETURN and any(self._results):
            found = Asked(ast.Constant(False), self._named("found"), way)
            way = ((found, True),)
            given = [found, *joined_at(found, self._given(jump), [])]
        raised, flag = self._raise(kind, way, is_end), self._flags[kind]
        again = any(one is flag for one, _ in path)
        items = self.items(rest, path if again else (*path, (flag, False)), is_end)
        return [*given, *raised, *self._unless([] if again else [flag], items)]

    def _given(self, jump: ast.stmt) -> list[Item]:
        """What a ``return`` gives."""
        if not isinstance(jump, ast.Return) or not self._results:
            return []
        pairs = zip(self._results, elements_of(jump.value), strict=True)
        return [Chosen(Name(name), leaf_of(self.site, part)) for name, part in pairs if name]

    def _leave(self, statement: ast.stmt, path: Path, is_end: bool) -> list[Item]:
        if statement in self._by_python:
            return [self._verbatim(statement)]
        kind = self.jumps.kind(statement)
        found = self._given(statement) if kind == RETURN else []
        return [*found, *(self._raise(kind, path, is_end) if kind != SKIP or not is_end else [])]

    def _raise(self, kind: str, path: Path, is_end: bool) -> list[Item]:
        if kind not in self._flags:
            self._flags[kind] = Asked(ast.Constant(False), self._named(kind))
        flag = self._flags[kind]
        if not is_end:
            self._left.append(flag)
        again = flag.held in self._raised
        flag.sure = again or any(one.sure for one, _ in path)
        self._raised.add(flag.held)
        return [Flag(flag, path, again)]

    def _after(self, left: int, rest: list[ast.stmt], path: Path, is_end: bool) -> list[Item] | None:
        asked = [one for one, _ in path]
        flags = [flag for flag in dict.fromkeys(self._left[left:]) if flag not in asked]
        items = self.items(rest, (*path, *((flag, False) for flag in flags)), is_end)
        return self._unless(flags, items)

    def _statement(self, statement: ast.stmt, path: Path) -> list[Item]:
        told = report(self.site, statement)
        if told is not None:
            return [Stated(statement, path, lambda guard: self._reported(told, guard))]
        if not path:
            return [self._verbatim(statement)]
        if isinstance(statement, ast.For):
            return [self._loop(statement, path)]
        if isinstance(statement, ast.If):
            return self._asked_by_python(statement, path)
        added = added_by(self.site, statement) if self._is_pythons_loop else None
        if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and added is None:
            raise NoFix(f"{code_at(self.site, statement)} may not be skipped in the compiled code")
        return super()._statement(statement, path)

    def _verbatim(self, statement: ast.stmt) -> Stated:
        return Stated(statement, (), lambda _: lifted(self.site, [statement]))

    def _as_it_is(self, statement: ast.stmt) -> Stated:
        """Nobody asks what it leaves where it is to be skipped, but its gradient is asked for."""
        self.steep = self.steep or not all(is_tame(self.site, part) for part in walk(statement))
        return self._verbatim(statement)

    def _reported(self, told: str, guard: Guard) -> str:
        if guard is None:
            return told
        arms = [told, "None"] if guard[1] else ["None", told]
        return quote(self.site, "lax.cond({}, lambda: {}, lambda: {})", guard[0], *arms)

    def _loop(self, loop: ast.For, path: Path) -> Block:
        """A loop of Python's further in, of which each statement is guarded."""
        leaves = any(isinstance(one, LEAVES) for one in executed(loop.body))
        if loop.orelse or leaves or isinstance(self.site.value(loop.iter), Traced):
            raise NoFix("an inner loop has a jump or an `else`, or iterates over a traced array")
        head = f"for {flush(self.site, loop.target)} in {flush(self.site, loop.iter)}:"
        return Block(loop.iter, head, self.items(loop.body, path, False), set(names_bound([loop.target])))

    def _asked_by_python(self, node: ast.If, path: Path) -> list[Item]:
        found: list[Item] = [
            Block(node.test, f"if {flush(self.site, node.test)}:", self.items(node.body, path, False), set())
        ]
        if node.orelse:
            found.append(Block(node.test, "else:", self.items(node.orelse, path, False), set()))
        return found

    def _assigned(
        self, statement: ast.stmt, target: ast.expr, value: ast.expr, operator: ast.operator | None, path: Path
    ) -> list[Item]:
        if operator is not None and isinstance(self.site.value(value), Sequence):
            raise NoFix(f"`{self.site.text(target)}` grows only in some iterations")
        if isinstance(target, ast.Name) and target.id not in self.kept and not is_light(self.site, value):
            return [self._as_it_is(statement)]
        if isinstance(target, ast.Name):  # after the loop was left, its names stay what they were
            path = tuple((test, holds) for test, holds in path if test not in self._over)
        return super()._assigned(statement, target, value, operator, path)

    def _unpacked(self, statement: ast.stmt, target: ast.Tuple, value: ast.expr) -> list[Item]:
        names = [part.id for part in target.elts if isinstance(part, ast.Name)]
        if len(names) == len(target.elts) and not self.kept & set(names):
            return [self._as_it_is(statement)]
        made = self.site.value(value)
        if isinstance(value, ast.Tuple) or not isinstance(made, Sequence) or made.type != "tuple":
            return super()._unpacked(statement, target, value)
        if len(names) < len(target.elts) or not self.kept >= set(names):
            raise NoFix(f"`{self.site.text(target)}` is not a tuple of names that the loop carries")
        leaf = leaf_of(self.site, value)
        leaf.heavy = True
        return [Chosen(Several([Name(name) for name in names]), leaf)]

    def _entry(self, target: ast.Subscript, read: bool) -> Entry | None:
        return super()._entry(target, read) if self._is_pythons_loop else None

    def _leaf(
        self, value: ast.expr, operator: ast.operator | None = None, method: str = "set", made: ast.expr | None = None
    ) -> Leaf:
        if not is_computation(self.site, value):
            raise NoFix(f"{code_at(self.site, value)} may not be skipped in the compiled code")
        return leaf_of(self.site, value, operator, method, made)

    def _settle(self, items: list[Item], known: set[str]) -> None:
        """``known``: the names that hold something before."""
        for item in items:
            if isinstance(item, Block):
                self._settle(item.inside, known)
            if isinstance(item, Chosen) and isinstance(item.target, (Name, Several)):
                found = [leaf for leaf, _ in leaves(item.tree)]
                if None in found and not item.target.names <= known:
                    raise NoFix(f"`{item.target.name}` is only assigned in one branch")
                values = [self.site.value(leaf.made) for leaf in found if leaf is not None]
                if None in found and isinstance(item.target, Name):
                    values += values_before(self.site, self.jumps.loop, item.target.name)
                item.truths = all(aval_of(value).kind == "b" for value in values)
            known = known | binds(item)


def _kept(items: list[Item]) -> set[str]:
    """The names that keep what they held, where some test says so, or but for an element."""
    found: set[str] = set()
    for item in items:
        if isinstance(item, Block):
            found |= _kept(item.inside)
        if isinstance(item, Chosen):
            targets = item.target.targets if isinstance(item.target, Several) else [item.target]
            in_part = any(isinstance(one, Place) for one in targets)
            if in_part or any(leaf is None or leaf.operator for leaf, _ in leaves(item.tree)):
                found |= item.target.names
    return found


def unless(site: Site, flag: str, target: ast.Name, value: ast.expr, operator: ast.operator | None) -> str:
    """The assignment, where the flag is not set."""
    tree = Either(Asked(ast.Constant(False), flag), None, leaf_of(site, value, operator, made=target))
    return "\n".join(Emitter(site, [Chosen(Name(target.id), tree)], str, None).lines)
