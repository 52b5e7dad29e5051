"""Arithmetic on shapes that was done with jnp, done with math and Python."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import names_in
from jaxlint.codemods.recipes.analysis.proof import callee, method, rank
from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.codemods.recipes.static.static_calls import Said, Sayer
from jaxlint.codemods.recipes.static.static_demand import must_be_static, static_anyway
from jaxlint.codemods.recipes.static.static_numpy import made_in_numpy
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.dataflow.scopes import binding_of, reads_of
from jaxlint.diagnostic import safe_if
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import Concretized, TruthTest

_CASTS = tuple(f"builtins.{name}" for name in ("float", "int", "bool", "complex", "round"))
_SUMMARY = "compute it in Python"
_ROUNDED = "compute it in Python; Python rounds in 64 bits, JAX in 32"


@recipe
def made_static(site: Site, node: ast.expr) -> Rewrite | None:
    """The value in Python's arithmetic; else, arrays of sizes among it, in NumPy's."""
    if _asks_for_a_number(site, node):
        return None
    if _wants_array(site, node):
        return made_in_numpy(site, node)
    made = _made_python(site, node) or made_in_numpy(site, node)
    if made is None:
        raise NoFix(_rest(site, node))
    return made


def _rest(site: Site, node: ast.expr) -> str:
    """Which step of JAX's has no counterpart that stays static."""
    steps = [part for part in walk(node) if isinstance(part, ast.Call) and callee(site, part).startswith("jax.")]
    if steps:
        return f"`{site.text(steps[0].func)}` has no equivalent here in Python or NumPy"
    names = [part for part in walk(node) if isinstance(part, ast.Name) and isinstance(site.value(part), Traced)]
    text = site.text(names[0] if names else node)
    return f"`{text}` is traced for an unknown reason, or one that NumPy cannot replace"


def known_again(site: Site, event: TruthTest | Concretized) -> Rewrite | None:
    """``if jnp.mod(n, 2) == 0`` of a static ``n``: what is asked, where only JAX's arithmetic made it a tracer.

    Or where it is of parameters that have to be static anyway.
    """
    values = [event.value, site.value(event.node)]  # met once, and on all ways: a loop's first turn may be static alone
    if not isinstance(event.node, ast.expr):
        return None
    if all(isinstance(value, Traced) and value.staged for value in values) and not _is_chosen(site, event.node):
        return made_static(site, event.node)
    return static_anyway(site, event.node)


def _asks_for_a_number(site: Site, node: ast.expr, depth: int = 4) -> bool:
    """Does it rest on ``math.sqrt(x)``, ``float(x)`` or the like of a tracer?  That fails, and will be an array."""
    for part in walk(node):
        if isinstance(part, ast.Call):
            name, receiver = callee(site, part), method(part)
            operands = list(part.args)
            if receiver is not None and receiver[1] in ("item", "tolist"):
                operands = [receiver[0]]
            elif not name.startswith("math.") and name not in _CASTS:
                operands = []
            values = [site.value(one) for one in operands]
            if any(isinstance(value, Traced) and not value.staged for value in values):
                return True
        elif isinstance(part, ast.Name) and depth:
            given = assigned_value(site, part)
            if given is not None and _asks_for_a_number(site, given, depth - 1):
                return True
    return False


def _is_chosen(site: Site, test: ast.expr) -> bool:
    """Does a branch in the loop choose the numbers that its test asks?  They are tracers once JAX chooses."""
    loop = site.module.statement_of(test)
    if not isinstance(loop, ast.While):
        return False
    branches = [part for statement in loop.body for part in walk(statement) if isinstance(part, ast.If)]
    return not names_in(test).isdisjoint(names_bound(branches))


def _wants_array(site: Site, node: ast.expr) -> bool:
    """``repeat`` takes no list of numbers."""
    parent = site.module.parents[node]
    call = site.module.parents[parent] if isinstance(parent, ast.keyword) else parent
    receiver = method(call)
    name = callee(site, call).rpartition(".")[2] or (receiver[1] if receiver is not None else "")
    return name == "repeat" and rank(site, node) != 0


def _made_python(site: Site, node: ast.expr) -> Rewrite | None:
    """``jnp.array(x.shape).prod()`` -> ``math.prod(x.shape)``, where it is written or where it got its name."""
    sayer = Sayer(site)
    try:
        said = sayer.say(node)
        named = [_named(site, name, sayer) for name in sayer.names]
    except NoFix:
        return None
    target = node
    parent = site.module.parents[node]
    if said.integer and isinstance(parent, ast.Call) and callee(site, parent) == "builtins.int":
        target = parent
    replacements = [] if said.text == site.text(target) else [Replace(target, said.text)]
    replacements += [Replace(value, one.text) for value, one, _ in named]
    if not replacements:
        return None
    replacements += _unread(site, sayer.inlined, [target, *(value for value, _, _ in named)])
    exact = said.exact and all(one.exact for _, one, _ in named)
    kept = all(only_static for _, _, only_static in named)
    return Rewrite(safe_if(exact and kept), _SUMMARY if exact else _ROUNDED, replacements)


def _named(site: Site, name: ast.Name, sayer: Sayer) -> tuple[ast.expr, Said, bool]:
    """The value that a name got, in Python; and whether nobody needs it as an array."""
    value = assigned_value(site, name)
    binding = binding_of(site.module, name)
    if value is None or binding is None:
        raise NoFix
    reads = reads_of(site.module, binding.scope, name.id)
    if any(isinstance(site.module.parents[read], (ast.Attribute, ast.Subscript)) for read in reads):
        raise NoFix
    said = sayer.say(value)
    return value, said, all(read is name or _asks_static(site, read) for read in reads)


def _asks_static(site: Site, read: ast.expr) -> bool:
    """A length, a bound, a shape: what takes no tracer anyway."""
    parent = site.module.parents[read]
    if isinstance(parent, (ast.Tuple, ast.List, ast.BinOp)):
        return _asks_static(site, parent)
    call = site.module.parents[parent] if isinstance(parent, ast.keyword) else parent
    if isinstance(call, ast.Call):
        return must_be_static(site, call, read) or callee(site, call) in ("builtins.int", "builtins.range")
    return isinstance(parent, ast.Slice)


def _unread(site: Site, inlined: list[ast.Name], replaced: list[ast.expr]) -> list[Replace]:
    """Assignments of names that nothing reads any more."""
    gone = {part for node in replaced for part in walk(node)}
    found: dict[ast.AST, Replace] = {}
    for name in inlined:
        binding = binding_of(site.module, name)
        statement = site.module.statement_of(binding.sole) if binding is not None and binding.sole is not None else None
        if binding is None or not isinstance(statement, ast.Assign) or statement.value in replaced:
            continue
        if all(read in gone for read in reads_of(site.module, binding.scope, name.id)):
            found[statement] = Replace([statement], "")
    return list(found.values())
