"""The text of terms: tests with a name where they are needed twice, and one nested ``jnp.where`` for each target."""

from __future__ import annotations

import ast
import textwrap
from functools import partial

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import is_plain, names_in
from jaxlint.codemods.recipes.analysis.fitting import fits
from jaxlint.codemods.recipes.analysis.proof import kind
from jaxlint.codemods.recipes.branches.doubled import doubled_by, is_tame, keeps_off, operand_of
from jaxlint.codemods.recipes.branches.leads import will_be_traced
from jaxlint.codemods.recipes.branches.one_place import Written
from jaxlint.codemods.recipes.branches.ways import is_traced
from jaxlint.codemods.recipes.branches.where_text import selected
from jaxlint.codemods.recipes.loops.loop_tests import Test, asked, inverted, joined
from jaxlint.codemods.recipes.purity.memory import is_numpys
from jaxlint.codemods.recipes.straight.joining import binds
from jaxlint.codemods.recipes.straight.terms import (
    Added,
    Asked,
    Block,
    Chosen,
    Either,
    Flag,
    Leaf,
    Name,
    Place,
    Result,
    Several,
    Stated,
    Step,
    chosen_in,
    leaves,
)
from jaxlint.codemods.recipes.wording.lifting import argument, flush, lifted
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.tightness import SYMBOLS
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.recipes.straight.terms import Guard, Item, Path, Target, Tree
    from jaxlint.codemods.site import Site

_STEEP = "a branch has no finite gradient where it is not taken"
_GUARDS = 2  # more of them hide what is computed
_MANY = 4  # tests in a row
_NEUTRAL: dict[type[ast.operator] | type[None], str] = {ast.Add: "0", ast.Sub: "0", ast.Mult: "1", ast.Div: "1"}
_METHODS: dict[type[ast.operator], str] = {ast.Add: "add", ast.Mult: "multiply"}


