"""What no call in view leads to, and still runs: found once all else was traced."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.overwritten import is_overwritten
from jaxlint.knowledge.interest import interest_of
from jaxlint.knowledge.transforms import DECORATOR
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.calls.modules import module_frame
from jaxlint.tracing.objects.heirs import receiver_of, some_object
from jaxlint.tracing.running.interpreter import Interpreter
from jaxlint.tracing.starts.roots import guarded, run_eagerly, take_turn
from jaxlint.tracing.transforms.generic import run_generic
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.value import ClassValue, Function, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module

_KEPT_BY_NAME = ("staticmethod", "classmethod", "property")  # what they give is bound to the name, and no other


def run_rest(interpreter: Interpreter, modules: list[Module]) -> None:
    """Transforms that were applied, and of these files functions handed out of where they were made, and methods of
    subclasses."""
    _run_all(interpreter, modules)
    for module in modules:
        if _unseen_of(interpreter, module):
            take_turn(interpreter, "subclasses", module, _run_overriding, interpreter, module)
    _run_all(interpreter, modules)


def _run_all(interpreter: Interpreter, modules: list[Module]) -> None:
    """What waits; what is run makes more of it."""
    more = True
    while more:
        more = False
        for module in list(interpreter.whole.pending):
            if _waiting(interpreter, module):
                more = True
                take_turn(interpreter, "transform", module, _run_pending, interpreter, module)
        for module in () if more else modules:
            if _handed_out(interpreter, module):
                more = True
                take_turn(interpreter, "function", module, _run_handed_out, interpreter, module)


def _handed_out(interpreter: Interpreter, module: Module) -> tuple[Function, ...]:
    """Functions that were defined, and neither called nor bound to a name that leads to them: ``return update``,
    ``@f.defbwd``.  What a test hands out and nobody calls may be there to fail.
    """
    whole, interest = interpreter.whole, interest_of(module)
    return tuple(
        function
        for function in whole.defined.get(module, {}).values()
        if function.node not in whole.visited
        and not module.is_test
        and interest.holds(function.node)
        and not _is_out_of_reach(interpreter, function)
    )


def _run_handed_out(interpreter: Interpreter, module: Module) -> None:
    frame = module_frame(interpreter, module)
    for function in interpreter.ask(_handed_out, module):
        if function.node not in interpreter.share.visited:
            interpreter.share.visited.add(function.node)
            guarded(interpreter, module, function.name, run_eagerly, frame, function)


def _run_overriding(interpreter: Interpreter, module: Module) -> None:
    """Methods that trace, of base classes: once more for the subclasses whose own part in it nobody in view calls."""
    frame = module_frame(interpreter, module)
    for function, applied, heirs in interpreter.ask(_unseen_of, module):
        assert function.owner is not None
        receiver = some_object(interpreter, function.owner, heirs)
        if applied is None:
            guarded(interpreter, module, function.name, run_eagerly, frame, function, receiver)
        else:
            guarded(interpreter, module, function.name, run_generic, interpreter, applied, receiver)


def _unseen_of(
    interpreter: Interpreter, module: Module
) -> list[tuple[Function, Transformed | None, tuple[ClassValue, ...]]]:
    """Methods of a file, the transforms applied to them there, and classes that they were not traced for yet."""
    whole, interest, found = interpreter.whole, interest_of(module), []
    transformed = {one.func.node: one for one in whole.pending.get(module, ()) if isinstance(one.func, Function)}
    for function in whole.defined.get(module, {}).values():
        applied = transformed.get(function.node)
        if function.owner is not None and (applied is not None or interest.starts(function.node)):
            heirs = _unseen(interpreter, function)
            found += [(function, applied, heirs)] if heirs else []
    return found


def _unseen(interpreter: Interpreter, function: Function) -> tuple[ClassValue, ...]:
    """The subclasses for which the method calls what was not traced yet."""
    spec = function.node.args
    names = [*spec.posonlyargs, *spec.args]
    if not names or names[0].arg != "self" or not isinstance(function.owner, ClassValue):
        return ()
    heirs = receiver_of(interpreter, function).members or ()
    if len(heirs) < 2:
        return ()
    asked = _attributes(function.node, "self")
    return tuple(one for one in heirs if any(_is_untraced(interpreter, class_member(one, name)) for name in asked))


def _attributes(node: _ast.AST, name: str) -> set[str]:
    """``self.step``, ``self.reset``"""
    found = (one for one in walk(node) if isinstance(one, _ast.Attribute))
    return {one.attr for one in found if isinstance(one.value, _ast.Name) and one.value.id == name}


def _is_untraced(interpreter: Interpreter, found: Value | None) -> bool:
    while found is not None and not isinstance(found, Function):
        found = getattr(found, "func", None)
    return isinstance(found, Function) and found.node not in interpreter.whole.traced


def _waiting(interpreter: Interpreter, module: Module) -> list[Transformed]:
    """Transforms that the file applies, and that were never called."""
    whole, found = interpreter.whole, {}
    for one in whole.pending.get(module, ()):
        mark = (one.node, one.transform, _definition(one))
        if one not in whole.called and mark not in whole.started and mark not in found:
            found[mark] = one
    return [one for one in found.values() if not _is_out_of_reach(interpreter, one)]


def _run_pending(interpreter: Interpreter, module: Module) -> None:
    """On what their parameters tell."""
    interpreter.tests_of = module.path if module.is_test else None
    for one in interpreter.ask(_waiting, module):
        if one not in interpreter.share.called:
            interpreter.share.started.add((one.node, one.transform, _definition(one)))
            guarded(interpreter, module, "transform", run_generic, interpreter, one)
    interpreter.tests_of = None


def _is_out_of_reach(interpreter: Interpreter, value: Value) -> bool:
    """A def whose name stands for another by the time that anybody reads it; no decorator of it can have kept it."""
    function = _innermost(value)
    if not isinstance(function, Function) or _is_bound(function):
        return False
    decorators = getattr(function.node, "decorator_list", ())
    if any(_is_overload(one) for one in decorators):
        return True
    near = interpreter.whole.pending.get(function.module, ())
    applied = {one.node for one in near if one.transform != DECORATOR}
    is_kept = any(one not in applied and getattr(one, "id", None) not in _KEPT_BY_NAME for one in decorators)
    return not is_kept and is_overwritten(function.module, function.node)


def _is_overload(decorator: _ast.AST) -> bool:
    """``@typing.overload``: what it decorates is there for type checkers alone."""
    return "overload" in (getattr(decorator, "id", None), getattr(decorator, "attr", None))


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
    return innermost.node if isinstance(innermost, Function) else innermost
