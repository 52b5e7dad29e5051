"""Statements that write into arrays: ``x[i] = v`` as ``x = x.at[i].set(v)``; functions and methods that write."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import is_plain, names_in
from jaxlint.codemods.recipes.analysis.proof import callee, is_array, is_scalar, rank
from jaxlint.codemods.recipes.purity.homes import SEEN, home
from jaxlint.codemods.recipes.purity.unwritten import homeless, unwritten
from jaxlint.codemods.recipes.purity.writes import Write, indexing
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import safe_if
from jaxlint.tracing.values.stage import ABSTRACT, VMAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.shapes import Mutation

_SUMMARY = "use `.at[...]`"
_UPDATES = {
    "add": "add", "subtract": "subtract", "multiply": "multiply", "divide": "divide", "true_divide": "divide",
    "maximum": "max", "minimum": "min", "power": "power",
}  # fmt: skip
_NOT_IN_PLACE = ("fill_diagonal", "put", "put_along_axis")


@recipe
def rewritten(site: Site, event: Mutation) -> Rewrite | None:
    """The fix of one write, or None where the place can't be bound anew."""
    traced = event.point.stage in (ABSTRACT, VMAP)
    if event.target is None:
        return _called(site, event.node, traced)
    statement = site.module.statement_of(event.target)
    if isinstance(statement, ast.AugAssign) and statement.target is event.target:
        return _one(site, statement, Write(site, event.target, statement.value, type(statement.op), traced))
    if not isinstance(statement, ast.Assign):
        raise NoFix(f"{code_at(site, event.target)} is written by a statement other than an assignment")
    if statement.targets == [event.target]:
        return _one(site, statement, Write(site, event.target, statement.value, None, traced))
    if len(statement.targets) > 1 and event.target in statement.targets:
        return _several(site, statement, traced)
    return _unpacked(site, statement, event.target, traced)


@recipe
def _one(site: Site, statement: ast.stmt, write: Write) -> Rewrite | None:
    place = home(site, write.base, write.traced)
    source = write.written() if place is not None else None
    if source is None:
        raise NoFix(_why(site, write, place))
    safe = write.exact and place == SEEN
    return _bound(statement, f"{write.name} = {source}", safe, *_said(write, place))


def _said(write: Write, place: str | None) -> list[str]:
    """What a fix says of itself."""
    return write.assumed if place == SEEN else [*write.assumed, f"other names of `{write.name}` keep the old values"]


def _why(site: Site, write: Write, place: str | None) -> str:
    return homeless(site, write.base) if place is None else unwritten(site, write)


@recipe
def _several(site: Site, statement: ast.Assign, traced: bool) -> Rewrite | None:
    """``y = x[0] = v``: one statement for each target, in their order."""
    if not is_plain(statement.value):
        raise NoFix(f"{code_at(site, statement.value)} is assigned to several targets, and would be evaluated for each")
    lines, safe, assumed = [], True, []
    for target in statement.targets:
        if not _is_item(site, target):
            lines.append(f"{site.text(target)} = {site.text(statement.value)}")
            continue
        write = Write(site, target, statement.value, None, traced)  # type: ignore[arg-type]
        place = home(site, write.base, traced)
        source = write.written() if place is not None else None
        if source is None:
            raise NoFix(_why(site, write, place))
        safe = safe and write.exact and place == SEEN
        assumed += _said(write, place)
        lines.append(f"{write.name} = {source}")
    return _bound(statement, "\n".join(lines), safe, *assumed)


@recipe
def _unpacked(site: Site, statement: ast.Assign, written: ast.AST, traced: bool) -> Rewrite | None:
    """``x[i], x[j] = x[j], x[i]`` -> ``x = x.at[i].set(x[j]).at[j].set(x[i])``: all values are taken first."""
    targets, values = statement.targets[0], statement.value
    if not isinstance(targets, (ast.Tuple, ast.List)) or not isinstance(values, (ast.Tuple, ast.List)):
        raise NoFix(f"{code_at(site, values)} is unpacked, and it is unknown which part is written to the array")
    pairs = list(zip(targets.elts, values.elts, strict=False))
    parts = [*targets.elts, *values.elts]
    starred = any(isinstance(part, ast.Starred) for part in parts)
    if written not in targets.elts or len(targets.elts) != len(values.elts) or starred:  # or it stands deeper
        raise NoFix(f"it is unknown which part of {code_at(site, values)} is written to the array")
    plain = {name for target in targets.elts if not _is_item(site, target) for name in names_in(target)}
    made: dict[str, str] = {}
    safe, assumed = True, []
    for target, value in pairs:
        if not _is_item(site, target):
            made[site.text(target)] = site.text(value)
            continue
        write = Write(site, target, value, None, traced)  # type: ignore[arg-type]
        place = home(site, write.base, traced)
        bound = names_in(target) & plain | set().union(*map(names_in, write.indices)) & made.keys()
        source = write.written(made.get(write.name)) if place is not None and not bound else None
        if source is None:
            raise NoFix(f"`{min(bound)}` is assigned in the same statement" if bound else _why(site, write, place))
        made[write.name] = source
        assumed += _said(write, place)
        safe = safe and write.exact and place == SEEN and is_scalar(site, value)  # NumPy's rows would be views
    return _bound(statement, f"{', '.join(made)} = {', '.join(made.values())}", safe, *assumed)


