"""A list that is passed for a static parameter, which must be hashable: written as a tuple."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.codemods.recipes.wording.wording import substituted
from jaxlint.codemods.rewrite import Replace
from jaxlint.dataflow.scopes import binding_of, reads_of
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


_DISPLAYS = {ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.Set: "set"}
_UNHASHABLE = ("list", "List", "dict", "Dict", "set", "Set")


def displayed(node: ast.expr) -> str:
    """``a list`` of ``[2, 3]``; "" where its hash is not known to be missing."""
    return next((f"a {name}" for kind, name in _DISPLAYS.items() if isinstance(node, kind)), "")


def is_list(site: Site, node: ast.expr) -> bool:
    value = site.value(node)
    return isinstance(value, Sequence) and value.type == "list"


def display_of(site: Site, node: ast.expr) -> ast.List | None:
    """Where the list is written that is passed here and nowhere else."""
    if isinstance(node, ast.Name):
        given, binding = assigned_value(site, node), binding_of(site.module, node)
        alone = binding is not None and reads_of(site.module, binding.scope, node.id) == [node]
        return given if alone and isinstance(given, ast.List) else None
    return node if isinstance(node, ast.List) else None


def takes_tuple(site: Site, function: ast.AST, name: str) -> bool:
    """A list can't be joined to a tuple."""
    reads = [one for one in walk(function) if isinstance(one, ast.Name) and one.id == name]
    return not any(isinstance(site.module.parents[read], ast.BinOp) for read in reads)


def as_tuple(site: Site, display: ast.List) -> Replace:
    """``[2, 3]`` -> ``(2, 3)``, ``[n]`` -> ``(n,)``."""
    last = display.elts[-1]
    comma = len(display.elts) == 1 and not _ends_in_comma(site.text(display)[1:-1])
    text = substituted(site, display, {last: f"{site.text(last)},"} if comma else {})
    return Replace(display, f"({text[1:-1]})")


def _ends_in_comma(inside: str) -> bool:
    lines = [line.partition("#")[0].rstrip() for line in inside.splitlines()]
    return "".join(lines).endswith(",")


def unhashable_by_annotation(parameter: ast.arg) -> str:
    """``n: jax.Array``, ``n: Int[Array, ""]``, ``sizes: list[int]``; "" where it may have a hash."""
    parts = [] if parameter.annotation is None else walk(parameter.annotation)
    texts = [str(getattr(part, "value", "")) for part in parts if isinstance(part, ast.Constant)]
    names = [getattr(part, "attr", None) or getattr(part, "id", "") for part in parts]
    if any(name in ("Array", "ndarray", "ArrayLike") for name in names) or any("Array" in text for text in texts):
        return "an array"
    return next((f"a {name.lower()}" for name in names if name in _UNHASHABLE), "")
