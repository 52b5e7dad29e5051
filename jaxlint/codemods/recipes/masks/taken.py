"""Selections that functions in view are called with: with the mask beside them, their bodies can reduce them."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.masks.end import End
from jaxlint.codemods.recipes.masks.layouts import FLAT
from jaxlint.codemods.recipes.wording.spellings import function_text
from jaxlint.dataflow.scopes import Binding, parameter_index, reads_of
from jaxlint.tracing.values.value import Function, Transformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.flow import Flow
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.recipes.masks.phrasing import Phrasing
    from jaxlint.codemods.site import Site
    from jaxlint.syntax.module import Module


_THROUGH = ("jax.jit", "jax.checkpoint")


class Taken(End):
    """A call of a function in view; ``name``: of the parameter that takes the mask."""

    def __init__(self, call: ast.Call, module: Module, function: ast.FunctionDef) -> None:
        super().__init__(call, [], FLAT)
        self.module = module
        self.function = function
        self.name = ""
        self.arguments: list[ast.expr] = [*call.args, *(one.value for one in call.keywords)]

    def parameters(self, flow: Flow) -> dict[str, Layout]:
        """Those that get masked values."""
        assert isinstance(self.call, ast.Call)
        spec = self.function.args
        named = dict(zip([one.arg for one in [*spec.posonlyargs, *spec.args]], self.call.args, strict=False))
        named.update({one.arg: one.value for one in self.call.keywords if one.arg is not None})
        return {name: flow.layouts[node] for name, node in named.items() if node in self.operands}

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        call = self.call
        assert isinstance(call, ast.Call)
        said = {one: phrasing.bare(one) if one in self.operands else phrasing.with_ends(one) for one in self.arguments}
        given = [*(said[one] for one in call.args), *(f"{one.arg}={said[one.value]}" for one in call.keywords)]
        return f"{function_text(phrasing.site, call)}({', '.join([*given, f'{self.name}={phrasing.mask}'])})"


def taken_by(site: Site, node: ast.AST) -> Taken | None:
    """The call of a function in view that gets ``node``, whose parameter for it is known."""
    parent = site.module.parents[node]
    call = site.module.parents[parent] if isinstance(parent, ast.keyword) else parent
    value = site.value(call.func) if isinstance(call, ast.Call) and call.func is not node else None
    while isinstance(value, Transformed) and value.transform in _THROUGH:
        value = value.func
    if not isinstance(call, ast.Call) or not isinstance(value, Function) or not isinstance(value.node, ast.FunctionDef):
        return None
    unclear = any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords)
    spec, known = value.node.args, site.project.modules.get(value.module.path)
    if unclear or known is not value.module or len(call.args) > len([*spec.posonlyargs, *spec.args]):
        return None
    return Taken(call, value.module, value.node) if not spec.vararg and not spec.kwarg else None


def reads_in(site: Site, function: ast.FunctionDef, name: str) -> list[ast.Name] | None:
    """All reads of a parameter; None where it is bound anew, or an inner function reads it."""
    sole = Binding(function, name).sole
    reads = reads_of(site.module, function, name)
    plain = isinstance(sole, ast.arg) and all(site.module.function_of(read) is function for read in reads)
    return reads if plain else None


def argument_of(call: ast.Call, function: ast.FunctionDef, name: str) -> ast.expr | None:
    """What a call gives for a parameter."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    spec = function.args
    own = next((one for one in [*spec.posonlyargs, *spec.args] if one.arg == name), None)
    at = None if own is None else parameter_index(function, own)
    return call.args[at] if at is not None and at < len(call.args) else None
