"""What a loop carries from turn to turn, and what it begins with."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import body_of, uses
from jaxlint.codemods.recipes.analysis.effects import is_computation
from jaxlint.codemods.recipes.analysis.proof import kind, number_of
from jaxlint.codemods.recipes.analysis.reaching import value_given
from jaxlint.codemods.recipes.branches.ways import value_before
from jaxlint.codemods.recipes.loops.loop_effects import check_effects
from jaxlint.codemods.recipes.loops.loop_exits import BREAK
from jaxlint.codemods.recipes.loops.loop_inits import ZEROS, initial
from jaxlint.codemods.recipes.loops.loop_jumps import jumps_in
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.order import captured_before
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.aval import Aval
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.value import UNKNOWN, Const, Mapping, Sequence, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.loops.loop_exits import Jumps
    from jaxlint.codemods.recipes.loops.loop_jumps import Loop
    from jaxlint.codemods.site import Site

_BRIEF = 40


class Carry:
    """``names``: bound in the body, and read before that in a later turn or after the loop.

    ``after``: the names that are read after the loop; ``kept``: read there for what they held when it was left.
    ``body``: the loop's, without the ways out that it may have.  ``begun``: first values of names that are bound in
    the loop alone, where it is known that nobody reads them before.
    """

    def __init__(
        self, site: Site, loop: Loop, jumps: Jumps, kept: set[str] | None = None, begun: dict[str, str] | None = None
    ) -> None:
        function = site.module.function_of(loop)
        if function is None:
            raise NoFix("the loop is outside of a function")
        self.site = site
        self.loop = loop
        self.jumps = jumps
        self.entry, self.first, self.left = _snapshots(site, loop)
        self.body = body = jumps.straight(loop.body)
        self.begun = begun or {}
        self.bound = set(names_bound(body))
        targets = names_bound([loop.target]) if isinstance(loop, ast.For) else []
        self._targets = set(targets)
        bound = list(dict.fromkeys([*targets, *names_bound(body)]))
        liveness = flow_of(function).liveness
        self.live, self.after = liveness.at_head(loop), liveness.after(loop)
        left = _live_when_left(function, loop)
        self.kept = left | (kept or set())
        if captured_before(site.module, loop) & set(bound):
            raise NoFix("a function defined outside the loop uses a name that the loop reassigns")
        self.names = _in_order(body, [name for name in bound if name in self.live | self.kept])
        self.unbound = {name for name in self.names if not self._is_bound_before(name)}
        if not self.names:
            raise NoFix("the loop has no result, only side effects")
        check_effects(site, body, [*jumps.tests, *([loop.test] if isinstance(loop, ast.While) else [])])

    def _is_bound_before(self, name: str) -> bool:
        if self.entry:
            return name in self.entry
        bindings = uses(self.site, name).bindings
        return any(isinstance(one, ast.arg) or one.lineno < self.loop.lineno for one in bindings)  # type: ignore[attr-defined]

    def at_entry(self, name: str) -> Value:
        return self.entry.get(name, UNKNOWN)

    def after_turn(self, name: str) -> Value:
        """After any turn, also the one in which the loop is left: of all that it may be, what JAX makes of them."""
        return max([self._after_whole_turn(name), *self._when_left(name)], key=_width)

    def _when_left(self, name: str) -> list[Value]:
        """What it is bound to beside a ``break``."""
        breaks = [part for part in walk(self.loop) if isinstance(part, ast.Break)] if name in self.kept else []
        beside = {statement for one in breaks for statement in body_of(self.site, one)} - {*self.loop.body}
        return [
            self.site.value(store) for store in self._stores(name) if self.site.module.statement_of(store) in beside
        ]

    def _after_whole_turn(self, name: str) -> Value:
        """What the turns don't agree on is told by the first."""
        first, left = self.first.get(name, UNKNOWN), self.left.get(name, UNKNOWN)
        if left is UNKNOWN and isinstance(first, (Const, Static)):
            return self._handed_on(name)
        if not isinstance(first, Traced) or not isinstance(left, Traced):
            return first if left is UNKNOWN else left
        known = first.aval if left.aval.kind is None else left.aval
        shape = first.aval.shape if left.aval.rank is None else left.aval.shape
        dtype = known.dtype or (first.aval.dtype if first.aval.kind == known.kind else None)
        return Traced(Aval(known.kind, shape, dtype, known.weak), left.origin)

    def _handed_on(self, name: str) -> Value:
        """What was a number in the first turn, and what other names held after that: ``previous = current``."""
        given = [value_given(self.site, store) for store in self._stores(name)]
        if all(one is not None and self._is_of_numbers(one) for one in given):
            return self.first[name]
        sources = {one.id if isinstance(one, ast.Name) else "" for one in given}
        source = sources.pop() if len(sources) == 1 else ""
        if source not in self.names or self.left.get(source, UNKNOWN) is UNKNOWN:
            raise NoFix(f"the type of `{name}` may change in the loop")
        return self.after_turn(source)

    def _is_of_numbers(self, given: ast.expr) -> bool:
        """Arithmetic on what the first turn leaves as one number."""
        read = free(given) & {*self.names}
        computed = isinstance(given, ast.BinOp) and bool(read)
        return computed and all(aval_of(self.first.get(one, UNKNOWN)).is_scalar for one in read)

    def numbers(self) -> set[str]:
        """The names that hold what Python knows, turn by turn."""
        return {name for name in self.names if isinstance(self.left.get(name), (Const, Static))}

    def own_flag(self) -> str | None:
        """``done`` of ``if done: break``, False before the loop, and not bound again in a turn after that."""
        (jump, *others), body = self.jumps.all, self.loop.body
        branch = self.site.module.parents.get(jump)
        if others or self.jumps.kinds != [BREAK] or self.loop.orelse or branch not in body:
            return None
        test = branch.test if isinstance(branch, ast.If) and branch.body[-1] is jump else None
        name = test.id if isinstance(test, ast.Name) else ""
        if kind(self.site, test or branch) != "b" or name not in self.names or name in self.unbound:
            return None
        begun = self.entry.get(name) or value_before(self.site, self.loop, name)
        again = name in names_bound(body[body.index(branch) :])
        return name if isinstance(begun, Const) and begun.value is False and not again else None

    def inits(self) -> list[str]:
        """The carry before the first turn, in the dtype and shape that the body gives it."""
        return [self._initial(name) for name in self.names]

    def _initial(self, name: str) -> str:
        if name not in self.unbound:
            entry, left = self.at_entry(name), self.after_turn(name)
            like = self._unknown_flag(name) if aval_of(entry).kind == "b" and aval_of(left).kind is None else None
            if like is not None:
                return quote(self.site, "jnp.full_like({}, {})", like, name)
            return initial(self.site, name, entry, left, self.loop)
        given = self.begun.get(name)
        if given is not None and number_of(ast.parse(given, mode="eval").body) is None:
            return given
        made = next((value for value in map(self.site.value, self._stores(name)) if value is not UNKNOWN), UNKNOWN)
        if given is None and aval_of(made).rank is None:
            heir = self._heir(name)
            if heir is not None:
                return self._initial(heir)
            first = self._first_value(name)
            if first is not None:
                return quote(self.site, "jnp.zeros_like({})", first)
            if name in self.live:
                raise NoFix(f"`{name}` has no value before the loop")
        text = given or ZEROS.get(aval_of(made).kind or "")
        if text is None:
            raise NoFix(f"`{name}` has no value before the loop")
        return initial(self.site, text, Const(ast.literal_eval(text)), made, self.loop)

    def _heir(self, name: str) -> str | None:
        """``x`` of ``x = new``: what both hold is of one shape and dtype."""
        for part in walk(self.loop):
            if isinstance(part, ast.Assign) and isinstance(part.value, ast.Name) and part.value.id == name:
                target = part.targets[0]
                if isinstance(target, ast.Name) and target.id in self.names:
                    return target.id if target.id not in self.unbound else None
        return None

    def _first_value(self, name: str) -> str | None:
        """What the first turn binds it to, where that can be told before the loop."""
        store = min(self._stores(name), key=lambda one: (one.lineno, one.col_offset))
        return self._told(value_given(self.site, store)) if self._is_of_each_turn(store) else None

    def _is_of_each_turn(self, store: ast.Name) -> bool:
        return self.site.module.statement_of(store) in self.loop.body

    def _unknown_flag(self, name: str) -> str | None:
        """``flag`` of ``done = flag``, should it be no bool."""
        given = [value_given(self.site, store) for store in self._stores(name)]
        unknown = [one for one in given if one is not None and aval_of(self.site.value(one)).kind is None]
        return next((text for text in map(self._told, unknown) if text is not None), None)

    def _told(self, given: ast.expr | None) -> str | None:
        """The text of a value that can be computed before the loop."""
        if given is None:
            return None
        told = all(self._is_as_begun(one) for one in free(given) if one in self.bound | self._targets)
        text = self.site.text(given)
        return text if told and is_computation(self.site, given) and len(text) < _BRIEF else None

    def _is_as_begun(self, name: str) -> bool:
        """Does the first turn read what the function has under that name before the loop?"""
        return name in self.names and name not in self.unbound and self._initial(name) == name

    def _stores(self, name: str) -> list[ast.Name]:
        return [
            part
            for part in walk(self.loop)
            if isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store)
        ]


def _width(value: Value) -> int:
    """How far its kind is up the ladder of promotion; an unknown one is more than a bool."""
    return "b?ifc".find(aval_of(value).kind or "?")


def _snapshots(site: Site, loop: Loop) -> list[dict[object, Value]]:
    """What the names hold when the loop begins, after the first turn, and after any."""
    seen = site.value(loop)
    if not isinstance(seen, Sequence) or seen.items is None:
        return [{}, {}, {}]
    return [part.items or {} if isinstance(part, Mapping) else {} for part in seen.items]


def _live_when_left(function: ast.AST, loop: Loop) -> set[str]:
    """Names that are read after a ``break``."""
    breaks = [part for statement in loop.body for part in jumps_in(statement) if isinstance(part, ast.Break)]
    return set().union(*(flow_of(function).liveness.after(part) for part in breaks))


def _in_order(body: list[ast.stmt], names: list[str]) -> list[str]:
    """As the last statement has them, where it binds them all at once."""
    last = body[-1] if body else None
    if isinstance(last, ast.Assign) and len(last.targets) == 1 and isinstance(last.targets[0], ast.Tuple):
        given = [part.id for part in last.targets[0].elts if isinstance(part, ast.Name)]
        if sorted(given) == sorted(names):
            return given
    return names
