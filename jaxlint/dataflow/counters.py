"""Which numbers a loop passes to its body: those that ``fori_loop`` counts, or the elements of ``arange``."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.assigned import assigned
from jaxlint.dataflow.scopes import binding_of, bindings_in, parameter_index, reads_of
from jaxlint.syntax.binders import FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.syntax.module import Module

    Ends = tuple[_ast.expr | None, _ast.expr]
    Callee = Callable[[_ast.AST], str]  # the dotted name of the library's function that is called


def counted_by(module: Module, name: _ast.Name, callee: Callee) -> Ends | None:
    """Where the count of a body's parameter begins (None: at 0) and ends, if it is one."""
    binding = binding_of(module, name)
    if binding is None or binding.sole is None or not isinstance(binding.scope, FUNCTIONS):
        return None
    position = parameter_index(binding.scope, binding.sole)
    use = _use_of(module, binding.scope)
    call = None if use is None else module.parents.get(use)
    if position is None or not isinstance(call, _ast.Call) or use not in call.args:
        return None
    name_of_loop, arguments = callee(call), call.args
    if name_of_loop == "jax.lax.fori_loop":
        return (arguments[0], arguments[1]) if position == 0 and arguments[2:3] == [use] else None
    if name_of_loop == "jax.lax.scan" and position == 1 and len(arguments) >= 3:
        return _elements(module, arguments[2], callee)
    if name_of_loop == "jax.lax.map" and position == 0 and len(arguments) >= 2:
        return _elements(module, arguments[1], callee)
    mapped = module.parents.get(call)
    if name_of_loop == "jax.vmap" and len(arguments) == 1 and not call.keywords and isinstance(mapped, _ast.Call):
        return _elements(module, mapped.args[position], callee) if position < len(mapped.args) else None
    return None


def _use_of(module: Module, function: _ast.AST) -> _ast.AST | None:
    """The one expression that stands for the function."""
    name = getattr(function, "name", None)
    if isinstance(function, _ast.Lambda):
        statement = module.parents.get(function)
        target = statement.targets[0] if isinstance(statement, _ast.Assign) and len(statement.targets) == 1 else None
        if not isinstance(target, _ast.Name) or len(bindings_in(_around(module, function), target.id)) > 1:
            return function
        name = target.id
    elif not isinstance(function, _ast.FunctionDef) or function.decorator_list:
        return None
    reads = reads_of(module, _around(module, function), name or "")
    return reads[0] if len(reads) == 1 else None


def _around(module: Module, function: _ast.AST) -> _ast.AST:
    return module.function_of(function) or module.tree


def _elements(module: Module, rows: _ast.AST, callee: Callee) -> Ends | None:
    """Of ``jnp.arange(k)``."""
    if isinstance(rows, _ast.Name):
        rows = assigned(module, rows) or rows
    return ends_of_arange(rows, callee)


def ends_of_arange(rows: _ast.AST, callee: Callee) -> Ends | None:
    """``k`` of ``jnp.arange(k)``."""
    is_arange = isinstance(rows, _ast.Call) and callee(rows) in ("jax.numpy.arange", "numpy.arange")
    given = rows.args if is_arange and all(one.arg == "dtype" for one in rows.keywords) else []  # type: ignore[attr-defined]
    if len(given) == 1:
        return None, given[0]
    return (given[0], given[1]) if len(given) == 2 else None
