"""``range(...)`` as a number of iterations, and the loop variable as a number of the turn."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import is_plain, names_in
from jaxlint.codemods.recipes.analysis.proof import aval, callee, constant
from jaxlint.codemods.recipes.loops.loop_bounds import static_bound
from jaxlint.codemods.recipes.wording.quote import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.site import Site


class Range:
    """``lower`` and ``upper`` as text; ``step``: a number other than 0; ``most``: a static bound of the turns."""

    def __init__(self, lower: str, upper: str, step: int, most: str | None) -> None:
        self.lower = lower
        self.upper = upper
        self.step = step
        self.most = most

    @property
    def is_constant(self) -> bool:
        """Are both ends numbers in the text?"""
        return all(number(ast.parse(end, mode="eval").body) is not None for end in (self.lower, self.upper))

    @property
    def turns(self) -> str:
        """How often the loop turns; a number below 0 is none at all."""
        size = abs(self.step)
        start, end = (self.lower, self.upper) if self.step > 0 else (self.upper, self.lower)
        distance = _difference(end, start, size - 1)
        return distance if size == 1 else quote(None, "{} // {}", distance, size)

    def backwards(self) -> Range:
        """The same numbers from the last on."""
        if abs(self.step) != 1:
            raise NoFix("the step of the reversed `range` is not 1")
        return Range(_plus_number(self.upper, -self.step), _plus_number(self.lower, -self.step), -self.step, self.most)

    def counted(self) -> Range:
        """As many turns, counted from 0."""
        return Range("0", self.turns, 1, self.most)

    def at(self, turn: str) -> str:
        """The loop variable in a turn, counted from 0."""
        size = abs(self.step)
        taken = turn if size == 1 else quote(None, "{} * {}", size, turn)
        return taken if self.lower == "0" and self.step > 0 else _plus(self.lower, self._sign, taken)

    def holds(self, name: str) -> str:
        """The test that the loop variable is still inside."""
        return quote(None, f"{{}} {'<' if self.step > 0 else '>'} {{}}", name, self.upper)

    def settled(self, bound: set[str], new: Callable[[str], str]) -> tuple[str, Range]:
        """Statements that hold the ends fast for tests inside a function that binds some names, and the range then."""
        lines, ends = "", []
        for text, wanted in ((self.lower, "start"), (self.upper, "stop")):
            node = ast.parse(f"({text})", mode="eval").body
            if number(node) is None and not (is_plain(node) and not names_in(node) & bound):
                name = new(wanted)
                lines += f"{name} = {text}\n"
                text = name
            ends.append(text)
        return lines and f"{lines}\n", Range(ends[0], ends[1], self.step, self.most)

    def inside(self, name: str) -> str:
        """The test that a number from 0 on, or from a number on, is one of the range; its step is 1."""
        below = self.holds(name)
        return below if self._starts_at_number else quote(None, "({} <= {}) & {}", self.lower, name, below)

    def numbers(self, most: str) -> str:
        """Arguments of ``jnp.arange``: all numbers that there can be."""
        return f"{self.lower}, {most}" if self._starts_at_number and self.lower != "0" else most

    @property
    def _starts_at_number(self) -> bool:
        return self.lower.isdigit()

    def next(self, name: str) -> str:
        return f"{name} {self._sign} {abs(self.step)}"

    @property
    def _sign(self) -> str:
        return "+" if self.step > 0 else "-"


def _difference(end: str, start: str, more: int) -> str:
    """``end - start + more``, numbers added up."""
    (left, plus), (right, minus) = _split(end), _split(start)
    more += plus - minus
    if not right:
        return _shifted(left, more)
    return _shifted(_plus(left, "-", right), more) if left else _plus(str(more), "-", right)


def _split(text: str) -> tuple[str, int]:
    """``n - 1`` as ``n`` and -1."""
    node = ast.parse(f"({text})", mode="eval").body
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        added = number(node.right)
        if added is not None:
            return ast.unparse(node.left), added if isinstance(node.op, ast.Add) else -added
    alone = number(node)
    return (text, 0) if alone is None else ("", alone)


def number(node: ast.expr) -> int | None:
    """Of a literal, the sign with it."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        positive = number(node.operand)
        return None if positive is None else -positive
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def _plus_number(text: str, more: int) -> str:
    left, plus = _split(text)
    return _shifted(left, plus + more)


def _shifted(text: str, more: int) -> str:
    if not text or not more:
        return text or str(more)
    return _plus(text, "+" if more > 0 else "-", str(abs(more)))


def _plus(left: str, sign: str, right: str) -> str:
    return quote(None, f"{{}} {sign} {{}}", left, right)


def range_of(site: Site, call: ast.expr) -> Range:
    """The three numbers of ``range(...)``, or of ``reversed`` of one."""
    if callee(site, call) == "builtins.reversed" and isinstance(call, ast.Call) and len(call.args) == 1:
        return range_of(site, call.args[0]).backwards()
    if callee(site, call) != "builtins.range" or not isinstance(call, ast.Call) or call.keywords:
        raise NoFix("only a loop over `range` or over the rows of an array can become a JAX loop")
    return range_between(site, call.args)


def range_between(site: Site, given: list[ast.expr]) -> Range:
    """Of whole numbers, as the arguments of ``range`` and ``arange`` tell it."""
    if not 1 <= len(given) <= 3 or any(isinstance(part, ast.Starred) for part in given):
        raise NoFix("the bounds of the loop are unpacked with `*`")
    stop = given[0] if len(given) == 1 else given[1]
    step = constant(site, given[2]) if len(given) == 3 else 1
    if type(step) is not int or step == 0:
        raise NoFix("the step between the iterations is unknown")
    kinds = {aval(site, part).kind for part in given}
    dtypes = {aval(site, part).dtype for part in given if not aval(site, part).weak} - {None}
    if not kinds <= {"i", None} or len(dtypes) > 1:
        raise NoFix("the bounds of the loop may not be integers of one dtype")
    lower, upper = "0" if len(given) == 1 else _as_int(site, given[0]), _as_int(site, stop)
    if "\n" in lower or "\n" in upper:
        raise NoFix("a bound of the loop spans several lines")
    most = static_bound(site, stop) if step > 0 and lower.isdigit() else None
    return Range(lower, upper, step, most)


def _as_int(site: Site, bound: ast.expr) -> str:
    """JAX's loops take no bounds of two dtypes, and in narrow ones the numbers would wrap."""
    known = aval(site, bound)
    if known.weak or known.dtype in (None, "int32", "int64"):
        return site.text(bound)
    return quote(site, "{}.astype(int)", bound)
