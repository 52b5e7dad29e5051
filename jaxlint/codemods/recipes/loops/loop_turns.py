"""A turn that may end early as straight code: flags tell that it is over, and the rest keeps what the names hold."""

from __future__ import annotations

import ast
import textwrap

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.proof import kind
from jaxlint.codemods.recipes.branches.choices import is_light
from jaxlint.codemods.recipes.branches.doubled import doubled_by, is_tame
from jaxlint.codemods.recipes.branches.one_place import written_by
from jaxlint.codemods.recipes.branches.ways import Given
from jaxlint.codemods.recipes.branches.where_text import selected
from jaxlint.codemods.recipes.loops.loop_exits import RETURN, SKIP, Jumps
from jaxlint.codemods.recipes.loops.loop_jumps import jumps_in
from jaxlint.codemods.recipes.loops.loop_tests import Test, asked, inverted, joined
from jaxlint.codemods.recipes.loops.loop_text import header_of, lines_of
from jaxlint.codemods.recipes.purity.homes import SEEN, home
from jaxlint.codemods.recipes.purity.reports import report
from jaxlint.codemods.recipes.purity.writes import Write
from jaxlint.codemods.recipes.wording.lifting import flush, lifted
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.tightness import SYMBOLS
from jaxlint.codemods.recipes.wording.wording import as_plain_value
from jaxlint.dataflow.accesses import free
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import executed, walk
from jaxlint.text.quoted import quoted
from jaxlint.tracing.joining import aval_of
from jaxlint.tracing.value import Array, Sequence, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.loops.loop_forms import Names
    from jaxlint.codemods.site import Site

Path = tuple[tuple[str, bool], ...]  # names of tests, and how they must have come out