def _is_item(site: Site, target: ast.expr) -> bool:
    return isinstance(target, ast.Subscript) and is_array(site, target.value)


@recipe
def _called(site: Site, call: ast.AST, traced: bool) -> Rewrite | None:
    """``x.sort()``, ``np.add.at(x, i, v)`` as statements of their own."""
    statement = site.module.parents.get(call)
    if not isinstance(statement, ast.Expr) or not isinstance(call, ast.Call):
        raise NoFix(f"{code_at(site, call)} is part of a larger expression")
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        raise NoFix(f"{code_at(site, call)} unpacks its arguments with `*`")
    name = callee(site, call)
    if name.startswith("numpy."):
        base = call.args[0]
        source = _by_function(site, call, name.removeprefix("numpy."))
    elif isinstance(call.func, ast.Attribute):
        base = call.func.value
        source = _by_method(site, call, base, call.func.attr)
    else:
        return None
    place = home(site, base, traced)
    if place is None or source is None:
        raise NoFix(
            homeless(site, base) if source else f"{code_at(site, call)} has no known equivalent that returns an array"
        )
    text, exact = source
    return _bound(statement, f"{site.text(base)} = {text}", exact and place == SEEN)


def _by_method(site: Site, call: ast.Call, base: ast.expr, method: str) -> tuple[str, bool] | None:
    """The array after ``x.sort()``, and whether NumPy leaves the same."""
    text, given = site.text(base), [site.text(argument) for argument in call.args]
    jnp = site.name_of("jax.numpy")
    if method == "sort":
        return site.text(call), False  # JAX, asked without jit, drops the sorted copy, too
    if call.keywords:
        return None
    if method == "fill" and len(given) == 1:
        return f"{jnp}.full_like({text}, {given[0]})", True
    if method == "partition" and len(given) == 1:
        return f"{jnp}.partition({text}, {given[0]})", False
    if method in ("put", "itemset") and len(given) == 2:
        if rank(site, base) == 1:
            return f"{text}.at[{indexing(site, call.args[0])}].set({given[1]})", False
        taken = [indexing(site, argument) for argument in call.args]
        return f"{jnp}.put({', '.join([text, *taken])}, inplace=False)", False
    return None


def _by_function(site: Site, call: ast.Call, name: str) -> tuple[str, bool] | None:
    """The array after ``np.fill_diagonal(x, v)``."""
    text, given = site.text(call.args[0]), [site.text(argument) for argument in call.args[1:]]
    jnp = site.name_of("jax.numpy")
    function, _, at = name.rpartition(".")
    if call.keywords:
        return None
    if at == "at" and function in _UPDATES and len(given) == 2:
        tupled = isinstance(call.args[1], ast.Tuple) and given[0].startswith("(")
        index = given[0][1:-1] if tupled else indexing(site, call.args[1])
        return f"{text}.at[{index}].{_update(function, call.args[2], given[1])}", False
    if name in _NOT_IN_PLACE:
        taken = [indexing(site, argument) for argument in call.args[1:]]
        return f"{jnp}.{name}({', '.join([text, *taken])}, inplace=False)", False
    if name == "copyto" and len(given) == 1:
        return f"{text}.at[...].set({given[0]})", False
    if name in ("putmask", "place") and len(given) == 2 and is_scalar(site, call.args[2]):
        return f"{jnp}.where({given[0]}, {given[1]}, {text})", False
    return None


def _update(function: str, node: ast.expr, value: str) -> str:
    if function == "subtract":
        return quote(None, "add(-{})", value)
    return f"{_UPDATES[function]}({value})"


def _bound(statement: ast.stmt, source: str, safe: bool, *assumed: str) -> Rewrite:
    return Rewrite(safe_if(safe), "; ".join([_SUMMARY, *dict.fromkeys(assumed)]), [Replace([statement], source)])
