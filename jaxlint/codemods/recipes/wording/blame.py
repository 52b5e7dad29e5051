"""Who stands in the way of a fix, told with its line, and its file where that is another."""

from __future__ import annotations

import ast
import os

from jaxlint.text.quoted import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.syntax.module import Module


def line_of(module: Module, node: ast.AST, home: Module) -> str:
    """``home``: the module of the finding."""
    file = "" if module is home else f" of `{os.path.basename(module.path)}`"
    return f"{module.line_name(node)}{file}"


def use_of(site: Site, node: ast.AST, home: Module) -> str:
    """What a value goes into: ``jnp.sort(y)``, ``y.tolist()``, ``out[i] = y``; else the value itself."""
    parent = site.module.parents[node]
    above = parent if isinstance(parent, (ast.expr, ast.Assign, ast.AnnAssign, ast.AugAssign)) else node
    if isinstance(parent, ast.Attribute) and isinstance(site.module.parents[parent], ast.Call):
        above = site.module.parents[parent]
    return f"{quoted(site.text(above))} on {line_of(site.module, above, home)}"


def code_at(site: Site, node: ast.AST) -> str:
    """Code and its line, in the module of the finding."""
    return f"{quoted(site.text(node))} on {site.module.line_name(node)}"


def bound_at(module: Module, nodes: list[ast.AST]) -> str:
    """Where a name gets its values, behind a sentence about it."""
    lines = sorted({node.lineno for node in nodes if hasattr(node, "lineno")})
    return f": it is assigned on {' and '.join(map(module.source.line_name, lines))}" if lines else ""


def needed_at(site: Site, node: ast.AST, home: Module) -> str:
    """What to say of selected values."""
    return f"{use_of(site, node, home)} cannot be rewritten with a mask"
