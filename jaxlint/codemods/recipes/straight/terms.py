"""What branches do, and iterations that may end early, as terms that say which test leads to which value.

``Item`` is closed: what is none of these is refused by ``building``, so that no guard can miss it.
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.branches.one_place import Written
from jaxlint.record import Record
from jaxlint.syntax.binders import names_bound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jaxlint.tracing.values.value import Value

    Guard = tuple[str, bool] | None  # the text of a test, and how it comes out where something happens


class Name(Record):
    """A name that others read after the branches; ``operator``: that of ``x += v``, in all of them."""

    name: str
    operator: type[ast.operator] | None = None

    @property
    def names(self) -> set[str]:
        return {self.name}

    @property
    def key(self) -> object:
        return self.name


class Place(Record):
    """An element, or a row, of the array that a name holds; ``in_place``: it is written to by ``x[i] = v``."""

    write: Written
    in_place: bool

    @property
    def name(self) -> str:
        return self.write.base.id

    @property
    def names(self) -> set[str]:
        return {self.name}

    @property
    def key(self) -> object:
        return self.name, ast.dump(self.write.index)


class Entry(Record):
    """What a dict or a list holds under a constant, or at a place; ``held``: before."""

    base: str
    place: str | int
    name: str
    held: Value

    @property
    def names(self) -> set[str]:
        return {self.base}

    @property
    def key(self) -> object:
        return self.base, self.place


class Several(Record):
    """Names, or elements of one array, that one statement gives the elements of a tuple."""

    targets: list[Name] | list[Place]

    @property
    def name(self) -> str:
        return ", ".join(dict.fromkeys([target.name for target in self.targets]))

    @property
    def names(self) -> set[str]:
        return {target.name for target in self.targets}

    @property
    def key(self) -> object:
        return tuple([target.key for target in self.targets])


class Added(Record):
    """The end of a list; ``kept``: the name of another that tells of each element whether it was added, "" for none."""

    name: str
    kept = ""

    @property
    def names(self) -> set[str]:
        return {self.name}

    @property
    def key(self) -> object:
        return self.name, "append"


class Result(Record):
    """What the function returns; ``number``: of several."""

    number: int
    name = ""
    names: frozenset[str] = frozenset()

    @property
    def key(self) -> object:
        return self.number


class Asked(Record):
    """A test.  ``held``: the name that it is given, if its text would stand in several places, or too late.

    ``under``: of one that has a name from the start, and no text of its own: the tests that all must hold.
    ``wanted``: the name that would suit it; ``sure``: no Python number, of which ``~`` is another number.
    """

    node: ast.expr
    held: str = ""
    under: Path = ()
    wanted: str = "condition"
    sure = True


class Leaf:
    """A value; ``operator``: that of ``x += v``; ``method``: that of ``x.at[i].add(v)``.

    ``made``: the expression that has the value of the whole, ``x`` of ``x += v``; ``tame``: its gradient is finite;
    ``heavy``: it is not computed where it is not taken; ``parts``: the elements of a tuple.
    """

    __slots__ = ("heavy", "made", "method", "node", "operator", "parts", "tame")

    def __init__(
        self, node: ast.expr, operator: ast.operator | None = None, method: str = "set", made: ast.expr | None = None
    ) -> None:
        self.node = node
        self.operator = operator
        self.method = method
        self.made = made or node
        self.tame = False
        self.heavy = False
        self.parts: list[Leaf] = []


class Either(Record):
    """One of two, by a test; None: as it was before."""

    test: Asked
    yes: Tree | None
    no: Tree | None


class Step(Record):
    """A statement that runs in any case, as only its branch reads what it binds."""

    statement: ast.stmt
    name: str
    leaf: Leaf
    path: Path


class Chosen(Record):
    """A name, an element or the result holds one of several values; ``truths``: all are booleans."""

    target: Target
    tree: Tree
    truths = False


class Stated(Record):
    """A statement that ``said`` gives the text of, under a guard; ``path``: what leads to it."""

    statement: ast.stmt
    path: Path
    said: Callable[[Guard], str]

    @property
    def names(self) -> set[str]:
        return set(names_bound([self.statement]))


class Flag(Record):
    """A test whose name tells that an iteration, or the loop, was left: from here on it holds where ``path`` does.

    ``again``: it may hold before.
    """

    test: Asked
    path: Path
    again: bool


class Block(Record):
    """A loop, or an ``if``, of Python's; ``head``: its first line."""

    node: ast.expr
    head: str
    inside: list[Item]
    bound: set[str]


Target = Name | Place | Entry | Added | Several | Result
Tree = Leaf | Either
Item = Asked | Step | Chosen | Stated | Flag | Block
Path = tuple[tuple[Asked, bool], ...]


def chosen_in(items: list[Item]) -> Iterator[Chosen]:
    """Also inside of loops and tests of Python's."""
    for item in items:
        if isinstance(item, Chosen):
            yield item
        elif isinstance(item, Block):
            yield from chosen_in(item.inside)


def leaves(tree: Tree | None, path: Path = ()) -> list[tuple[Leaf | None, Path]]:
    """The values of a tree, with the tests that lead to each; None: what was there before."""
    if not isinstance(tree, Either):
        return [(tree, path)]
    return [*leaves(tree.yes, (*path, (tree.test, True))), *leaves(tree.no, (*path, (tree.test, False)))]
