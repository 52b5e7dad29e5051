"""Lists that only some branches add to: all elements are added, and another list says which of them count."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import LOOPS, around, uses
from jaxlint.codemods.recipes.analysis.proof import callee, jax_name
from jaxlint.codemods.recipes.analysis.reaching import definitions_before
from jaxlint.codemods.recipes.straight.terms import Added, chosen_in, leaves
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Insert, Replace
from jaxlint.syntax.nodes import indent_of, walk
from jaxlint.tracing.values.value import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.recipes.straight.terms import Item
    from jaxlint.codemods.site import Site

_MAKERS = ("jax.numpy.array", "jax.numpy.asarray")
_TAKEN = ("builtins.len", "builtins.sum", "builtins.min", "builtins.max", "builtins.any", "builtins.all")


def added_by(site: Site, statement: ast.stmt) -> tuple[ast.Name, ast.expr] | None:
    """The list and the element of ``found.append(x)``."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "append":
        return None
    base, held = call.func.value, site.value(call.func.value)
    plain = isinstance(base, ast.Name) and isinstance(held, Sequence) and held.type == "list"
    return (base, call.args[0]) if plain and len(call.args) == 1 else None  # type: ignore[return-value]


def filtered(site: Site, statement: ast.stmt, items: list[Item], new: Callable[[str], str]) -> list[Replace | Insert]:
    """What makes an array of each list that some iterations add nothing to, and chooses from it after the loop."""
    added = [(target, item) for item in chosen_in(items) if isinstance(target := item.target, Added)]
    partly = [target.name for target, item in added if any(leaf is None for leaf, _ in leaves(item.tree))]
    edits: list[Replace | Insert] = []
    for name in dict.fromkeys(partly):
        own = [(target, item) for target, item in added if target.name == name]
        count = sum(leaf is not None for _, item in own for leaf, _ in leaves(item.tree))
        loop = _grown_in(site, statement, name, count)
        kept = new("kept")
        for target, _ in own:
            target.kept = kept
        edits += _around(site, loop, name, kept)
    return edits


def _grown_in(site: Site, statement: ast.stmt, name: str, count: int) -> ast.stmt:
    """The loop that does nothing with the list but add these elements; raises NoFix."""
    loops = [one for one in (statement, *around(site, statement)) if isinstance(one, LOOPS)]
    made = definitions_before(site, loops[-1] if loops else statement, name)
    while loops and any(one is not None and one in set(walk(loops[-1])) for one in made):
        loops.pop()
        made = definitions_before(site, loops[-1], name) if loops else []
    binding = made[0] if len(made) == 1 else None
    given = None if binding is None else site.module.parents.get(binding)
    is_empty = isinstance(given, ast.Assign) and isinstance(given.value, ast.List) and not given.value.elts
    seen = uses(site, name)
    inside = [read for read in seen.reads if loops and read in set(walk(loops[-1]))]
    if not is_empty or len(seen.bindings) > 1 or len(inside) != count or not all(_adds(site, one) for one in inside):
        raise NoFix(f"`{name}` grows only in some iterations")
    if not all(_is_taken(site, one) for one in seen.reads if one not in inside):
        raise NoFix(f"`{name}` grows only in some iterations, and is used as a list")
    return loops[-1]


def _adds(site: Site, read: ast.Name) -> bool:
    call = site.module.parents.get(site.module.parents[read])
    statement = None if call is None else site.module.parents.get(call)
    return isinstance(statement, ast.Expr) and added_by(site, statement) is not None


def _is_taken(site: Site, read: ast.Name) -> bool:
    """By a function that takes an array as well, by an index, or for its truth."""
    above = site.module.parents[read]
    if isinstance(above, ast.Call):
        return above.args[:1] == [read] and callee(site, above).startswith(("numpy.", "jax.numpy.", *_TAKEN))
    return isinstance(above, ast.Subscript) or _asked(site, read)


def _asked(site: Site, read: ast.Name) -> bool:
    above = site.module.parents[read]
    return isinstance(above, (ast.If, ast.IfExp)) or (isinstance(above, ast.UnaryOp) and isinstance(above.op, ast.Not))


def _made(site: Site, read: ast.Name) -> bool:
    call = site.module.parents[read]
    return jax_name(site, call) in _MAKERS and len(call.args) == 1 and not call.keywords  # type: ignore[attr-defined]


def _around(site: Site, loop: ast.stmt, name: str, kept: str) -> list[Replace | Insert]:
    source = site.module.source
    end = loop.end_lineno or loop.lineno
    if end >= len(source.starts):
        raise NoFix(f"nothing is done with `{name}`")
    indent = indent_of(source.line(loop.lineno))
    chosen = quote(site, "jnp.array({})[jnp.array({}, dtype=bool)]", name, kept)
    above = Insert(source.starts[loop.lineno - 1], f"{indent}{kept} = []\n")
    below = Insert(source.starts[end], f"{indent}{name} = {chosen}\n")
    reads = [read for read in uses(site, name).reads if _asked(site, read) or _made(site, read)]
    return [above, below, *(_read_anew(site, read) for read in reads)]


def _read_anew(site: Site, read: ast.Name) -> Replace:
    """``if found`` of an array: how many there are; ``np.array(found)``, which it is now."""
    above = site.module.parents[read]
    if isinstance(above, ast.Call):
        return Replace(above, read.id)
    if isinstance(above, ast.UnaryOp):
        return Replace(above, quote(site, "len({}) == 0", read))
    return Replace(read, quote(site, "len({}) > 0", read))
