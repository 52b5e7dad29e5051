"""What no call in view leads to, and still runs: found once all else was traced."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.overwritten import is_overwritten
from jaxlint.knowledge.transforms import DECORATOR
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.heirs import receiver_of, some_object
from jaxlint.tracing.hierarchy import class_member
from jaxlint.tracing.interpreter import Interpreter
from jaxlint.tracing.modules import module_frame
from jaxlint.tracing.starts.interest import interest_of
from jaxlint.tracing.starts.roots import guarded, run_eagerly
from jaxlint.tracing.transforms.generic import run_generic
from jaxlint.tracing.value import ClassValue, Function, Instance, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module

_KEPT_BY_NAME = ("staticmethod", "classmethod", "property")  # what they give is bound to the name, and no other


def run_rest(interpreter: Interpreter, paths: set[str]) -> None:
    """Transforms that were applied, and of these files functions handed out of where they were made, and methods of
    subclasses."""
    position = _run_pending(interpreter, 0)
    while _run_handed_out(interpreter, paths):
        position = _run_pending(interpreter, position)
    _run_overriding(interpreter, paths)
    while _run_handed_out(interpreter, paths):
        position = _run_pending(interpreter, position)


def _run_handed_out(interpreter: Interpreter, paths: set[str]) -> bool:
    """Functions that were defined, and neither called nor bound to a name that leads to them: ``return update``,
    ``@f.defbwd``.  Were there any?  What a test hands out and nobody calls may be there to fail.
    """
    found = [
        function
        for node, function in list(interpreter.defined.items())
        if node not in interpreter.visited
        and not function.module.is_test
        and _is_among(interpreter, function.module, paths)
        and interest_of(function.module).holds(function.node)
        and not _is_out_of_reach(interpreter, function)
    ]
    for function in found:
        if function.node not in interpreter.visited:
            interpreter.visited.add(function.node)
            frame = module_frame(interpreter, function.module)
            guarded(interpreter, function.module, function.name, run_eagerly, frame, function)
    return bool(found)


def _is_among(interpreter: Interpreter, module: Module, paths: set[str]) -> bool:
    return module.path in paths and interpreter.project.modules.get(module.path) is module


def _run_overriding(interpreter: Interpreter, paths: set[str]) -> None:
    """Methods that trace, of base classes: once more for the subclasses whose own part in it nobody in view calls."""
    transformed = {one.func.node: one for one in interpreter.pending if isinstance(one.func, Function)}
    for function in list(interpreter.defined.values()):
        node = function.node
        if function.owner is None or not _is_among(interpreter, function.module, paths):
            continue
        applied = transformed.get(node)
        if applied is None and not interest_of(function.module).starts(node):
            continue
        receiver = _unseen(interpreter, function)
        if receiver is None:
            continue
        frame, module = module_frame(interpreter, function.module), function.module
        if applied is None:
            guarded(interpreter, module, function.name, run_eagerly, frame, function, receiver)
        else:
            guarded(interpreter, module, function.name, run_generic, interpreter, applied, receiver)


def _unseen(interpreter: Interpreter, function: Function) -> Instance | None:
    """An object of the subclasses for which the method calls what was not traced yet."""
    spec = function.node.args
    names = [*spec.posonlyargs, *spec.args]
    if not names or names[0].arg != "self" or not isinstance(function.owner, ClassValue):
        return None
    heirs = receiver_of(interpreter, function).members or ()
    if len(heirs) < 2:
        return None
    asked = _attributes(function.node, "self")
    anew = tuple(one for one in heirs if any(_is_untraced(interpreter, class_member(one, name)) for name in asked))
    return some_object(interpreter, function.owner, anew) if anew else None


def _attributes(node: _ast.AST, name: str) -> set[str]:
    """``self.step``, ``self.reset``"""
    found = (one for one in walk(node) if isinstance(one, _ast.Attribute))
    return {one.attr for one in found if isinstance(one.value, _ast.Name) and one.value.id == name}


def _is_untraced(interpreter: Interpreter, found: Value | None) -> bool:
    while found is not None and not isinstance(found, Function):
        found = getattr(found, "func", None)
    return isinstance(found, Function) and found.node not in interpreter.traced


def _run_pending(interpreter: Interpreter, position: int) -> int:
    """Transforms that were applied and never called: run them on what their parameters tell."""
    done: set[object] = set()
    while position < len(interpreter.pending):
        transformed = interpreter.pending[position]
        position += 1
        mark = (id(transformed.node), transformed.transform, _definition(transformed))
        if transformed.called or mark in done:
            continue
        done.add(mark)
        if _is_out_of_reach(interpreter, transformed):
            continue
        module = transformed.module
        interpreter.tests_of = module.path if module.is_test else None
        guarded(interpreter, module, "transform", run_generic, interpreter, transformed)
    interpreter.tests_of = None
    return position


def _is_out_of_reach(interpreter: Interpreter, value: Value) -> bool:
    """A def whose name stands for another by the time that anybody reads it; no decorator of it can have kept it."""
    function = _innermost(value)
    if not isinstance(function, Function) or _is_bound(function) or not is_overwritten(function.module, function.node):
        return False
    applied = {one.node for one in interpreter.pending if one.transform != DECORATOR}
    decorators = getattr(function.node, "decorator_list", ())
    return all(one in applied or getattr(one, "id", None) in _KEPT_BY_NAME for one in decorators)


def _is_bound(function: Function) -> bool:
    """The name leads to it in the end."""
    closure = function.closure
    bound = function.owner.attributes if function.owner else {} if closure is None else closure.variables
    found = _innermost(bound.get(function.name))
    return isinstance(found, Function) and found.node is function.node


def _innermost(value: Value | None) -> Value | None:
    while isinstance(value, Transformed):
        value = value.func
    return value


def _definition(value: Value) -> object:
    innermost = _innermost(value)
    return id(innermost.node) if isinstance(innermost, Function) else id(innermost)
