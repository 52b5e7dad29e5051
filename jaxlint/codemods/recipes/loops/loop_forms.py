"""The text of a loop of JAX's: two functions, or one, and the call that runs them."""

from __future__ import annotations

import ast
import textwrap

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import LOOPS
from jaxlint.codemods.recipes.analysis.proof import runs_backwards
from jaxlint.codemods.recipes.loops.loop_text import lines_of
from jaxlint.codemods.recipes.wording.fresh_names import names_below, numbered
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.wording import as_plain_value, packed
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION, UNSAFE, Level
from jaxlint.syntax.binders import FUNCTIONS, names_bound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.loops.loop_jumps import Loop
    from jaxlint.codemods.recipes.loops.loop_ranges import Range
    from jaxlint.codemods.site import Site

PLACEHOLDER = "MAX_TURNS"
BOUNDED = "use a bounded `lax.scan`; it always runs the largest possible number of iterations"
SUGGESTED = "use a bounded `lax.scan`, and fill in the bound; it always runs that many iterations"
_FORWARD = "it has no reverse-mode gradient"
_HELD = f"use `lax.while_loop`; {_FORWARD}"


def counted_title(over: Range) -> str:
    """JAX makes a scan of a loop between numbers that it knows, and that has all gradients."""
    return "use `lax.fori_loop`" if over.is_constant else f"use `lax.fori_loop`; {_FORWARD}"


def function(name: str, parameters: str, *parts: str) -> str:
    """A def of some lines."""
    body = "\n".join([part for part in parts if part])
    return f"def {name}({parameters}):\n{textwrap.indent(body, '    ')}\n"


class Names:
    """Names for what a fix puts into a function: new to all of it, or ``local`` to a function made of a part of it."""

    def __init__(self, site: Site, *parts: ast.AST) -> None:
        top = parts[0]
        above = site.module.function_of(top)
        while above is not None:
            top, above = above, site.module.function_of(above)
        self._taken = names_below(top)
        self._inside = {name for part in parts for name in names_below(part)}

    def __call__(self, wanted: str) -> str:
        name = _fresh(wanted, self._taken)
        self._inside.add(name)
        return name

    def local(self, wanted: str) -> str:
        return _fresh(wanted, self._inside)


def _fresh(wanted: str, taken: set[str]) -> str:
    name = numbered(wanted, taken)
    taken.add(name)
    return name


