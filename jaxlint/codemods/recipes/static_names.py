"""A parameter made static: ``@jax.jit`` -> ``@partial(jax.jit, static_argnames="n")``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.bindings import names_in, uses
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.tracing.value import Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def made_static_parameter(site: Site, node: ast.AST) -> Rewrite | None:
    """``node`` needs static values: make the parameters in it static, where the function itself is jitted."""
    function = site.function
    if not isinstance(function, ast.FunctionDef) or len(function.decorator_list) != 1:
        return None
    spec = function.args
    parameters = {parameter.arg for parameter in (*spec.args, *spec.kwonlyargs)}
    wanted = sorted(names_in(node) & parameters)
    if not wanted or any(len(uses(site, name).bindings) != 1 for name in wanted):
        return None
    decorator = function.decorator_list[0]
    named = repr(wanted[0]) if len(wanted) == 1 else repr(tuple(wanted))
    keyword = f"static_argnames={named}".replace("'", '"')
    text = _decorator(site, decorator, keyword)
    if text is None:
        return None
    names = ", ".join(f"`{name}`" for name in wanted)
    summary = f"make {names} static: one compilation for each value, and callers must pass a Python number"
    return Rewrite("unsafe", summary, [Replace(decorator, text)])


def _decorator(site: Site, decorator: ast.expr, keyword: str) -> str | None:
    if _is_jit(site, decorator):
        return f"{_partial(site)}({site.text(decorator)}, {keyword})"
    if not isinstance(decorator, ast.Call) or not decorator.args or not _is_jit(site, decorator.args[0]):
        return None
    if any(one.arg is None or one.arg.startswith("static_") for one in decorator.keywords):
        return None
    return f"{site.text(decorator).rstrip()[:-1].rstrip().rstrip(',')}, {keyword})"


def _is_jit(site: Site, node: ast.expr) -> bool:
    value = site.value(node)
    return isinstance(value, Library) and value.name == "jax.jit"


def _partial(site: Site) -> str:
    bound = site.module.imports.get("functools.partial")
    return bound or f"{site.name_of('functools')}.partial"
