"""What a branch of cheap statements does, as terms that say which test leads to which value.

``Item`` is closed: what is none of these is refused by ``building``, so that no guard can miss it.
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.branches.one_place import Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass


class Name:
    """A name that others read after the branches."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def key(self) -> object:
        return self.name


class Place:
    """An element, or a row, of the array that a name holds; ``in_place``: it is written to by ``x[i] = v``."""

    __slots__ = ("in_place", "write")

    def __init__(self, write: Written, in_place: bool) -> None:
        self.write = write
        self.in_place = in_place

    @property
    def name(self) -> str:
        return self.write.base.id

    @property
    def key(self) -> object:
        return self.name, ast.dump(self.write.index)


class Result:
    """What the function returns; ``number``: of several."""

    __slots__ = ("number",)
    name = ""

    def __init__(self, number: int) -> None:
        self.number = number

    @property
    def key(self) -> object:
        return self.number


class Asked:
    """A test.  ``held``: the name that it is given, if its text would stand in several places, or too late.

    ``under``: of one that has a name from the start, and no text of its own: the tests that all must hold.
    """

    __slots__ = ("held", "node", "under")

    def __init__(self, node: ast.expr, held: str = "", under: Path = ()) -> None:
        self.node = node
        self.held = held
        self.under = under


class Leaf:
    """A value; ``operator``: that of ``x += v``; ``method``: that of ``x.at[i].add(v)``.

    ``made``: the expression that has the value of the whole, ``x`` of ``x += v``; ``tame``: its gradient is finite.
    """

    __slots__ = ("made", "method", "node", "operator", "tame")

    def __init__(
        self,
        node: ast.expr,
        operator: ast.operator | None = None,
        method: str = "set",
        made: ast.expr | None = None,
    ) -> None:
        self.node = node
        self.operator = operator
        self.method = method
        self.made = made or node
        self.tame = False


class Either:
    """One of two, by a test; None: as it was before."""

    __slots__ = ("no", "test", "yes")

    def __init__(self, test: Asked, yes: Tree | None, no: Tree | None) -> None:
        self.test = test
        self.yes = yes
        self.no = no


class Step:
    """A statement that runs in any case, as only its branch reads what it binds."""

    __slots__ = ("leaf", "name", "path", "statement")

    def __init__(self, statement: ast.stmt, name: str, leaf: Leaf, path: Path) -> None:
        self.statement = statement
        self.name = name
        self.leaf = leaf
        self.path = path


class Chosen:
    """A name, an element or the result holds one of several values; ``truths``: all are booleans."""

    __slots__ = ("target", "tree", "truths")

    def __init__(self, target: Target, tree: Tree) -> None:
        self.target = target
        self.tree = tree
        self.truths = False


Target = Name | Place | Result
Tree = Leaf | Either
Item = Asked | Step | Chosen
Path = tuple[tuple[Asked, bool], ...]


def leaves(tree: Tree | None, path: Path = ()) -> list[tuple[Leaf | None, Path]]:
    """The values of a tree, with the tests that lead to each; None: what was there before."""
    if not isinstance(tree, Either):
        return [(tree, path)]
    return [*leaves(tree.yes, (*path, (tree.test, True))), *leaves(tree.no, (*path, (tree.test, False)))]
