"""How a file writes a name of JAX, wherever it lives: the import it has, else the one that it needs."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import callee, jax_name
from jaxlint.knowledge.history import comes_with_jax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_FIELD = ("jax.numpy", "jax.lax")  # under the alias that everybody gives them


def spelled(site: Site, dotted: str, near: dict[str, str] | None = None) -> str:
    """``jax.tree.map`` under the names that are bound here; asks for an import where none of them leads there.

    ``near``: dotted name -> how the old name was spelled there, to be kept where it will do.
    """
    free = {name: bound for name, bound in site.module.imports.items() if bound not in site.around.hidden}
    imports = {**free, **site.around.imported, **(near or {})}
    home, _, word = dotted.rpartition(".")
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        bound = imports.get(".".join(parts[:cut]))
        if bound is not None and (cut >= len(parts) - 1 or _is_brought(home)):
            return ".".join([bound, *parts[cut:]])
    if home in _FIELD:
        return f"{site.name_of(home)}.{word}"
    if _is_brought(home):
        return f"{site.name_of('jax')}{dotted.removeprefix('jax')}"
    return f"{_imported(site, home)}.{word}"


def function_text(site: Site, call: ast.Call) -> str:
    """The function of a call as the user wrote it; NumPy's as JAX's twin of it."""
    name = jax_name(site, call)
    return site.text(call.func) if name == callee(site, call) else spelled(site, name)


def spelled_module(site: Site, dotted: str, near: dict[str, str] | None = None) -> str:
    """A module itself, which is no attribute of the package around it before somebody imports it."""
    return spelled(site, dotted, near) if _is_brought(dotted) else _imported(site, dotted)


def _imported(site: Site, module: str) -> str:
    bound = {**site.module.imports, **site.around.imported}.get(module)
    if bound is not None and bound not in site.around.hidden:
        return bound
    name, wanted = site.module.new_import(module)
    if wanted not in site.imports:
        site.imports.append(wanted)
    return name


def _is_brought(module: str) -> bool:
    return module == "jax" or comes_with_jax(module)
