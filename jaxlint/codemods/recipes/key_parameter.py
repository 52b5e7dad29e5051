"""A traced function that draws on the host gets a PRNG key: as a parameter, from all of its callers in view."""

from __future__ import annotations

import ast
from textwrap import dedent

from jaxlint.codemods.recipes.bindings import runs_after, uses
from jaxlint.codemods.recipes.draws import draw_text
from jaxlint.codemods.recipes.keys import split_line, subkey_name
from jaxlint.codemods.recipes.wording import spliced
from jaxlint.codemods.rewrite import Replace, Rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "draw with `jax.random` and a key that the callers pass"
_PLACEHOLDER = "draw with `jax.random`; a key has to come from the caller"
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)
_KEYS = ("key", "rng_key", "prng_key")
_OWN_SCOPES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def with_key(site: Site, call: ast.AST, callee: str) -> Rewrite | None:
    """The fix of one draw: with the key that is there, with a new parameter, or as a suggestion."""
    function = site.function
    statement = site.module.statement_of(call)
    plain = isinstance(statement, _SIMPLE) and not _is_apart(site, call, statement)
    if isinstance(function, ast.FunctionDef) and isinstance(statement, _SIMPLE) and plain:
        key = _key_of(site, function, statement)
        if key is not None:
            return _drawn_here(site, call, callee, statement, key)
        calls = _calls(site, function)
        if calls:
            return _threaded(site, call, callee, statement, function, calls)
    text = draw_text(site, call, callee, "key")
    return None if text is None else Rewrite("suggestion", _PLACEHOLDER, [Replace(call, text)])


def _is_apart(site: Site, node: ast.AST, statement: ast.stmt) -> bool:
    """Evaluated more often than its statement."""
    while node is not statement:
        if isinstance(node, _OWN_SCOPES):
            return True
        node = site.module.parents[node]
    return False


def _key_of(site: Site, function: ast.FunctionDef, statement: ast.stmt) -> str | None:
    """A parameter that is a key by its name, or a name bound above."""
    spec = function.args
    names = [one.arg for one in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)]
    for name in _KEYS:
        bound = [site.module.statement_of(one) for one in uses(site, name).bindings if isinstance(one, ast.Name)]
        if name in names or any(one is not None and runs_after(site, statement, one) for one in bound):
            return name
    return None


def _drawn_here(site: Site, call: ast.AST, callee: str, statement: ast.stmt, key: str) -> Rewrite | None:
    source = _split_and_draw(site, call, callee, statement, key)
    return None if source is None else Rewrite("unsafe", _SUMMARY, [Replace([statement], source)])


def _split_and_draw(site: Site, call: ast.AST, callee: str, statement: ast.stmt, key: str) -> str | None:
    """The statement, and above it the line that splits the key."""
    subkey = subkey_name(site, statement)
    text = draw_text(site, call, callee, subkey)
    if text is None:
        return None
    if isinstance(ast.parse(text, mode="eval").body, ast.BinOp) and getattr(statement, "value", None) is not call:
        text = f"({text})"
    return f"{split_line(site, key, subkey)}\n{spliced(site, statement, {call: text})}"


def _threaded(
    site: Site, call: ast.AST, callee: str, statement: ast.stmt, function: ast.FunctionDef, calls: list[ast.Call]
) -> Rewrite | None:
    """A new parameter, the draw that takes it, and a key at each call."""
    if _mentions(function, "key"):
        return None
    drawn = _split_and_draw(site, call, callee, statement, "key")
    definition = None if drawn is None else _with_parameter(site, function, statement, drawn)
    if definition is None:
        return None
    fresh = f"{site.name_of('jax.random')}.key"
    keys = [Replace(one, _with_argument(site, one, f"key={fresh}({number})")) for number, one in enumerate(calls)]
    return Rewrite("unsafe", _SUMMARY, [Replace([function], definition), *keys])


def _mentions(function: ast.FunctionDef, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(function))


