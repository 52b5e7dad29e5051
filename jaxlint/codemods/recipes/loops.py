"""Python loops of traced length as ``lax.fori_loop`` and ``lax.while_loop``."""

from __future__ import annotations

import ast
import textwrap

from jaxlint.codemods.recipes.bindings import fresh_name, uses
from jaxlint.codemods.recipes.proof import aval, callee
from jaxlint.codemods.recipes.wording import atom
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.syntax.module import walk
from jaxlint.tracing.value import Const, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "a loop of JAX's own; reverse-mode gradients don't go through it"
_SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.AnnAssign)


class NotALoop(Exception):
    """The body does more than carry values from turn to turn."""


class Carry:
    """``names``: assigned in the body, and read before that in it or after the loop; each is bound before."""

    def __init__(self, site: Site, loop: ast.For | ast.While) -> None:
        self.site = site
        self.loop = loop
        if loop.orelse or not all(isinstance(statement, _SIMPLE) for statement in loop.body):
            raise NotALoop
        stored = [part for statement in loop.body for part in walk(statement) if _is_store(part)]
        if any(not isinstance(part, ast.Name) for part in stored):
            raise NotALoop
        ordered = dict.fromkeys(part.id for part in stored if isinstance(part, ast.Name))
        self.names = [name for name in ordered if self._is_carried(name)]
        if not self.names:
            raise NotALoop

    def _is_carried(self, name: str) -> bool:
        seen = uses(self.site, name)
        first, last = self.loop.lineno, self.loop.end_lineno or self.loop.lineno
        bound = any(isinstance(one, ast.arg) or one.lineno < first for one in seen.bindings)  # type: ignore[attr-defined]
        after = any(read.lineno > last for read in seen.reads)
        if not bound and after:
            raise NotALoop
        if seen.inner:
            raise NotALoop
        return bound

    @property
    def text(self) -> str:
        return self.names[0] if len(self.names) == 1 else f"({', '.join(self.names)})"

    @property
    def targets(self) -> str:
        return ", ".join(self.names)

    def body(self) -> str:
        """The statements of the loop, dedented; ``return`` of the carry after them."""
        source = self.site.module.source
        first, last = self.loop.body[0].lineno, self.loop.body[-1].end_lineno or 0
        if first == self.loop.lineno:
            raise NotALoop  # a one-line suite
        rows = [source.line(number) for number in range(first, last + 1)]
        unpack = "" if len(self.names) == 1 else f"{self.targets} = carry\n"
        return unpack + textwrap.dedent("\n".join(rows)) + f"\nreturn {self.targets}"

    def parameter(self) -> str:
        return self.names[0] if len(self.names) == 1 else "carry"

    def init(self) -> str:
        """The carry before the first turn, in the dtype that the body gives it."""
        parts = [self._initial(name) for name in self.names]
        return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"

    def _initial(self, name: str) -> str:
        site = self.site
        given = next((read for read in uses(site, name).reads if read.lineno >= self.loop.lineno), None)
        start = None if given is None else site.value(given)
        results = [
            statement.value
            for statement in self.loop.body
            if isinstance(statement, (ast.Assign, ast.AugAssign)) and _target(statement) == name
        ]
        made = aval(site, results[-1]) if results else None
        before = _value_before(site, self.loop, name)
        if isinstance(before, ast.Constant) and isinstance(before.value, (int, float)) and made is not None:
            python = {"f": "float", "i": "int", "b": "bool"}.get(made.kind or "")
            dtype = f"{site.name_of('jax.numpy')}.{made.dtype}" if made.dtype else python
            return f"{site.name_of('jax.numpy')}.asarray({name}, dtype={dtype})" if dtype else name
        if isinstance(start, (Const, Static)):
            return f"{site.name_of('jax.numpy')}.asarray({name})"
        return name


def _is_store(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store) and not isinstance(node, (ast.Tuple, ast.List))


def _target(statement: ast.Assign | ast.AugAssign) -> str | None:
    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
    return target.id if isinstance(target, ast.Name) else None