class Turn:
    """``rest``: from the first jump on; ``guarded``: the names that may keep what they held before; ``steep``: what is
    skipped may still make a gradient NaN.

    ``flags``: the names of the flags, by kind of jump; ``counted``: what JAX traces beside the carry; ``left``: jumps
    that Python takes as ever; ``over``: flags that an earlier turn may have set; ``result``: the name that holds what
    a ``return`` gives.
    """

    def __init__(
        self,
        site: Site,
        jumps: Jumps,
        carried: list[str],
        flags: dict[str, str],
        new: Names,
        counted: set[str] | None = None,
        left: set[ast.stmt] | None = None,
        over: list[str] | None = None,
        result: str = "",
    ) -> None:
        self.site = site
        self.jumps = jumps
        self.carried = carried
        self.flags = flags
        self.new = new
        self.counted = counted or set()
        self.left = left or set()
        self.guarded: set[str] = set()
        self.steep = False
        self.rest: list[str] = []
        self._over = over or []
        self._raised = list(self._over)
        self._result = result
        self._unsure: set[str] = set()  # may be Python's True, of which ~ is -2
        self._bound = [name for statement in jumps.straight(jumps.loop.body) for name in names_bound([statement])]
        body = jumps.loop.body
        first = 0 if over else next(at for at, statement in enumerate(body) if self._holds_jump(statement))
        self._before = [lines_of(site, body[:first], header_of(jumps.loop), {})] if first else []
        self._run(body[first:], ())

    @property
    def lines(self) -> list[str]:
        """Of the whole body."""
        return [*self._before, *self.rest]

    def _holds_jump(self, node: ast.stmt) -> bool:
        return node not in self.left and bool(jumps_in(node))

    def _run(self, statements: list[ast.stmt], path: Path) -> None:
        for statement in statements:
            if isinstance(statement, ast.Pass):
                continue
            if isinstance(statement, (ast.Break, ast.Continue, ast.Return)):
                self._raise(self.jumps.kind(statement), path, None)
                return
            if statement in self.left:
                self.rest.append(self._lifted(statement))
            elif isinstance(statement, ast.If):
                self._branch(statement, path)
            elif isinstance(statement, ast.For) and self._guard(path) is not None:
                self._turns(statement, path)
            else:
                self.rest.append(self._guarded(statement, path, self._guard(path)))

    def _turns(self, loop: ast.For, path: Path) -> None:
        """A loop of Python's further in, of which each statement is guarded."""
        leaves = any(isinstance(one, (ast.Break, ast.Continue, ast.Return)) for one in executed(loop.body))
        if loop.orelse or leaves or isinstance(self.site.value(loop.iter), Traced):
            raise NoFix("an inner loop has a jump or an `else`, or iterates over a traced array")
        above, self.rest = self.rest, []
        self._run(loop.body, path)
        body = textwrap.indent("\n".join(self.rest), self.site.module.indent_unit)
        self.rest = [*above, f"for {self._text(loop.target)} in {self._text(loop.iter)}:", body]

    def _branch(self, node: ast.If, path: Path) -> None:
        *closing, last = node.body
        is_exit = isinstance(last, (ast.Break, ast.Continue, ast.Return))
        if not is_exit or any(map(jumps_in, closing)):
            name = self.new.local("condition")
            self._doubt(name, node.test)
            self.rest.append(f"{name} = {joined(self.site, [asked(self.site, node.test)]).line}")
            said = self._chosen(node, name) if self._guard(path) is None else (0, 0)
            self._run(node.body[said[0] :], (*path, (name, True)))
            self._run(node.orelse[said[1] :], (*path, (name, False)))
            return
        kind = self.jumps.kind(last)
        self._doubt(self.flags[kind], node.test)
        if not closing:
            self._raise(kind, path, asked(self.site, node.test))
        elif not path and not self._raised:
            self._raise(kind, path, asked(self.site, node.test))
            self.rest += [self._guarded(one, path, (self.flags[kind], True)) for one in closing]
        else:
            leave = self.new.local("leave")
            self._doubt(leave, node.test)
            test = joined(self.site, [*self._reached(path, list(self._raised)), asked(self.site, node.test)])
            self.rest.append(f"{leave} = {test.line}")
            self.rest += [self._guarded(one, path, (leave, True)) for one in closing]
            self._set(kind, Test(leave, True, True))
        self._run(node.orelse, path)

    def _chosen(self, node: ast.If, test: str) -> tuple[int, int]:
        """One choice for each name that the arms begin with an assignment of; how many statements that says."""
        arms = [self._plain_start(arm) for arm in (node.body, node.orelse)]
        names = list(dict.fromkeys([name for arm in arms for name in arm]))
        apart = all(not (free(value) & set(names)) - {name} for arm in arms for name, (value, _) in arm.items())
        told = all(name in self.carried or all(name in arm for arm in arms) for name in names)
        if not apart or not told or not all(arms):
            return 0, 0
        self.guarded |= set(names) & set(self.carried)
        for name in names:
            yes, no = (arm[name][1] if name in arm else name for arm in arms)
            truths = all(kind(self.site, arm[name][0]) == "b" for arm in arms if name in arm)
            self.rest.append(f"{name} = {selected(self.site, test, yes, no, truths)}")
        return len(arms[0]), len(arms[1])

    def _plain_start(self, arm: list[ast.stmt]) -> dict[str, tuple[ast.expr, str]]:
        """Names that the first statements bind by elementwise work, each once."""
        found: dict[str, tuple[ast.expr, str]] = {}
        for statement in arm:
            name, text = self._plain_value(statement)
            if not name or name in found or not is_light(self.site, assignment(statement)[1]):
                break
            found[name] = (assignment(statement)[1], text)
        return found

    def _plain_value(self, statement: ast.stmt) -> tuple[str, str]:
        """A name, and the text of what it is bound to."""
        try:
            target, value = assignment(statement)
        except NoFix:
            return "", ""
        if not isinstance(target, ast.Name):
            return "", ""
        text = as_plain_value(self.site, statement) if isinstance(statement, ast.AugAssign) else self._text(value)
        return target.id, text

    def _raise(self, kind: str, path: Path, test: Test | None) -> None:
        """The turn ends here, if the test holds and the path is taken."""
        if kind == RETURN and self._result and self.jumps.result is not None:
            found = self.new.local("found")
            parts = [*self._reached(path, list(self._raised)), *([test] if test is not None else [])]
            self.rest.append(f"{found} = {joined(self.site, parts).line}")
            given = selected(self.site, found, self._text(self.jumps.result), self._result, False)
            self.rest.append(f"{self._result} = {given}")
            path, test = (), Test(found, True, True)
        others = [] if kind == SKIP else [flag for flag in self._raised if flag != self.flags[kind]]
        parts = [*self._reached(path, others), *([test] if test is not None else [])]
        self._set(kind, joined(self.site, parts) if parts else Test("True", True, False))

    def _set(self, kind: str, test: Test) -> None:
        flag = self.flags[kind]
        if flag in self._raised:
            test = joined(self.site, [Test(flag, True, True), test], all_of_them=False)
        else:
            self._raised.append(flag)
        if test.line != flag:
            self.rest.append(f"{flag} = {test.line}")

    def _reached(self, path: Path, over: list[str]) -> list[Test]:
        """The tests that a path asks for, and that no flag is up."""
        wanted = [*path, *((flag, False) for flag in over)]
        return [Test(name, True, True) if holds else self._fails(name) for name, holds in wanted]

    def _doubt(self, name: str, test: ast.expr) -> None:
        if name in self._over:
            return  # begun as an array
        if not isinstance(self.site.value(test), Traced) and not free(test) & {*self.carried, *self.counted}:
            self._unsure.add(name)

    def _fails(self, name: str) -> Test:
        test = Test(name, True, True)
        return inverted(self.site, test) if name in self._unsure else Test(f"~{name}", True, True)

    def _guard(self, path: Path) -> tuple[str, bool] | None:
        """A test, and how it must come out for what stands here to be done."""
        if not path and not self._raised:
            return None
        if not any(holds for _, holds in path):
            return " | ".join([*(name for name, _ in path), *self._raised]), False
        return joined(self.site, self._reached(path, self._raised)).text, True

    def _guarded(self, statement: ast.stmt, path: Path, guard: tuple[str, bool] | None) -> str:
        told = report(self.site, statement)
        if told is not None:
            return told if guard is None else _conditional(self.site, "None", told, guard)
        targets, value = assignment(statement)
        names = names_bound([targets])
        if guard is None:
            return self._lifted(statement)
        if _writes_in_place(targets):
            return self._updated(statement, targets, value, guard)
        if not set(names) & set(self.carried):
            if path and any(self._bound.count(name) > 1 for name in names):
                # Which of several it holds later, nobody keeps.
                raise NoFix(f"`{names[0]}` is assigned more than once in an iteration")
            self.steep = self.steep or not all(is_tame(self.site, part) for part in walk(value))
            return self._lifted(statement)
        self.guarded |= set(names) & set(self.carried)
        if isinstance(statement, ast.AugAssign) and isinstance(self.site.value(value), Sequence):
            raise NoFix(f"`{self.site.text(targets)}` grows only in some iterations")
        if isinstance(targets, ast.Name):
            operator = statement.op if isinstance(statement, ast.AugAssign) else None
            light = is_light(self.site, value)
            self.steep = self.steep or (light and doubled_by(self.site, operator, value, [guard]) is None)
            return f"{targets.id} = {kept(self.site, value, targets.id, guard, operator)}"
        return self._unpacked(targets, value, guard)

    def _updated(self, statement: ast.stmt, target: ast.expr, value: ast.expr, guard: tuple[str, bool]) -> str:
        """A write in place binds the array anew, under the guard."""
        if not isinstance(target, ast.Subscript):
            raise NoFix(f"`{self.site.text(target)}` is written after a `break` or `continue`")
        operator = type(statement.op) if isinstance(statement, ast.AugAssign) else None
        write = Write(self.site, target, value, operator, True)
        held = self.site.value(write.base)
        ours = isinstance(held, Traced) or (isinstance(held, Array) and not held.numpy)
        if not ours or not isinstance(write.base, ast.Name) or home(self.site, write.base, True) != SEEN:
            raise NoFix(f"`{self.site.text(target)}` is written after a `break` or `continue`, and may not be local")
        text = write.written_under(*guard)
        if text is None:
            raise NoFix(f"`{self.site.text(target)}` is written after a `break` or `continue`")
        self.guarded.add(write.name)
        return f"{write.name} = {text}"

    def _unpacked(self, targets: ast.expr, value: ast.expr, guard: tuple[str, bool]) -> str:
        names = [part.id for part in getattr(targets, "elts", ()) if isinstance(part, ast.Name)]
        if not isinstance(targets, ast.Tuple) or len(names) != len(targets.elts) or not set(names) <= set(self.carried):
            raise NoFix(f"`{self.site.text(targets)}` is not a tuple of names that the loop carries")
        left = ", ".join(names)
        if isinstance(value, ast.Tuple) and len(value.elts) == len(names):
            pairs = zip(names, value.elts, strict=True)
            return f"{left} = {', '.join(kept(self.site, part, name, guard) for name, part in pairs)}"
        made = self.site.value(value)
        if not isinstance(made, Sequence) or made.type != "tuple":
            raise NoFix(f"{quoted(self.site.text(value))} may not be a tuple")
        return f"{left} = {_conditional(self.site, f'({left})', self._text(value), guard)}"

    def _text(self, node: ast.expr) -> str:
        return flush(self.site, node)

    def _lifted(self, statement: ast.stmt) -> str:
        return lifted(self.site, [statement])