class Emitter:
    """``new``: makes names for the tests; ``guards``: how many steep steps may be guarded, None: all of them.

    ``steep``: one of those is not, as it takes no number that is known to be harmless.
    """

    def __init__(self, site: Site, items: list[Item], new: Callable[[str], str], guards: int | None = _GUARDS) -> None:
        self.site = site
        self.items = items
        self.steep = False
        self._most = guards
        self._rebound = set().union(*map(binds, items))
        self._guards = 0
        for item in items:
            if isinstance(item, Chosen) and isinstance(item.tree, Either):
                item.tree = self._equal(item, item.tree) or item.tree
        for item in chosen_in(items):
            self._change(item)
        self._name_tests(items, new)

    @property
    def values(self) -> list[ast.expr]:
        """All that is computed, but for the tests."""
        steps = [item.leaf.node for item in self.items if isinstance(item, Step)]
        trees = [item.tree for item in self.items if isinstance(item, Chosen)]
        return [*steps, *(leaf.node for tree in trees for leaf, _ in leaves(tree) if leaf is not None)]

    @property
    def lines(self) -> list[str]:
        results = [item for item in self.items if isinstance(item, Chosen) and isinstance(item.target, Result)]
        ordered = sorted(results, key=lambda item: item.target.number)  # type: ignore[union-attr]
        found = [line for item in self.items if item not in results for line in self._lines(item)]
        if ordered:
            found.append(f"return {', '.join([self._text(item.tree, item.target, item.truths) for item in ordered])}")
        return found

    def choice(self, tree: Either, truths: bool) -> str:
        """One value as an expression."""
        return self._text(tree, Result(0), truths)

    def _lines(self, item: Item) -> list[str]:
        match item:
            case Asked():
                text = self._asked(item) if item.held else ""
                return [f"{item.held} = {text}"] if text != item.held else []
            case Step():
                return [self._step(item)]
            case Stated():
                return [item.said(self._guard(item.path))]
            case Flag():
                return self._raised(item)
            case Block():
                inside = [line for one in item.inside for line in self._lines(one)]
                return [item.head, textwrap.indent("\n".join(inside or ["pass"]), self.site.module.indent_unit)]
        return [self._bound(item)]

    def _asked(self, test: Asked) -> str:
        tests = [self._test(one, holds) for one, holds in test.under] or [asked(self.site, test.node)]
        return joined(self.site, tests).line

    def _raised(self, flag: Flag) -> list[str]:
        tests = [self._test(one, holds) for one, holds in flag.path if one is not flag.test]
        whole = joined(self.site, tests) if tests else Test("True", True, False)
        name = flag.test.held
        if flag.again:
            whole = joined(self.site, [Test(name, True, True), whole], all_of_them=False)
        return [f"{name} = {whole.line}"] if whole.line != name else []

    def _equal(self, item: Chosen, tree: Either) -> Leaf | None:
        """``x`` of ``where(x == 0, 0, x)``; of floats, a zero may have another sign."""
        test, way = tree.test.node, tree.no
        if not isinstance(test, ast.Compare) or len(test.ops) > 1 or not isinstance(test.ops[0], ast.Eq):
            return None
        sides, other = [test.left, test.comparators[0]], tree.yes
        if not isinstance(way, Leaf) or not isinstance(other, Leaf) or way.operator or other.operator:
            return None
        exact = all(kind(self.site, one) in ("b", "i") for one in sides) and isinstance(way.node, ast.Name)
        same = {*map(self.site.text, sides)} == {self.site.text(way.node), self.site.text(other.node)}
        others = set().union(*(binds(one) for one in self.items if one is not item))
        return way if exact and same and not names_in(test) & others else None

    def _change(self, item: Chosen) -> None:
        """``x += where(p, v, 0)``, where all that any branch does is to add to a name."""
        found = [leaf for leaf, _ in leaves(item.tree) if leaf is not None]
        operators = {type(leaf.operator) for leaf in found}
        if not isinstance(item.target, Name) or not isinstance(item.tree, Either) or len(operators) != 1:
            return
        operator = operators.pop()
        if operator not in _NEUTRAL or _is_heavy(item.tree) or any(is_numpys(self.site, leaf.made) for leaf in found):
            return  # NumPy's arrays take no tracer in place
        for leaf in found:
            leaf.operator = None
            leaf.tame = all(is_tame(self.site, part) for part in walk(leaf.node))
        item.target = Name(item.target.name, operator)  # type: ignore[arg-type]

    def _guard(self, path: Path) -> Guard:
        """Of one text, and how it must come out."""
        if not path:
            return None
        if not any(holds for _, holds in path):
            return joined(self.site, [self._test(test, True) for test, _ in path], all_of_them=False).line, False
        return joined(self.site, [self._test(test, holds) for test, holds in path]).line, True

    def _name_tests(self, items: list[Item], new: Callable[[str], str]) -> None:
        """Those that are said more than once, or after a name that they read is bound anew."""
        for at, item in enumerate(items):
            if isinstance(item, Block):
                self._name_tests(item.inside, new)
            if not isinstance(item, Asked):
                continue
            later = items[at + 1 :]
            uses = [self._uses(one, item) for one in later]
            if item.under:
                item.held = item.held if any(uses) else ""
            if item.under or item.held:
                continue
            last = max((place for place, count in enumerate(uses) if count), default=-1)
            over = later if any(isinstance(getattr(one, "target", None), Result) for one in later[: last + 1]) else []
            over = over or [one for one in later[: last + 1] if one is not later[last] or isinstance(one, Block)]
            bound = set().union(*map(binds, over))
            if last >= 0 and (bound & names_in(item.node) or (sum(uses) > 1 and not is_plain(item.node))):
                item.held = new(item.wanted)

    def _uses(self, item: Item, test: Asked) -> int:
        match item:
            case Asked():
                return sum(test is one for one, _ in item.under)
            case Chosen():
                trees = [one.tree for one in one_by_one(item)]
                found = [way for tree in trees for way in leaves(tree)]
                said = sum(_mentions(tree, test) for tree in trees)
                if isinstance(item.target, Added) and item.target.kept:
                    said = _mentions(_without_none(item.tree)[0], test)
                    said += sum(test is one for leaf, path in found if leaf is not None for one, _ in path)
                return said + sum(self._guards_by(test, leaf, path) for leaf, path in found if leaf is not None)
            case Stated() | Flag():
                return sum(test is one for one, _ in item.path)
            case Block():
                return 2 * sum(self._uses(one, test) for one in item.inside)  # for each iteration
        return self._guards_by(test, item.leaf, item.path)

    def _guards_by(self, test: Asked, leaf: Leaf, path: Path) -> int:
        """How often the text of a value asks a test, so as not to be steep."""
        steps: list[tuple[ast.AST | None, ast.expr | None]] = [
            (part, operand_of(self.site, part)[0]) for part in walk(leaf.node) if not is_tame(self.site, part)
        ]
        steps += [(None, leaf.node)] if isinstance(leaf.operator, ast.Div) and not leaf.tame else []
        near = [self._near(path, step, operand) for step, operand in steps if operand is not None]
        return sum(test is one for found in near for one, _ in (path if found is None else [found]))

    def _step(self, step: Step) -> str:
        if step.leaf.tame:
            return lifted(self.site, [step.statement])
        operator = step.leaf.operator
        sign = "=" if operator is None else f"{SYMBOLS[type(operator)]}="
        return f"{step.name} {sign} {self._guarded(step.leaf, step.path)}"

    def _bound(self, item: Chosen) -> str:
        target = item.target
        if isinstance(target, Several):
            return self._bound_at_once(item, target)
        if isinstance(target, Added):
            return self._added(item.tree, target)
        if not isinstance(target, Place):
            sign = f"{SYMBOLS[target.operator]}=" if isinstance(target, Name) and target.operator else "="
            return f"{target.name} {sign} {self._text(item.tree, target, item.truths)}"
        before, text, after = self._placed(item, target)
        return f"{target.name} = {before}{text}{after}"

    def _added(self, tree: Tree, target: Added) -> str:
        """The element, whichever branch gives it, and whether one does."""
        ways = [path for leaf, path in leaves(tree) if leaf is not None]
        whole, path = _without_none(tree)
        line = f"{target.name}.append({self._text(whole, target, False, path)})"
        if not target.kept:
            return line
        tests = [joined(self.site, [self._test(*one) for one in way]) for way in ways]
        in_any = len(ways) == len(leaves(tree))
        return f"{line}\n{target.kept}.append({in_any or joined(self.site, tests, all_of_them=False).line})"

    def _bound_at_once(self, item: Chosen, target: Several) -> str:
        """``a, b = ...``, or one write after the other, all of what the array held before."""
        parts = one_by_one(item)
        if parts == [item]:
            return f"{target.name} = {self._text(item.tree, target, item.truths)}"
        placed = [self._placed(one, one.target) for one in parts if isinstance(one.target, Place)]
        if placed:
            writes = [f"{before.removeprefix(target.name)}{text}{after}" for before, text, after in placed]
            return f"{target.name} = {target.name}{''.join(writes)}"
        return f"{target.name} = {', '.join([self._text(one.tree, one.target, one.truths) for one in parts])}"

    def _placed(self, item: Chosen, target: Place) -> tuple[str, str, str]:
        """The value that is written, between what stands before and after it."""
        found = [leaf for leaf, _ in leaves(item.tree) if leaf is not None]
        method = self._method(target, found)
        write = Written(target.write.base, target.write.index, method, target.write.value)
        before, after = write.frame(self.site)
        return before, self._text(item.tree, Place(write, target.in_place), item.truths), after

    def _method(self, target: Place, found: list[Leaf]) -> str:
        """``add``, where all add a number that fits; else ``set``."""
        methods = {leaf.method for leaf in found}
        if methods != {"set"}:
            if len(methods) > 1 or any(leaf.operator is not None for leaf in found):
                raise NoFix("the branches update one element by different operations")
            return methods.pop()
        operators = {type(leaf.operator) for leaf in found}
        method = _METHODS.get(operators.pop()) if len(operators) == 1 else None  # type: ignore[arg-type]
        return method if method and all(fits(self.site, target.write.base, leaf.node) for leaf in found) else "set"

    def _text(self, tree: Tree | None, target: Target, truths: bool, path: Path = ()) -> str:
        if tree is None:
            return self._old(target)
        if isinstance(tree, Leaf):
            return self._new(tree, target, path)
        many = None if _is_heavy(tree) else self._one_of_many(tree, target, truths, path)
        if many is not None:
            return many
        tests, yes, no = _fused(tree)
        text = self._text(yes, target, truths, (*path, *tests))
        either = [tree.test]
        while (
            len(tests) == 1
            and isinstance(no, Either)
            and text == self._text(no.yes, target, truths, (*path, (no.test, True)))
        ):
            either.append(no.test)
            no = no.no
        other = self._text(no, target, truths, (*path, (tests[0][0], not tests[0][1])))
        if text == other:
            return text
        if _is_heavy(tree):
            return quote(self.site, "lax.cond({}, lambda: {}, lambda: {})", self._question(tests, either), text, other)
        asked_here = [*either, *(one for one, _ in tests)]
        asks = truths and all(map(self._is_truth, asked_here))
        asks = asks and (text != "False" or all(one.sure for one in asked_here))
        return selected(self.site, self._question(tests, either), text, other, asks)

    def _one_of_many(self, tree: Either, target: Target, truths: bool, path: Path) -> str | None:
        """``jnp.select``, where ``jnp.where`` would stand in itself too often."""
        tests: list[Asked] = []
        way: Tree | None = tree
        while isinstance(way, Either) and way.yes is not None:
            tests.append(way.test)
            way = way.no
        if len(tests) < _MANY:
            return None
        asks = [joined(self.site, [self._test(test, True)]).line for test in tests]
        values, way = [], tree
        for test in tests:
            assert isinstance(way, Either)
            values.append(self._text(way.yes, target, truths, (*path, (test, True))))
            path, way = (*path, (test, False)), way.no
        default = self._text(way, target, truths, path)
        return f"{quote(self.site, 'jnp.select')}([{', '.join(asks)}], [{', '.join(values)}], {default})"

    def _is_truth(self, test: Asked) -> bool:
        return bool(test.under) or isinstance(test.node, ast.Constant) or asked(self.site, test.node).array

    def _question(self, tests: list[tuple[Asked, bool]], either: list[Asked]) -> str:
        """All of ``tests``, or one of ``either``."""
        if len(either) > 1:
            return joined(self.site, [self._test(one, True) for one in either], all_of_them=False).line
        if len(tests) == 1 and tests[0][1]:
            return self._said(tests[0][0])
        return joined(self.site, [self._test(one, holds) for one, holds in tests]).line

    def _said(self, test: Asked) -> str:
        """A test that stands alone."""
        if test.held:
            return test.held
        parts = test.node.values if isinstance(test.node, ast.BoolOp) else []
        by_python = any(isinstance(part, ast.NamedExpr) for part in walk(test.node))
        first = parts[:1]
        by_python = by_python or any(not (is_traced(self.site, one) or will_be_traced(self.site, one)) for one in first)
        return argument(self.site, test.node) if by_python else asked(self.site, test.node).line

    def _test(self, test: Asked, holds: bool) -> Test:
        way = Test(test.held, True, True) if test.held else asked(self.site, test.node)
        if holds:
            return way
        return Test(f"~{way.operand}", True, True) if way.array and test.sure else inverted(self.site, way)

    def _old(self, target: Target) -> str:
        if isinstance(target, Name) and target.operator is not None:
            return _NEUTRAL[target.operator]
        if isinstance(target, Several):
            return f"({target.name})"
        return target.write.unchanged(self.site).text if isinstance(target, Place) else target.name

    def _new(self, leaf: Leaf, target: Target, path: Path) -> str:
        text = flush(self.site, leaf.node) if leaf.tame else self._guarded(leaf, path)
        if leaf.operator is None or (isinstance(target, Place) and target.write.method != "set"):
            return text
        return quote(self.site, f"{{}} {SYMBOLS[type(leaf.operator)]} {{}}", self._old(target), text)

    def _guards_of(self, path: Path, step: ast.AST | None, operand: ast.expr) -> list[tuple[str, bool]]:
        """The one test that keeps the operand off, or all that lead there."""
        near = self._near(path, step, operand)
        guard = (self._said(near[0]), near[1]) if near is not None else self._guard(path)
        return [] if guard is None else [guard]

    def _near(self, path: Path, step: ast.AST | None, operand: ast.expr) -> tuple[Asked, bool] | None:
        if names_in(operand) & self._rebound:
            return None  # another one than the test asked for
        tests = [one for one in path if not one[0].under]
        return next((one for one in tests if keeps_off(self.site, step, operand, one[0].node, one[1])), None)

    def _guarded(self, leaf: Leaf, path: Path) -> str:
        """What may be infinite is computed of a harmless number, where the value is not taken."""
        guards = partial(self._guards_of, path)
        text = doubled_by(self.site, leaf.operator, leaf.node, guards) if path else None
        self._guards += 1
        if self._most is not None and (text is None or len(path) > 1 or self._guards > self._most):
            raise NoFix(_STEEP)
        self.steep = self.steep or text is None
        return flush(self.site, leaf.node) if text is None else text


