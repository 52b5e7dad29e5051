"""The text of terms: tests with a name where they are needed twice, and one nested ``jnp.where`` for each target."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import is_plain, names_in
from jaxlint.codemods.recipes.analysis.fitting import fits
from jaxlint.codemods.recipes.analysis.proof import kind
from jaxlint.codemods.recipes.branches.doubled import doubled, doubled_by
from jaxlint.codemods.recipes.branches.one_place import Written
from jaxlint.codemods.recipes.branches.where_text import selected
from jaxlint.codemods.recipes.loops.loop_tests import Test, asked, inverted, joined
from jaxlint.codemods.recipes.straight.joining import binds
from jaxlint.codemods.recipes.straight.terms import Asked, Chosen, Either, Leaf, Place, Result, Step, leaves
from jaxlint.codemods.recipes.wording.lifting import argument, flush, lifted
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.tightness import SYMBOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.loops.loop_forms import Names
    from jaxlint.codemods.recipes.straight.terms import Item, Path, Target, Tree
    from jaxlint.codemods.site import Site

_STEEP = "a branch has no finite gradient where it is not taken"
_GUARDS = 2  # more of them hide what is computed
_METHODS: dict[type[ast.operator], str] = {ast.Add: "add", ast.Mult: "multiply"}


class Emitter:
    """``new``: fresh names for the tests."""

    def __init__(self, site: Site, items: list[Item], new: Names) -> None:
        self.site = site
        self.items = items
        self._guards = 0
        self._name_tests(new)

    @property
    def values(self) -> list[ast.expr]:
        """All that is computed, but for the tests."""
        steps = [item.leaf.node for item in self.items if isinstance(item, Step)]
        trees = [item.tree for item in self.items if isinstance(item, Chosen)]
        return [*steps, *(leaf.node for tree in trees for leaf, _ in leaves(tree) if leaf is not None)]

    @property
    def lines(self) -> list[str]:
        found = []
        for item in self.items:
            if isinstance(item, Asked):
                found += [f"{item.held} = {self._asked(item)}"] if item.held else []
            elif isinstance(item, Step):
                found.append(self._step(item))
            elif not isinstance(item.target, Result):
                found.append(self._bound(item))
        results = [item for item in self.items if isinstance(item, Chosen) and isinstance(item.target, Result)]
        ordered = sorted(results, key=lambda item: item.target.number)  # type: ignore[union-attr]
        if ordered:
            found.append(f"return {', '.join([self._text(item.tree, item.target, item.truths) for item in ordered])}")
        return found

    def _asked(self, test: Asked) -> str:
        if not test.under:
            return argument(self.site, test.node)
        return joined(self.site, [self._test(one, holds) for one, holds in test.under]).line

    def _name_tests(self, new: Names) -> None:
        """Those that are said more than once, or after a name that they read is bound anew."""
        for at, item in enumerate(self.items):
            if not isinstance(item, Asked):
                continue
            later = self.items[at + 1 :]
            uses = [self._uses(one, item) for one in later]
            if item.under:
                item.held = item.held if any(uses) else ""
                continue
            last = max((place for place, count in enumerate(uses) if count), default=-1)
            bound = {binds(one) for one in later[: max(last, 0)]}
            results = any(isinstance(one, Chosen) and isinstance(one.target, Result) for one in later[: last + 1])
            bound |= {binds(one) for one in later} if results else set()
            if last >= 0 and (bound & names_in(item.node) or (sum(uses) > 1 and not is_plain(item.node))):
                item.held = new("condition")

    def _uses(self, item: Item, test: Asked) -> int:
        if isinstance(item, Asked):
            return sum(test is one for one, _ in item.under)
        if isinstance(item, Chosen):
            guards = [path for leaf, path in leaves(item.tree) if leaf is not None and not leaf.tame]
            return _mentions(item.tree, test) + sum(test is one for path in guards for one, _ in path)
        return 0 if item.leaf.tame else sum(test is one for one, _ in item.path)

    def _step(self, step: Step) -> str:
        if step.leaf.tame:
            return lifted(self.site, [step.statement])
        operator = step.leaf.operator
        sign = "=" if operator is None else f"{SYMBOLS[type(operator)]}="
        return f"{step.name} {sign} {self._guarded(step.leaf, step.path)}"

    def _bound(self, item: Chosen) -> str:
        target = item.target
        if not isinstance(target, Place):
            return f"{target.name} = {self._text(item.tree, target, item.truths)}"
        found = [leaf for leaf, _ in leaves(item.tree) if leaf is not None]
        method = self._method(target, found)
        write = Written(target.write.base, target.write.index, method, target.write.value)
        before, after = write.frame(self.site)
        return f"{target.name} = {before}{self._text(item.tree, Place(write, target.in_place), item.truths)}{after}"

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
        asks = truths and all(map(self._is_truth, [*either, *(one for one, _ in tests)]))
        return selected(self.site, self._question(tests, either), text, other, asks)

    def _is_truth(self, test: Asked) -> bool:
        return bool(test.under) or kind(self.site, test.node) == "b"

    def _question(self, tests: list[tuple[Asked, bool]], either: list[Asked]) -> str:
        """All of ``tests``, or one of ``either``."""
        if len(either) > 1:
            return joined(self.site, [self._test(one, True) for one in either], all_of_them=False).line
        if len(tests) == 1 and tests[0][1]:
            return self._said(tests[0][0])
        return joined(self.site, [self._test(one, holds) for one, holds in tests]).line

    def _said(self, test: Asked) -> str:
        """A test that stands alone."""
        return test.held or argument(self.site, test.node)

    def _test(self, test: Asked, holds: bool) -> Test:
        way = Test(test.held, True, True) if test.held else asked(self.site, test.node)
        if holds:
            return way
        return Test(f"~{way.operand}", True, True) if way.array else inverted(self.site, way)

    def _old(self, target: Target) -> str:
        return target.write.unchanged(self.site).text if isinstance(target, Place) else target.name

    def _new(self, leaf: Leaf, target: Target, path: Path) -> str:
        text = flush(self.site, leaf.node) if leaf.tame else self._guarded(leaf, path)
        if leaf.operator is None or (isinstance(target, Place) and target.write.method != "set"):
            return text
        return quote(self.site, f"{{}} {SYMBOLS[type(leaf.operator)]} {{}}", self._old(target), text)

    def _guarded(self, leaf: Leaf, path: Path) -> str:
        """What may be infinite is computed of a harmless number, where the value is not taken."""
        said = [(self._said(test), holds) for test, holds in path]
        if leaf.operator is None:
            text = doubled(self.site, leaf.node, said)
        else:
            text = doubled_by(self.site, leaf.operator, leaf.node, said)
        self._guards += 1
        if text is None or len(path) > 1 or self._guards > _GUARDS:
            raise NoFix(_STEEP)
        return text


def _mentions(tree: Tree | None, test: Asked) -> int:
    if not isinstance(tree, Either):
        return 0
    return (tree.test is test) + _mentions(tree.yes, test) + _mentions(tree.no, test)


def _fused(tree: Either) -> tuple[list[tuple[Asked, bool]], Tree | None, Tree | None]:
    """The tests that all must hold for the one value that changes something, as in ``where(p & q, v, x)``."""
    if tree.yes is None and isinstance(tree.no, Either) and tree.no.no is None:
        return [(tree.test, False), (tree.no.test, True)], tree.no.yes, None
    tests, yes = [(tree.test, True)], tree.yes
    while tree.no is None and isinstance(yes, Either) and None in (yes.yes, yes.no):
        tests.append((yes.test, yes.no is None))
        yes = yes.yes if yes.no is None else yes.no
    return tests, yes, tree.no
