"""Which of JAX's two choices a fork becomes, ``jnp.where`` or ``lax.cond``, and how safe it is.

``where`` computes all arms, and its gradient is NaN where that of an arm not taken is infinite.  ``cond`` runs one arm,
and its gradient is that of the arm alone, also under vmap; its arms must agree in structure, shape and dtype.
"""

from __future__ import annotations

import ast
from itertools import repeat

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis import smoothness
from jaxlint.codemods.recipes.analysis.bindings import is_pure, names_in
from jaxlint.codemods.recipes.analysis.effects import is_computation, is_proved_pure
from jaxlint.codemods.recipes.analysis.library_effects import keeps_state
from jaxlint.codemods.recipes.analysis.proof import is_scalar, rank, runs_backwards
from jaxlint.codemods.recipes.analysis.reaching import definitions_before, value_given
from jaxlint.codemods.recipes.branches.agreement import OPEN, SAME, agreement, is_leaf, is_open
from jaxlint.codemods.recipes.branches.doubled import MAKERS, STEEP_THERE, doubled, doubled_by, is_tame, step_of
from jaxlint.codemods.recipes.branches.no_choice import given_there, nodes_of, why_not_chosen
from jaxlint.codemods.recipes.branches.ways import Arm
from jaxlint.dataflow.assignment import Assignment
from jaxlint.diagnostic import SUGGESTION, Level, safe_if
from jaxlint.knowledge.api import is_elementwise
from jaxlint.syntax.nodes import executed, walk
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.codemods.recipes.branches.ways import Fork, Given
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.values.value import Value

    Path = tuple[tuple[ast.expr, bool], ...]

WHERE = "select with `jnp.where`; both branches are computed"
COND = "branch with `lax.cond`"
_FEW = 3  # tests that each of several results may repeat
_CHEAP = frozenset(["jax.numpy.isin", *(f"builtins.{name}" for name in ("range", "len", "int", "float", "bool"))])
_HEAVY = (ast.MatMult, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Await, ast.JoinedStr)


class Choice:
    """``where``: with ``jnp.where``, else with ``lax.cond``; ``safe``: same values, shapes, dtypes and gradients;
    ``steep``: a gradient may become NaN that was none; ``used``: and somebody in view asks for it."""

    __slots__ = ("safe", "steep", "used", "where")

    def __init__(self, where: bool, safe: bool, steep: bool, used: bool) -> None:
        self.where = where
        self.safe = safe and not steep
        self.steep = steep
        self.used = used

    @property
    def summary(self) -> str:
        return (WHERE if self.where else COND) + (f"; {STEEP_THERE}" if self.steep else "")

    @property
    def level(self) -> Level:
        if self.steep and self.used:
            return SUGGESTION
        return safe_if(self.safe)


def judge(site: Site, fork: Fork, operands_known: bool = True, names: list[str] | None = None) -> Choice:
    """Raises NoFix where no choice of JAX's does what Python's did; ``names``: what arms of statements leave."""
    arms, tests = fork.arms(), fork.tests()
    results = [[value for arm in arms for value in arm.values[place]] for place in range(len(arms[0].values))]
    worst = [agreement(values) for values in results]
    refusal = why_not_chosen(site, worst, arms, tests, names)
    if refusal:
        raise NoFix(refusal)
    scalar = all(is_scalar(site, test) for test in tests)
    proved = fork.sure and scalar and max(worst) == SAME and _is_pure(site, arms, tests[1:])
    calm, used = _is_calm(site, arms, tests[0]), runs_backwards(site, tests[0])
    told = all(arm.given is not None for arm in arms) and all(map(are_leaves, results))
    steps = [part for node in nodes_of(arms) for part in walk(node)] if told else []
    tame = told and all(is_tame(site, part) for part in steps)
    fits = (
        max(worst) <= (SAME if told else OPEN)
        and may_choose(site, tests)
        and not any(map(_keeps_state, repeat(site), arms))
    )
    repeats = len(worst) > 1 and len(tests) > 1 and not (len(tests) <= _FEW and all(map(_is_brief, tests)))
    choppy = repeats and fits  # each result would repeat each test
    light = told and all(_is_cheap(site, part) for part in steps) and not choppy
    agreed = fits and (used or (max(worst) == SAME and operands_known))  # the branch not taken has no gradient then
    if light and not tame and not agreed:
        tame = _doubled(site, fork, names or [])
    if light and (tame or not agreed):
        return Choice(True, proved, not (tame and calm), used)
    if fits:
        return Choice(False, proved and operands_known, not calm, used)
    if told:
        tame = tame or _doubled(site, fork, names or [])
        return Choice(True, False, not (tame and calm), used)
    place = worst.index(max(worst))
    raise NoFix(f"{given_there(names, place)} may differ in structure, shape or dtype between the branches")