def one_by_one(item: Chosen) -> list[Chosen]:
    """A choice for each of several targets, where all values are told by their elements."""
    if not isinstance(item.target, Several) or not all(leaf is None or leaf.parts for leaf, _ in leaves(item.tree)):
        return [item]
    targets: list[Name | Place] = [*item.target.targets]
    pairs = [(target, _part(item.tree, place)) for place, target in enumerate(targets)]
    return [Chosen(target, tree) for target, tree in pairs if tree is not None]


def _part(tree: Tree | None, number: int) -> Tree | None:
    """The same choice, of one element of the tuples."""
    if isinstance(tree, Either):
        return Either(tree.test, _part(tree.yes, number), _part(tree.no, number))
    return None if tree is None else tree.parts[number]


def _without_none(tree: Tree | None, path: Path = ()) -> tuple[Tree | None, Path]:
    """What is left where the first tests alone say whether there is a value, and these tests."""
    if not isinstance(tree, Either) or None not in (tree.yes, tree.no):
        return tree, path
    return _without_none(tree.yes or tree.no, (*path, (tree.test, tree.no is None)))


def _is_heavy(tree: Tree) -> bool:
    return any(leaf is not None and leaf.heavy for leaf, _ in leaves(tree))


def _mentions(tree: Tree | None, test: Asked) -> int:
    if not isinstance(tree, Either):
        return 0
    return (tree.test is test) + _mentions(tree.yes, test) + _mentions(tree.no, test)


def _fused(tree: Either) -> tuple[list[tuple[Asked, bool]], Tree | None, Tree | None]:
    """The tests that all must hold for the one value that changes something, as in ``where(p & ~q, v, x)``."""
    tests: list[tuple[Asked, bool]] = []
    way: Tree | None = tree
    while isinstance(way, Either) and None in (way.yes, way.no):
        tests.append((way.test, way.no is None))
        way = way.yes if way.no is None else way.no
    told = {pair for test, holds in tests if holds for pair in test.under}
    if len(tests) > 1 and any(holds for _, holds in tests):
        return [pair for pair in tests if pair not in told], way, None
    return [(tree.test, True)], tree.yes, tree.no
