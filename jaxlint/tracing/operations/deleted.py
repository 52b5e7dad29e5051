"""What is asked of an array that JAX has deleted: its numbers are gone, its shape and dtype are not."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.reads import place_of
from jaxlint.knowledge.api import lookup
from jaxlint.knowledge.libraries.array_classes import OF_DELETED
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.value import Array, BoundMethod, Function, Library, Partial, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

CERTAINLY, PERHAPS, NO = 2, 1, 0  # is it asked for its numbers?

_ASKING_LITTLE = frozenset(
    """jax.numpy.zeros_like jax.numpy.ones_like jax.numpy.full_like jax.numpy.empty_like jax.numpy.shape
    jax.numpy.ndim jax.numpy.size jax.numpy.result_type jax.numpy.iscomplexobj jax.numpy.isrealobj
    jax.numpy.issubdtype jax.numpy.isdtype jax.numpy.promote_types jax.numpy.can_cast
    jax.lax.full_like jax.eval_shape jax.typeof jax.make_jaxpr
    jax.ShapeDtypeStruct jax.tree.structure jax.tree_util.tree_structure jax.dtypes.result_type
    numpy.shape numpy.ndim numpy.size builtins.isinstance builtins.type builtins.len builtins.id builtins.hasattr
    builtins.getattr builtins.callable builtins.vars builtins.dir""".split()
)
_ASKING = ("jax.numpy.", "jax.lax.", "jax.nn.", "jax.random.", "jax.scipy.", "numpy.", "math.")
_ASKING_OF_PYTHON = frozenset(
    "builtins." + name
    for name in "print str repr format float int bool complex list tuple sum min max abs any all sorted iter".split()
)
_HANDED_ON = (_ast.Tuple, _ast.List, _ast.Dict, _ast.Set, _ast.Starred, _ast.IfExp, _ast.keyword)
_DEEPEST = 3  # functions in view that it is followed into


def asked_for(frame: Frame, node: _ast.AST, value: Value, depth: int = _DEEPEST) -> int:
    """Of an expression whose array is deleted, or holds some that are.  ``value``: what is known of it."""
    parents, sure = frame.module.parents, isinstance(value, Array)
    while True:
        parent = parents[node]
        if isinstance(parent, _ast.Attribute):
            if parent.attr in OF_DELETED:
                return NO
            if sure:
                return CERTAINLY
            if lookup(f"jax.Array.{parent.attr}") is not None:
                return PERHAPS
        elif isinstance(parent, _ast.Subscript) and parent.value is node:
            if sure:
                return CERTAINLY
        elif isinstance(parent, _ast.Call):
            return NO if parent.func is node else _asked_by(frame, parent, node, sure, depth)
        elif not isinstance(parent, _HANDED_ON):
            return _asked_here(parent, node, sure)
        elif isinstance(parent, _ast.keyword):
            return _asked_by(frame, parents[parent], node, sure, depth)  # type: ignore[arg-type]
        node = parent


def _asked_here(parent: _ast.AST, node: _ast.AST, sure: bool) -> int:
    """By what is no call."""
    asked = CERTAINLY if sure else PERHAPS
    if isinstance(parent, (_ast.BinOp, _ast.AugAssign, _ast.FormattedValue)):
        return asked
    if isinstance(parent, _ast.Compare):
        named = any(isinstance(one, (_ast.Is, _ast.IsNot)) for one in parent.ops)
        return NO if named or not sure else CERTAINLY  # "a" in params
    if isinstance(parent, _ast.UnaryOp):
        return asked if sure or not isinstance(parent.op, _ast.Not) else NO
    if isinstance(parent, (_ast.For, _ast.comprehension)) and parent.iter is node:
        return CERTAINLY if sure else NO
    return NO


def _asked_by(frame: Frame, call: _ast.Call, argument: _ast.AST, sure: bool, depth: int) -> int:
    """By the function that it goes to."""
    asked = CERTAINLY if sure else PERHAPS
    function = evaluate(frame, call.func) if place_of(call.func) is not None else None
    if isinstance(function, Library):
        if function.name in _ASKING_LITTLE:
            return NO
        mapped = function.name in ("jax.tree.map", "jax.tree_util.tree_map", "jax.tree_map")
        if mapped:
            return NO if _maps_little(frame, call) else PERHAPS
        return asked if function.name.startswith(_ASKING) or function.name in _ASKING_OF_PYTHON else PERHAPS
    shift = 0
    if isinstance(function, BoundMethod):
        function, shift = function.func, 1
    jitted = isinstance(function, Transformed)
    while isinstance(function, (Transformed, Partial)):
        shift += len(function.args) if isinstance(function, Partial) else 0
        function = function.func
    if not isinstance(function, Function) or depth == 0:
        return PERHAPS
    found = _asked_inside(function, call, argument, shift)
    return NO if not found else asked if jitted else PERHAPS


def _asked_inside(function: Function, call: _ast.Call, argument: _ast.AST, shift: int) -> bool:
    """False where the function does no more with it than ask for its shape."""
    spec = function.node.args
    order = [one.arg for one in (*spec.posonlyargs, *spec.args)]
    name = next((one.arg for one in call.keywords if one.value is argument), None)
    if name is None and argument in call.args:
        at = call.args.index(argument) + shift
        name = order[at] if at < len(order) else None
    if name is None or any(isinstance(one, _ast.Starred) for one in call.args):
        return True
    about = {one.value for one in walk(function.node) if isinstance(one, _ast.Attribute) and one.attr in OF_DELETED}
    reads = [one for one in walk(function.node) if isinstance(one, _ast.Name) and one.id == name]
    return any(one not in about for one in reads)


def _maps_little(frame: Frame, call: _ast.Call) -> bool:
    """``jax.tree.map(jnp.shape, state)``"""
    function = call.args[0] if call.args else None
    if isinstance(function, _ast.Lambda):
        names = {one.arg for one in function.args.args}
        about = {one.value for one in walk(function) if isinstance(one, _ast.Attribute) and one.attr in OF_DELETED}
        about |= {
            argument
            for one in walk(function)
            if isinstance(one, _ast.Call) and _asks_little(frame, one.func)
            for argument in one.args
        }
        return all(one in about for one in walk(function.body) if isinstance(one, _ast.Name) and one.id in names)
    return function is not None and _asks_little(frame, function)


def _asks_little(frame: Frame, function: _ast.AST) -> bool:
    value = evaluate(frame, function) if place_of(function) is not None else None
    return isinstance(value, Library) and value.name in _ASKING_LITTLE
