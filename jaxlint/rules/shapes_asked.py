"""Calls that ask for the shapes of what they are given, and for none of its numbers."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.faint import ABOUT, IGNORES
from jaxlint.rules.handing_on import given_by
from jaxlint.syntax.binders import parameters_of
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.dataflow.faint import Ask
    from jaxlint.syntax.module import Module

_OF_PYTHON = ("len", "isinstance", "type", "id", "hasattr", "callable")
_MAPPING = ("map", "tree_map")
_DEEPEST = 3  # functions in view that are looked into


def asking(inits: set[_ast.AST]) -> Ask:
    """What a call does with its arguments; ``inits``: those that make the parameters of a model for such inputs."""

    def ask(module: Module, call: _ast.Call) -> str:
        return IGNORES if call in inits or _asks_shapes(module, call, _DEEPEST) else given_by(module, call)

    return ask


def _asks_shapes(module: Module, call: _ast.Call, depth: int) -> bool:
    if given_by(module, call) == IGNORES or getattr(call.func, "id", None) in _OF_PYTHON:
        return True
    if getattr(call.func, "attr", None) in _MAPPING and len(call.args) > 1:
        return _gives_shapes(module, call.args[0], depth)
    return isinstance(call.func, _ast.Name) and _gives_shapes(module, call.func, depth)


def _gives_shapes(module: Module, function: _ast.AST, depth: int) -> bool:
    """A lambda, or a function of the module, that asks for no more of any of its parameters; ``jnp.zeros_like``."""
    if isinstance(function, _ast.Attribute):
        return given_by(module, _ast.Call(func=function, args=[], keywords=[])) == IGNORES
    if not isinstance(function, _ast.Lambda):
        named = [one for one in module.tree.body if getattr(one, "name", None) == getattr(function, "id", "")]
        if len(named) != 1 or not isinstance(named[0], _ast.FunctionDef) or not depth:
            return False
        function = named[0]
    names = {one.arg for one in parameters_of(function.args)}
    reads = [one for one in walk(function) if isinstance(one, _ast.Name) and one.id in names]
    return all(_is_about_shape(module, one, depth) for one in reads)


def _is_about_shape(module: Module, read: _ast.Name, depth: int) -> bool:
    around = module.parents[read]
    if isinstance(around, _ast.keyword):
        around = module.parents[around]
    if isinstance(around, _ast.Attribute):
        return around.attr in ABOUT
    return isinstance(around, _ast.Call) and around.func is not read and _asks_shapes(module, around, depth - 1)