class Form:
    """The carried names, what they begin with, and how a function takes them apart.

    ``kept``: the names that anybody reads after the loop; ``flags``: more of them, False at first, and whether they
    are read after it; ``own``: flags that are carried anyhow; ``below``: statements that follow the loop.
    """

    def __init__(
        self,
        site: Site,
        loop: Loop,
        names: list[str],
        inits: list[str],
        kept: set[str],
        new: Names | None = None,
        flags: dict[str, bool] | None = None,
        own: dict[str, str] | None = None,
    ) -> None:
        self.site = site
        self.loop = loop
        self.new = new or Names(site, loop)
        self.below = ""
        self.flags: dict[str, str] = dict(own or {})
        for flag, is_kept in (flags or {}).items():
            name = self.new(flag) if is_kept else self.new.local(flag)
            self.flags[flag] = name
            names, inits, kept = [*names, name], [*inits, "False"], kept | ({name} if is_kept else set())
        self.names = names
        self.parameter = names[0] if len(names) == 1 else self.new.local("carry")
        self.bound = {*names, self.parameter, *names_bound(loop.body)}
        self.init = packed(inits)
        self.targets = [name if name in kept else "_" for name in names]
        self.backwards = runs_backwards(site, loop)

    def unpacking(self, read: set[str]) -> str:
        """The first line of a function that reads some of the names."""
        if len(self.names) == 1 or not read & set(self.names):
            return ""
        blank = "_" not in read
        parts = [name if name in read or not blank else "_" for name in self.names]
        return f"{', '.join(parts)} = {self.parameter}"

    def counted(self, over: Range, index: str, *lines: str) -> Rewrite:
        """``fori_loop`` over a range whose step is 1."""
        body = self.new("body")
        source = function(body, f"{index}, {self.parameter}", *lines)
        lax = self.site.name_of("jax.lax")
        if not self.backwards:
            call = f"{lax}.fori_loop({over.lower}, {over.upper}, {body}, {self.init})"
            return self._rewrite(UNSAFE, counted_title(over), f"{source}\n{', '.join(self.targets)} = {call}")
        step = self.new("step")
        above, over = over.settled(self.bound, self.new)
        turn = f"{lax}.cond({over.inside(index)}, lambda: {body}({index}, {self.parameter}), lambda: {self.parameter})"
        source = above + source + "\n" + function(step, f"{self.parameter}, {index}", f"return {turn}, None")
        numbers = quote(self.site, "jnp.arange(*{})", [over.numbers(over.most or PLACEHOLDER)])
        return self._scanned(source, step, numbers, over.most)

    def held(self, test: str, most: str | None, above: str, *lines: str) -> Rewrite:
        """``while_loop``; ``above``: statements that come first."""
        keep_going, body = self.new("keep_going"), self.new("body")
        unpack = self.unpacking(_names_in(test))
        source = above + function(keep_going, self.parameter, unpack, f"return {test}")
        source += "\n" + function(body, self.parameter, *lines)
        lax = self.site.name_of("jax.lax")
        if not self.backwards:
            call = f"{lax}.while_loop({keep_going}, {body}, {self.init})"
            return self._rewrite(UNSAFE, _HELD, f"{source}\n{', '.join(self.targets)} = {call}")
        step, carry = self.new("step"), self.parameter
        turn = f"{lax}.cond({keep_going}({carry}), {body}, lambda {carry}: {carry}, {carry})"
        source += "\n" + function(step, f"{carry}, _", f"return {turn}, None")
        return self._scanned(source, step, f"length={most or PLACEHOLDER}", most)

    def _scanned(self, source: str, step: str, over: str, most: str | None) -> Rewrite:
        call = quote(self.site, "lax.scan(*{})", [step, self.init, over])
        level, summary = (SUGGESTION, SUGGESTED) if most is None else (UNSAFE, BOUNDED)
        return self._rewrite(level, summary, f"{source}\n{packed(self.targets)}, _ = {call}")

    def _rewrite(self, level: Level, summary: str, source: str) -> Rewrite:
        return Rewrite(level, summary, [Replace([self.loop], f"{source}\n{self.below}" if self.below else source)])


def _names_in(text: str) -> set[str]:
    return {part.id for part in ast.walk(ast.parse(f"({text})")) if isinstance(part, ast.Name)}


def turn_lines(site: Site, body: list[ast.stmt], header: ast.AST, carried: list[str]) -> str:
    """The statements of a whole turn, and what they return."""
    said: dict[ast.stmt, str] = {}
    for statement in body:
        for part in _skips(statement):
            said[part] = f"return {', '.join(carried)}"
    last = _last_value(site, body[-1], carried)
    if last is not None:
        said[body[-1]] = f"return {last}"
        return lines_of(site, body, header, said)
    return f"{lines_of(site, body, header, said)}\nreturn {', '.join(carried)}"


def _last_value(site: Site, statement: ast.stmt, carried: list[str]) -> str | None:
    """What the last statement binds the carry to, where it does nothing else."""
    if isinstance(statement, ast.AugAssign):
        target: ast.expr = statement.target
        return as_plain_value(site, statement) if _is(target, carried) else None
    if isinstance(statement, ast.AnnAssign):
        return site.text(statement.value) if statement.value is not None and _is(statement.target, carried) else None
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    text = site.text(value)
    if "\n" in text and not text.endswith((")", "]", "}")):
        return None
    if _is(target, carried):
        return text
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        given = [part.id for part in target.elts if isinstance(part, ast.Name)]
        return text if given == carried and len(given) == len(target.elts) == len(value.elts) else None
    return None


def _is(target: ast.expr, carried: list[str]) -> bool:
    return isinstance(target, ast.Name) and carried == [target.id]


def _skips(node: ast.stmt) -> list[ast.stmt]:
    """The ``continue`` statements of the loop around ``node``; a break of it has no such counterpart."""
    if isinstance(node, ast.Continue):
        return [node]
    if isinstance(node, ast.Break):
        raise NoFix
    if isinstance(node, (*LOOPS, *FUNCTIONS)):
        return []
    return [part for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt) for part in _skips(child)]
