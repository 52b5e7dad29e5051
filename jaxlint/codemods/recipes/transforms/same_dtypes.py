"""What a loop begins with, or a branch gives, in the dtype of what the loop's body or another branch gives."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.proof import aval, callee
from jaxlint.codemods.recipes.analysis.reaching import given_value, reads_given
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.knowledge.api import lookup
from jaxlint.syntax.nodes import executed
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.value import Const, Container, Function, Static, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.values.aval import Aval

_BEGUN = "begin with the dtype that the body returns"
_AGREED = "return the same dtype from all branches"
_BODIES = {
    "jax.lax.scan": (0, 1, "init"),
    "jax.lax.fori_loop": (2, 3, "init_val"),
    "jax.lax.while_loop": (1, 2, "init_val"),
}
_KINDS = "bifc"


@recipe
def begun_alike(site: Site, body_or_call: ast.AST) -> Rewrite | None:
    """``jnp.zeros(3, int)`` -> ``jnp.zeros(3, jnp.float32)``, where the body of the loop makes floats of it."""
    call = body_or_call if isinstance(body_or_call, ast.Call) else site.module.parents.get(body_or_call)
    name = callee(site, call) if call is not None else ""
    if name not in _BODIES or not isinstance(call, ast.Call):
        return None
    body, place, word = _BODIES[name]
    init = _argument(call, place, word)
    left = _result(site, call.args[body]) if len(call.args) > body else None
    if name.endswith("scan"):
        left = left.elts[0] if isinstance(left, ast.Tuple) and left.elts else None
    if init is None or left is None:
        return None
    return _rewrite(_BEGUN, _brought(site, init, site.value(left)))


@recipe
def given_alike(site: Site, call: ast.AST) -> Rewrite | None:
    """``lax.cond(p, lambda: x, lambda: 0)`` -> ``lambda: 0.0``, where the other is a float."""
    if callee(site, call) != "jax.lax.cond" or not isinstance(call, ast.Call) or len(call.args) < 3:
        return None
    results = [_result(site, one) for one in call.args[1:3]]
    if results[0] is None or results[1] is None:
        return None
    values = [site.value(one) for one in results if one is not None]
    edits = [*_brought(site, results[0], values[1]), *_brought(site, results[1], values[0])]
    return _rewrite(_AGREED, edits)


def _rewrite(summary: str, edits: list[Replace]) -> Rewrite | None:
    return Rewrite(UNSAFE, summary, edits) if edits else None


def _argument(call: ast.Call, place: int, word: str) -> ast.expr | None:
    by_name = next((one.value for one in call.keywords if one.arg == word), None)
    return call.args[place] if len(call.args) > place else by_name


def _result(site: Site, function: ast.expr) -> ast.expr | None:
    """What the function gives, if it does so in one place of this module."""
    known = site.value(function)
    node = known.node if isinstance(known, Function) and known.module is site.module else function
    if isinstance(node, ast.Lambda):
        return node.body
    if not isinstance(node, ast.FunctionDef):
        return None
    returns = [one.value for one in executed(node.body) if isinstance(one, ast.Return)]
    return returns[0] if len(returns) == 1 else None


def _brought(site: Site, node: ast.expr, wanted: Value) -> list[Replace]:
    """Edits that give each array and number of ``node`` the dtype of its counterpart, where that is the wider one."""
    if isinstance(wanted, Container):
        return [edit for part, other in _parts(site, node, wanted) for edit in _brought(site, part, other)]
    mine, other = aval(site, node), aval_of(wanted)
    if not _is_wider(other, mine):
        return []
    return [_in_dtype(site, node, other)]


def _parts(site: Site, node: ast.expr, wanted: Container) -> list[tuple[ast.expr, Value]]:
    made = _source(site, node)
    rows, items = wanted.rows or [], wanted.items
    if isinstance(made, (ast.Tuple, ast.List)) and len(made.elts) == len(rows):
        return [*zip(made.elts, rows, strict=True)]
    if isinstance(made, ast.Dict) and isinstance(items, dict):
        keys = [getattr(key, "value", None) for key in made.keys]
        return [(value, items[key]) for key, value in zip(keys, made.values, strict=True) if key in items]
    return []


def _source(site: Site, node: ast.expr) -> ast.expr:
    """The expression that made it, if nothing else reads that."""
    if not isinstance(node, ast.Name):
        return node
    made = given_value(site, node)
    statement = site.module.parents.get(made) if made is not None else None
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    sole = isinstance(target, ast.Name) and reads_given(site, target) == [node]
    return made if sole and made is not None else node


def _is_wider(one: Aval, other: Aval) -> bool:
    """Of a kind further up, or of more bits."""
    if one.kind is None or other.kind is None or not {one.kind, other.kind} <= set(_KINDS):
        return False
    if one.kind != other.kind:
        return _KINDS.index(one.kind) > _KINDS.index(other.kind)
    return not (one.weak or other.weak) and _bits(one) > _bits(other) > 0


def _bits(known: Aval) -> int:
    return int("".join([digit for digit in known.dtype or "" if digit.isdigit()]) or 0)


def _in_dtype(site: Site, node: ast.expr, wanted: Aval) -> Replace:
    made = _source(site, node)
    if isinstance(made, ast.Constant) and type(made.value) is int and wanted.kind == "f":
        return Replace(made, f"{made.value}.0")
    if wanted.dtype is None:
        raise NoFix(f"the dtype that `{site.text(node)}` must have is unknown")
    dtype = quote(site, "jnp.{}", wanted.dtype)
    given = _dtype_given(site, made)
    if given is not None:
        return Replace(given, dtype)
    if isinstance(site.value(node), (Const, Static)):
        return Replace(node, quote(site, "jnp.asarray({}, dtype={})", node, dtype))
    return Replace(node, quote(site, "{}.astype({})", node, dtype))


def _dtype_given(site: Site, made: ast.expr) -> ast.expr | None:
    """Of ``jnp.zeros(3, jnp.int32)``."""
    record = lookup(callee(site, made))
    if record is None or not isinstance(made, ast.Call):
        return None
    given = [*made.args, *(keyword.value for keyword in made.keywords)]
    bound = record.bind(len(made.args), [keyword.arg for keyword in made.keywords])
    pairs = zip(bound, given, strict=False)
    return next((value for one, value in pairs if one is not None and one.name == "dtype"), None)
