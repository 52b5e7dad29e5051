"""The line that splits a key, and the names in it."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import uses
from jaxlint.codemods.recipes.wording.fresh_names import names_below
from jaxlint.dataflow.index import flow_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def split_line(site: Site, key: str, subkeys: list[str]) -> str:
    """``key, subkey = jax.random.split(key)``."""
    count = f", {len(subkeys) + 1}" if len(subkeys) > 1 else ""
    return f"{key}, {', '.join(subkeys)} = {site.name_of('jax.random')}.split({key}{count})"


def subkey_names(site: Site, statement: ast.stmt, count: int) -> list[str]:
    """``subkey``, or others where there are several, or where the function still needs what that one holds."""
    taken = names_below(site.function or site.module.tree)
    names: list[str] = []
    number = 1
    while len(names) < count:
        name = "subkey" if count == number == 1 else f"subkey_{number}"
        if name not in taken or _is_spent(site, name, statement):
            names.append(name)
        number += 1
    return names


def _is_spent(site: Site, name: str, statement: ast.stmt) -> bool:
    """What it holds where the statement begins is read by nobody."""
    flow = flow_of(site.function or site.module.tree)
    begins = flow.paths.begins.get(statement)
    return begins is not None and not uses(site, name).inner and name not in flow.liveness.before[begins]
