"""What a traced function stores outside of its trace, returned instead: the statements that call it store it."""

from __future__ import annotations

import ast
import builtins

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import names_in, uses
from jaxlint.codemods.recipes.keys.callers import call_sites
from jaxlint.codemods.recipes.wording.fresh_names import numbered
from jaxlint.codemods.recipes.wording.lifting import argument, flush
from jaxlint.codemods.recipes.wording.wording import spliced, substituted
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.dataflow.scopes import names_of
from jaxlint.diagnostic import SUGGESTION
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import executed, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "return the value, and store it where the function is called"
_TRANSFORMS = frozenset(["jax.jit", "functools.partial"])


@recipe
def handed_back(site: Site, node: ast.AST) -> Rewrite | None:
    """``node``: the target, or the call, that stores it."""
    statement, function = site.module.statement_of(node), site.function
    if not isinstance(function, ast.FunctionDef) or statement not in function.body:
        return None
    value, last = _stored(statement), function.body[-1]
    returns = [part for part in executed(function.body) if isinstance(part, ast.Return)]
    if value is None or returns != [last] or not isinstance(last, ast.Return) or last.value is None:
        return None
    calls = call_sites(site, site.module, function, _TRANSFORMS)
    if not calls or any(one.module is not site.module or one.loop for one in calls):
        raise NoFix("the function is called from another module, or from a loop")
    name = _name_for(site, node, value, [one.call for one in calls])
    kept = "" if ast.unparse(value) == name else f"{name} = {argument(site, value)}"
    later = function.body[function.body.index(statement) + 1 :]
    reads = {part: name for one in later for part in walk(one) if _is_read_of(part, node)}
    result = spliced(site, last.value, {part: name for part in reads if part in walk(last.value)})
    edits = [Replace([statement], kept), Replace([last], f"return {_packed(last.value, result)}, {name}")]
    edits += [Replace(part, name) for part in reads if part not in walk(last)]
    edits += [_at_call(site, function, one.call, statement, value, name) for one in calls]
    return Rewrite(SUGGESTION, _SUMMARY, edits)


def _stored(statement: ast.stmt | None) -> ast.expr | None:
    """``v`` of ``losses.append(v)``, ``self.loss = v`` and ``cache["loss"] = v``."""
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], (ast.Attribute, ast.Subscript)):
        return statement.value if len(statement.targets) == 1 else None
    call = statement.value if isinstance(statement, ast.Expr) else None
    adds = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append"
    return call.args[0] if isinstance(call, ast.Call) and adds and len(call.args) == 1 else None


def _is_read_of(part: ast.AST, place: ast.AST) -> bool:
    """``self.loss``, after ``self.loss = v``."""
    read = isinstance(part, (ast.Attribute, ast.Subscript)) and isinstance(part.ctx, ast.Load)
    return read and isinstance(place, (ast.Attribute, ast.Subscript)) and ast.unparse(part) == ast.unparse(place)


def _name_for(site: Site, node: ast.AST, value: ast.expr, calls: list[ast.Call]) -> str:
    """That of the value, if nothing else is bound to it there or at a call; else one after the place that keeps it."""
    callers = [site.module.function_of(call) or site.module.tree for call in calls]
    sole = isinstance(value, ast.Name) and len(uses(site, value.id).bindings) == 1
    if isinstance(value, ast.Name) and sole and not any(value.id in names_of(caller).bound for caller in callers):
        return value.id
    place = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else node
    word = str(getattr(place, "attr", None) or getattr(place, "id", None) or "stored").lower().strip("_")
    word = word.removesuffix("s") if isinstance(node, ast.Call) else word
    taken = {part.id for part in ast.walk(site.module.tree) if isinstance(part, ast.Name)}
    return numbered(f"last_{word}" if hasattr(builtins, word) else word, taken)


def _at_call(
    site: Site, function: ast.FunctionDef, call: ast.Call, statement: ast.stmt, value: ast.expr, name: str
) -> Replace:
    """The statement that calls the function takes one result more, and stores it."""
    caller = site.module.statement_of(call)
    texts: dict[ast.AST, str] = {value: name}
    bound = {*names_bound(function.body), *(one.arg for one in function.args.args)}
    if isinstance(site.module.parents.get(function), ast.ClassDef) and isinstance(call.func, ast.Attribute):
        own = function.args.args[0].arg
        held = [part for part in ast.walk(statement) if isinstance(part, ast.Name) and part.id == own]
        texts |= {part: site.text(call.func.value) for part in held}
        bound.discard(own)
    if (names_in(statement) - names_in(value)) & bound:
        raise NoFix("where it is stored depends on names of the function")
    if isinstance(caller, ast.Assign) and caller.value is call and len(caller.targets) == 1:
        target = _packed(caller.targets[0], flush(site, caller.targets[0]))
    elif isinstance(caller, ast.Expr) and caller.value is call:
        target = "_"
    else:
        raise NoFix("the function is called inside of an expression")
    return Replace([caller], f"{target}, {name} = {flush(site, call)}\n{substituted(site, statement, texts)}")


def _packed(node: ast.expr, text: str) -> str:
    """A tuple in parentheses."""
    return f"({text})" if isinstance(node, ast.Tuple) and not text.startswith("(") else text