def _with_parameter(site: Site, function: ast.FunctionDef, statement: ast.stmt, drawn: str) -> str | None:
    """The text of the definition with ``key`` as last parameter, at indentation zero."""
    spec = function.args
    if spec.vararg or spec.kwarg or spec.kwonlyargs or function.col_offset:
        return None
    source = site.module.source
    top = source.offset(min([function.lineno, *(one.lineno for one in function.decorator_list)]), 0)
    text = source.text
    names = [*spec.posonlyargs, *spec.args]
    if names:
        last = source.span(spec.defaults[-1] if spec.defaults else names[-1]).end
        added = ", *, key" if spec.defaults else ", key"
    else:
        last = text.index("(", source.span(function).start) + 1
        added = "key"
    body = source.span(statement)
    indent = text[text.rfind("\n", 0, body.start) + 1 : body.start]
    if indent.strip():
        return None  # shares its line with another statement
    lines = drawn.split("\n", 1)
    new = f"{lines[0]}\n{indent}{lines[1]}"
    end = source.span(function).end
    rest = text[end : text.find("\n", end)] if "\n" in text[end:] else text[end:]
    if rest.lstrip().startswith("#"):
        end += len(rest.rstrip("\r"))  # the comment at the last line
    return dedent(text[top:last] + added + text[last : body.start] + new + text[body.end : end])


def _with_argument(site: Site, call: ast.Call, argument: str) -> str:
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if not given:
        return f"{site.text(call.func)}({argument})"
    last = max(given, key=lambda node: site.module.source.span(node).end)
    return spliced(site, call, {last: f"{site.text(last)}, {argument}"})


def _calls(site: Site, function: ast.FunctionDef) -> list[ast.Call] | None:
    """All calls of a function of the module; None where it is used in another way, or nobody in view calls it."""
    if site.module.parents.get(function) is not site.module.tree or not all(map(_is_jit, function.decorator_list)):
        return None
    found = _calls_of_name(site, function.name, function)
    return sorted(found, key=lambda call: (call.lineno, call.col_offset)) if found else None


def _calls_of_name(site: Site, name: str, function: ast.FunctionDef) -> list[ast.Call] | None:
    calls: list[ast.Call] = []
    parents = site.module.parents
    for node in ast.walk(site.module.tree):
        if not isinstance(node, ast.Name) or node.id != name:
            continue
        parent = parents.get(node)
        if not isinstance(node.ctx, ast.Load) or not isinstance(parent, ast.Call) or _is_below(site, node, function):
            if name != function.name and isinstance(parent, ast.Assign) and node in parent.targets:
                continue  # where ``name = jax.jit(f)`` binds it
            return None
        more = [parent] if parent.func is node else _calls_of_jitted(site, parent, node, function)
        if more is None:
            return None
        calls += more
    nested = {below for call in calls for below in ast.walk(call) if below is not call}
    return None if any(call in nested or any(one.arg is None for one in call.keywords) for call in calls) else calls


def _calls_of_jitted(site: Site, jit: ast.Call, name: ast.Name, function: ast.FunctionDef) -> list[ast.Call] | None:
    """``jax.jit(f)`` called at once, or under the name that the module binds it to."""
    if not _is_jit(jit.func) or jit.args[:1] != [name]:
        return None
    parent = site.module.parents.get(jit)
    if isinstance(parent, ast.Call) and parent.func is jit:
        return [parent]
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
        target = parent.targets[0].id
        if site.module.parents.get(parent) is site.module.tree and _bound_once(site, target):
            return _calls_of_name(site, target, function)
    return None


def _bound_once(site: Site, name: str) -> bool:
    nodes = [node for node in ast.walk(site.module.tree) if isinstance(node, ast.Name) and node.id == name]
    definitions = [node for node in ast.walk(site.module.tree) if getattr(node, "name", None) == name]
    return len([node for node in nodes if not isinstance(node.ctx, ast.Load)]) == 1 and not definitions


def _is_below(site: Site, node: ast.AST | None, function: ast.AST) -> bool:
    while node is not None and node is not function:
        node = site.module.parents.get(node)
    return node is function


def _is_jit(node: ast.expr) -> bool:
    """``jit``, ``jax.jit``, ``jax.jit(...)``, ``partial(jax.jit, ...)``."""
    if isinstance(node, ast.Call):
        return _is_jit(node.func) or any(_is_jit(argument) for argument in node.args[:1])
    return (getattr(node, "attr", None) or getattr(node, "id", None)) in ("jit", "filter_jit")