def _writes_in_place(targets: ast.expr) -> bool:
    """Does an assignment change an object, rather than bind a name?"""
    parts = [part for part in walk(targets) if isinstance(part, (ast.Subscript, ast.Attribute))]
    return any(not isinstance(part.ctx, ast.Load) for part in parts)


def kept(site: Site, value: ast.expr, name: str, guard: tuple[str, bool], operator: ast.operator | None = None) -> str:
    """The new value of a name where the guard comes out as it must, else the old one; ``operator``: of ``x += v``."""
    write = written_by(value) if operator is None else None
    if write is not None and write.base.id == name and write.is_plain(site):
        before, after = write.frame(site)
        return f"{before}{_either(site, write.value, write.unchanged(site), guard, None)}{after}"
    return _either(site, value, Given(name, site.value(value)), guard, operator)


def _either(site: Site, value: ast.expr, old: Given, guard: tuple[str, bool], operator: ast.operator | None) -> str:
    if not is_light(site, value):
        return _conditional(site, old.text, _told(site, value, old.text, flush(site, value), operator), guard)
    new = doubled_by(site, operator, value, [guard])
    text = _told(site, value, old.text, flush(site, value) if new is None else new, operator)
    arms = [text, old.text] if guard[1] else [old.text, text]
    truths = operator is None and aval_of(old.value).kind == "b" == kind(site, value)
    return selected(site, guard[0], arms[0], arms[1], truths)


def _told(site: Site, value: ast.expr, name: str, text: str, operator: ast.operator | None) -> str:
    return text if operator is None else quote(site, f"{{}} {SYMBOLS[type(operator)]} {{}}", name, text)


def _conditional(site: Site, old: str, new: str, guard: tuple[str, bool]) -> str:
    arms = [new, old] if guard[1] else [old, new]
    return quote(site, "lax.cond({}, lambda: {}, lambda: {})", guard[0], arms[0], arms[1])


def assignment(statement: ast.stmt) -> tuple[ast.expr, ast.expr]:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        return statement.targets[0], statement.value
    if isinstance(statement, (ast.AugAssign, ast.AnnAssign)) and statement.value is not None:
        return statement.target, statement.value
    raise NoFix
