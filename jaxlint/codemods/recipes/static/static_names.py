"""A parameter made static: ``@jax.jit`` -> ``@partial(jax.jit, static_argnames="n")``."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.static.hashable import as_tuple
from jaxlint.codemods.recipes.static.jit_roots import Parameter, Roots, is_jit, jit_call
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.wording import substituted
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.tracing.applied.signature import positional_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.values.value import Transformed

_PRICE = "one compilation per value"


@recipe
def made_static_parameter(site: Site, node: ast.AST) -> Rewrite | None:
    """``node`` needs static values: make the parameters it comes from static, wherever they are jitted in view."""
    roots = Roots(site)
    roots.require_all(node)
    made = rewritten(site, roots)
    if made is None:
        raise NoFix(f"no known `jax.jit` call takes {code_at(site, node)} as an argument")
    return made


@recipe
def made_static_argument(site: Site, transformed: Transformed, name: str) -> Rewrite | None:
    """What this jit is given for one of its parameters is no JAX type: make it static there."""
    jit, order = transformed.node, positional_names(transformed.func) or []
    if transformed.module is not site.module or not isinstance(jit, ast.expr) or not _may_be_told(site, jit):
        raise NoFix(f"no `jax.jit` call in this file takes `{name}` as an argument")
    price = "JAX compiles once for each object, and later changes to it are ignored" if name == "self" else _PRICE
    told = _told(site, jit, [Parameter(jit, name, order.index(name) if name in order else None)])
    return Rewrite(UNSAFE, f"make `{name}` static; {price}", [told])


def _may_be_told(site: Site, jit: ast.expr) -> bool:
    """``jax.jit`` as a decorator, applied or not, or ``jax.jit(f)``."""
    if is_jit(site, jit) or jit_call(site, jit) is not None:
        return True
    return isinstance(jit, ast.Call) and is_jit(site, jit.func)


def rewritten(site: Site, roots: Roots) -> Rewrite | None:
    """The jits with the parameters that they must hold for static; raises NoFix."""
    replacements = [_told(site, jit, parameters) for jit, parameters in roots.found.items()]
    if not replacements:
        return None
    replacements += [as_tuple(site, one) for one in roots.lists]
    wanted = _names([one for parameters in roots.found.values() for one in parameters])
    names = ", ".join(f"`{name}`" for name in wanted)
    number = "a Python value" if len(wanted) == 1 else "Python values"
    summary = f"make {names} static; {_PRICE}, and callers must pass {number}"
    return Rewrite(UNSAFE, summary, replacements)


def _told(site: Site, jit: ast.expr, parameters: list[Parameter]) -> Replace:
    """The jit with its static parameters: those it has, in the way that they are given, and the new ones."""
    names = _names(parameters)
    if is_jit(site, jit):
        return Replace(jit, f"{_partial(site)}({site.text(jit)}, static_argnames={_strings(names)})")
    assert isinstance(jit, ast.Call)
    given = {keyword.arg: keyword.value for keyword in jit.keywords}
    if None in given:
        raise NoFix(f"{code_at(site, jit)} unpacks its options with `**`")
    numbers = sorted({one.index for one in parameters if one.index is not None})
    told: dict[ast.AST, str] = {}
    if "static_argnums" in given:
        if len(numbers) != len(names):
            raise NoFix(f"{code_at(site, jit)} uses `static_argnums`, but one parameter has no position")
        told[given["static_argnums"]] = _extended(site, given["static_argnums"], [str(number) for number in numbers])
    if "static_argnames" in given:
        told[given["static_argnames"]] = _extended(site, given["static_argnames"], names)
    if len(told) == 1:
        ((node, text),) = told.items()
        return Replace(node, text[1:-1] if isinstance(node, ast.Constant) else text)  # the place asks for parentheses
    if told:
        return Replace(jit, substituted(site, jit, told))
    if not jit.args and not given:
        return Replace(jit, f"{site.text(jit.func)}(static_argnames={_strings(names)})")
    last = max([*jit.args, *given.values()], key=lambda node: site.module.source.span(node).end)
    more = f"{site.text(last)}, static_argnames={_strings(names)}"
    return Replace(jit, substituted(site, jit, {last: more}))


def _names(parameters: list[Parameter]) -> list[str]:
    """In the order of the signature."""
    places = {one.name: (one.index is None, one.index or 0, one.name) for one in parameters}
    return sorted(places, key=lambda name: places[name])


def _strings(names: list[str]) -> str:
    quoted = ", ".join(f'"{name}"' for name in names)
    return quoted if len(names) == 1 else f"({quoted})"


def _extended(site: Site, given: ast.expr, more: list[str]) -> str:
    """A string, a number, or a sequence of them, with more of them: numbers in order, strings quoted alike."""
    if not isinstance(given, (ast.Constant, ast.Tuple, ast.List)):
        raise NoFix(f"{code_at(site, given)} is not a literal")
    nodes = [given] if isinstance(given, ast.Constant) else given.elts
    items = [site.text(node) for node in nodes]
    quote = next((item[0] for item in items if item[0] in "'\""), '"')
    told = [one if one.isdecimal() else f"{quote}{one}{quote}" for one in more]
    if set(told) <= set(items):
        raise NoFix(f"{code_at(site, given)} already makes it static, but it is traced anyway")
    items += [one for one in told if one not in items]
    if all(item.isdecimal() for item in items):
        items.sort(key=int)
    inside = ", ".join(items)
    if isinstance(given, ast.List):
        return f"[{inside}]"
    return f"({inside},)" if len(items) == 1 else f"({inside})"


def _partial(site: Site) -> str:
    bound = site.module.imports.get("functools.partial")
    return bound or quote(site, "functools.partial")