def _value_before(site: Site, loop: ast.stmt, name: str) -> ast.expr | None:
    """What the last plain assignment above the loop gives the name."""
    found = None
    for binding in uses(site, name).bindings:
        statement = site.module.statement_of(binding) if not isinstance(binding, ast.arg) else None
        if isinstance(statement, ast.Assign) and statement.lineno < loop.lineno:
            found = statement.value
    return found


def counted_loop(site: Site, loop: ast.For) -> Rewrite | None:
    """``for i in range(n)``."""
    call = loop.iter
    if (
        not isinstance(call, ast.Call)
        or callee(site, call) != "builtins.range"
        or not isinstance(loop.target, ast.Name)
    ):
        return None
    if not 1 <= len(call.args) <= 2 or any(
        read.lineno > (loop.end_lineno or 0) for read in uses(site, loop.target.id).reads
    ):
        return None
    try:
        carry = Carry(site, loop)
        body = textwrap.indent(carry.body(), "    ")
    except NotALoop:
        return None
    name = fresh_name(site, "body")
    bounds = [site.text(argument) for argument in call.args]
    lower, upper = ("0", bounds[0]) if len(bounds) == 1 else bounds
    source = (
        f"def {name}({loop.target.id}, {carry.parameter()}):\n{body}\n"
        f"{carry.targets} = {site.name_of('jax.lax')}.fori_loop({lower}, {upper}, {name}, {carry.init()})"
    )
    return Rewrite("unsafe", _SUMMARY, [Replace([loop], source)])


def _is_read_after(site: Site, name: str, loop: ast.For) -> bool:
    return any(read.lineno > (loop.end_lineno or 0) for read in uses(site, name).reads)


def conditional_loop(site: Site, loop: ast.While) -> Rewrite | None:
    """``while test``."""
    try:
        carry = Carry(site, loop)
        body = textwrap.indent(carry.body(), "    ")
    except NotALoop:
        return None
    test, step = fresh_name(site, "keep_going"), fresh_name(site, "body")
    unpack = "" if len(carry.names) == 1 else f"    {carry.targets} = carry\n"
    source = (
        f"def {test}({carry.parameter()}):\n{unpack}    return {site.text(loop.test)}\n"
        f"def {step}({carry.parameter()}):\n{body}\n"
        f"{carry.targets} = {site.name_of('jax.lax')}.while_loop({test}, {step}, {carry.init()})"
    )
    return Rewrite("unsafe", _SUMMARY, [Replace([loop], source)])


def scan_to_fori(site: Site, call: ast.Call, argument: ast.AST) -> Rewrite | None:
    """``lax.scan(f, init, jnp.arange(n))`` whose stacked outputs nobody reads."""
    if not isinstance(argument, ast.expr) or len(call.args) < 2:
        return None
    parent = site.module.parents[call]
    target = parent.targets[0] if isinstance(parent, ast.Assign) else None
    replaced: ast.expr | None = None
    if isinstance(target, ast.Tuple) and len(target.elts) == 2:
        replaced, second = target.elts
        if not isinstance(second, ast.Name) or (second.id != "_" and uses(site, second.id).reads):
            return None
    elif not (isinstance(parent, ast.Subscript) and isinstance(parent.slice, ast.Constant) and parent.slice.value == 0):
        return None
    counted = any(isinstance(part, ast.Call) and argument in part.args for part in walk(call) if part is not call)
    row = "i" if counted else "None"
    text = (
        f"{site.name_of('jax.lax')}.fori_loop(0, {site.text(argument)}, "
        f"lambda i, carry: {atom(site.text(call.args[0]))}(carry, {row})[0], {site.text(call.args[1])})"
    )
    if replaced is None:
        return Rewrite("unsafe", _SUMMARY, [Replace(parent, text)])
    statement = site.module.statement_of(call)
    assert statement is not None
    return Rewrite("unsafe", _SUMMARY, [Replace([statement], f"{site.text(replaced)} = {text}")])