def _doubled(site: Site, fork: Fork, names: list[str]) -> bool:
    """Can the arms be told so that a steep step of one that is not taken makes no NaN?"""
    for path, arm in _paths(fork, ()):
        steep = [one for one in arm.given or () if one.node is not None and not _all_tame(site, one.node)]
        rebound = len(names) > 1 and any(name in names for test, _ in path for name in names_in(test))
        if steep and (rebound or not all(is_pure(site, test) for test, _ in path)):
            return False
        if not all(_can_be_guarded(site, one) for one in steep):
            return False
    return True


def _all_tame(site: Site, node: ast.expr) -> bool:
    return all(is_tame(site, part) for part in walk(node))


def _can_be_guarded(site: Site, given: Given) -> bool:
    node = given.node
    if node is None or node in site.module.parents:
        return node is not None and doubled(site, node, lambda *_: ()) is not None
    assert isinstance(node, ast.BinOp)  # of x += v
    return doubled_by(site, node.op, node.right, lambda *_: ()) is not None


def _paths(way: Fork | Arm, path: Path) -> Iterator[tuple[Path, Arm]]:
    """Each arm with the tests that lead to it."""
    if isinstance(way, Arm):
        yield path, way
        return
    yield from _paths(way.yes, (*path, (way.test, True)))
    yield from _paths(way.no, (*path, (way.test, False)))


def _is_brief(test: ast.expr) -> bool:
    """A comparison of names and constants, which may be said for each result."""
    sides = [test.left, *test.comparators] if isinstance(test, ast.Compare) else [test]
    return all(isinstance(side, (ast.Name, ast.Constant)) for side in sides)


def may_choose(site: Site, tests: list[ast.expr]) -> bool:
    """May ``lax.cond`` ask them?  Those after the first are asked in any case."""
    scalars = all(is_scalar(site, test) or rank(site, test) is None for test in tests)
    return scalars and all(is_computation(site, test) for test in tests[1:])


def are_leaves(values: list[Value]) -> bool:
    """What stands beside an array, or a number of Python's, is an array, if it is to be chosen by JAX."""
    beside = any(is_leaf(value) and not is_open(value) for value in values)
    return all(is_leaf(value) or (beside and isinstance(value, Traced)) for value in values)


def _keeps_state(site: Site, arm: Arm) -> bool:
    """A module that makes parameters must be called outside of functions of ``lax.cond``."""
    parts = executed([*arm.statements, *nodes_of([arm])])  # type: ignore[list-item]
    return any(isinstance(part, ast.Call) and keeps_state(site, part) for part in parts)


def _is_pure(site: Site, arms: list[Arm], tests: list[ast.expr]) -> bool:
    blocks = [statement for arm in arms if arm.given is None for statement in arm.statements]
    return is_proved_pure(site, [*blocks, *nodes_of(arms), *tests])


def _is_calm(site: Site, arms: list[Arm], test: ast.expr) -> bool:
    """What the arms read was made without steps of infinite slope.

    JAX gives the arm not taken a gradient of zeros, and zero times infinity is NaN; Python gave it none.
    """
    names = {given.text for arm in arms for given in arm.given or () if given.node is None}
    return made_calmly(site, names | ({name for arm in arms for name in _read_by(arm)} - _small(arms, test)), test)


def made_calmly(site: Site, names: set[str], test: ast.expr) -> bool:
    """The same, of what names hold where a test stands."""
    statement = site.module.statement_of(test)
    bindings = [] if statement is None else [one for name in names for one in definitions_before(site, statement, name)]
    made = [value_given(site, one) for one in bindings if one is not None]
    return all(smoothness.is_tame_before(site, value) for value in made if value is not None)


def _small(arms: list[Arm], test: ast.expr) -> set[str]:
    """The name that a test asks to be small, as it is where its slope is infinite: Python would have met that, too."""
    if not isinstance(test, ast.Compare) or not isinstance(test.left, ast.Name) or len(arms) != 2:
        return set()
    small = isinstance(test.ops[0], (ast.Lt, ast.LtE))
    return {test.left.id} if small and test.left.id not in _read_by(arms[1]) else set()


def _read_by(arm: Arm) -> set[str]:
    if arm.given is None:
        return set(Assignment(arm.statements).needed)
    return {name for one in arm.given if one.node is not None for name in names_in(one.node)}


def is_light(site: Site, node: ast.expr) -> bool:
    """Elementwise work only: cheaper to do than to avoid."""
    return all(_is_cheap(site, part) for part in walk(node))


def _is_cheap(site: Site, part: ast.AST) -> bool:
    if isinstance(part, ast.Call):
        name = step_of(site, part)
        made = name.startswith("jax.numpy.") and name.rpartition(".")[2] in MAKERS
        return is_elementwise(name) or made or name in _CHEAP or getattr(part.func, "attr", None) in ("astype", "conj")
    return not isinstance(part, _HEAVY)
