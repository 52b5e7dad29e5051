"""What a ``for`` goes over as a range of numbers, and what its target holds in a turn."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.proof import callee, is_array, size_of
from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.codemods.recipes.branches.agreement import is_number
from jaxlint.codemods.recipes.loops.loop_forms import Names
from jaxlint.codemods.recipes.loops.loop_ranges import Range, number, range_of
from jaxlint.codemods.recipes.wording.lifting import argument
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import Generator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.loops.loop_carry import Carry
    from jaxlint.codemods.site import Site

_LAZY = frozenset(f"builtins.{name}" for name in ("iter", "map", "filter", "zip", "enumerate", "reversed"))


class Over:
    """``index``: the name that is the number of the turn, or ""; ``first``: what the first one is called; ``rows``: the
    other names, and the arrays that they are rows of; ``above``: statements that make those."""

    def __init__(self, site: Site, loop: ast.For) -> None:
        self.site = site
        self.bound = {*names_bound(loop.body), *names_bound([loop.target])}
        self.index = ""
        self.first = 0
        self._body = loop.body
        self.rows: dict[str, str] = {}
        self.above = ""
        self._new = Names(site, loop)
        target, over = loop.target, loop.iter
        name = callee(site, over)
        if _is_range(site, over):
            self.index = _name(target)
            self.range = range_of(site, over)
            return
        if name == "builtins.enumerate" and isinstance(over, ast.Call) and over.args:
            target, over = self._counted(target, over)
        most = self._rows(target, over)
        self.range = Range("0", most, 1, most)

    def _rows(self, target: ast.expr, over: ast.expr) -> str:
        """How many turns there are."""
        if callee(self.site, over) != "builtins.zip" or not isinstance(over, ast.Call):
            return self._row(target, over)
        if over.keywords or not isinstance(target, ast.Tuple) or not 0 < len(target.elts) == len(over.args):
            raise NoFix("the loop variables do not match the arguments of `zip`")
        rows = [self._row(one, array) for one, array in zip(target.elts, over.args, strict=True)]
        sizes = {size_of(self.site, array, 0) for array in over.args}
        return rows[0] if len(sizes) == 1 and None not in sizes else f"min({', '.join(rows)})"

    def _counted(self, target: ast.expr, counted: ast.Call) -> tuple[ast.expr, ast.expr]:
        if not isinstance(target, ast.Tuple) or len(target.elts) != 2:
            raise NoFix("the loop over `enumerate` does not have two variables")
        self.index = _name(target.elts[0])
        begin = [*counted.args[1:], *(keyword.value for keyword in counted.keywords)]
        if begin and number(begin[0]) is None:
            raise NoFix("`enumerate` may begin at any number")
        self.first = number(begin[0]) or 0 if begin else 0
        return target.elts[1], counted.args[0]

    def _row(self, target: ast.expr, rows: ast.expr) -> str:
        """How many rows there are; those of a list are stacked."""
        name = _name(target)
        if isinstance(rows, ast.Name) and rows.id not in self.bound and is_array(self.site, rows):
            array = rows.id
        elif is_array(self.site, target) or is_number(self.site.value(target)) or self._is_computed_with(name):
            array = self._new("rows")
            self.above += f"{array} = {_stacked(self.site, rows)}\n"
        else:
            raise NoFix("only a loop over `range` or over the rows of an array can become a JAX loop")
        self.rows[name] = array
        return f"len({array})"

    def _is_computed_with(self, name: str) -> bool:
        """Arithmetic that no list or text takes part in."""
        sides = [
            (part.left, part.right)
            for statement in self._body
            for part in walk(statement)
            if isinstance(part, ast.BinOp) and not isinstance(part.op, (ast.Add, ast.Mod))
        ]
        return any(isinstance(side, ast.Name) and side.id == name for pair in sides for side in pair)

    @property
    def is_surely_entered(self) -> bool:
        """There is a first turn."""
        ends = [number(ast.parse(f"({text})", mode="eval").body) for text in (self.range.lower, self.range.upper)]
        if ends[0] is None or ends[1] is None:
            return False
        return (ends[1] - ends[0]) * self.range.step > 0


class Counter:
    """The number of the turn of a loop that may be left.  ``name``: the loop's own variable, if its last value is no
    more than what the loop is left with; ``lines``: what the names of the target hold, said of it; ``told``: those."""

    def __init__(self, over: Over, carry: Carry, new: Names) -> None:
        own = over.index not in {"", "_"} and over.index not in carry.bound | carry.live and not over.first
        self.range = over.range
        self.name = over.index if own else new.local("i" if over.index in {"", "_"} else "turn")
        self._above = over.above
        self._site = carry.site
        self._is_held = own and over.index in carry.names
        number = f"{self.name} + {over.first}" if over.first else self.name
        held = [f"{over.index} = {number}"] if not own and over.index not in {"", "_"} else []
        self.told = set(over.rows) | ({over.index} if held else set())
        self.lines = [*held, *(f"{name} = {array}[{self.name}]" for name, array in over.rows.items())]

    @property
    def is_plain(self) -> bool:
        """No more than a number that is counted on."""
        return not self._is_held and not self.lines

    def settle(self, bound: set[str], new: Names) -> str:
        """The statements that hold the ends of the range fast."""
        above, self.range = self.range.settled({self.name, *bound}, new)
        return self._above + above

    @property
    def holds(self) -> str:
        """The test that there is such a turn."""
        return self.range.holds(self.name)

    def next(self, flags: list[str]) -> str:
        """The number that follows; that of the turn in which the loop was left is kept where somebody reads it."""
        following = self.range.next(self.name)
        if not self._is_held or not flags:
            return following
        return quote(self._site, "jnp.where({}, {}, {})", " | ".join(flags), self.name, following)


def _is_range(site: Site, over: ast.expr) -> bool:
    if callee(site, over) == "builtins.reversed" and isinstance(over, ast.Call) and len(over.args) == 1:
        return _is_range(site, over.args[0])
    return callee(site, over) == "builtins.range"


def _stacked(site: Site, rows: ast.expr) -> str:
    """What it goes over, as one array."""
    if callee(site, rows) == "builtins.reversed" and isinstance(rows, ast.Call) and len(rows.args) == 1:
        turned = rows.args[0]
        return quote(site, "{}[::-1]", site.text(turned) if is_array(site, turned) else _stacked(site, turned))
    text = argument(site, rows)
    made = assigned_value(site, rows) if isinstance(rows, ast.Name) else rows
    lazy = isinstance(site.value(rows), Generator) or callee(site, made or rows) in _LAZY
    return quote(site, "jnp.asarray({})", f"list({text})" if lazy else text)


def _name(target: ast.expr) -> str:
    if not isinstance(target, ast.Name):
        raise NoFix(f"`{ast.unparse(target)}` is not a single loop variable")
    return target.id
