"""Definitions that nobody can come by: the name is bound anew before anyone reads it."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.scopes import names_of
from jaxlint.syntax.binders import FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module

_SCOPES = (*FUNCTIONS, _ast.ClassDef, _ast.Module)


def is_overwritten(module: Module, definition: _ast.AST) -> bool:
    """True for a def whose name no read finds bound to it, nor whoever looks into the module or class later on."""
    name = getattr(definition, "name", None)
    scope = module.parents.get(definition)
    while scope is not None and not isinstance(scope, _SCOPES):
        scope = module.parents.get(scope)
    if name is None or scope is None:
        return False
    names = names_of(scope)
    if len(names.bound.get(name, ())) == 1 or name in names.declared:
        return False
    flow = flow_of(scope)
    if flow.reaching.reads(definition):
        return False
    ends = () if isinstance(scope, FUNCTIONS) else (flow.paths.exit, flow.paths.left)
    return not any(definition in flow.reaching.definitions_at(end, 0, name) for end in ends)
