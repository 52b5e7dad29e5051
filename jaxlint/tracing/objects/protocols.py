"""Protocols: an object of one is of any class in the project that has what the Protocol asks for."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calls.modules import module_frame
from jaxlint.tracing.values.hierarchy import class_member, is_protocol, order
from jaxlint.tracing.values.value import ClassValue, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.interpreter import Interpreter


class _Methods:
    """The classes of a project by the names that their bodies bind, looked at once a Protocol asks for one."""

    by_name: dict[str, list[tuple[str, str]]] | None = None


def satisfying(interpreter: Interpreter, protocol: ClassValue, most: int) -> list[ClassValue]:
    """The classes that have each method which the Protocol asks for; none where they are too many.

    A Protocol of special methods alone says too little: what has a ``__call__`` may be anything.
    """
    asked = _asked(protocol)
    named = [name for name in asked if not name.startswith("__")]
    if not named:
        return []
    rarest = min((dict.fromkeys(interpreter.ask(_having, name)) for name in named), key=len)
    found: list[ClassValue] = []
    for path, name in rarest if len(rarest) <= most else ():
        module = interpreter.project.at(path)
        if module is None or (module.is_test and not protocol.module.is_test):
            continue
        value = module_frame(interpreter, module).variables.get(name)
        if isinstance(value, ClassValue) and value is not protocol and not is_protocol(value):
            found += [value] if all(_has(value, one, asked[one]) for one in asked) else []
    return found


def _having(interpreter: Interpreter, name: str) -> list[tuple[str, str]]:
    """The classes whose bodies define a method of a name: their files' paths, and their names."""
    part = interpreter.part(_Methods)
    if part.by_name is None:
        part.by_name = {}
        for path, one in interpreter.project.class_lines():
            for method in one.methods:
                part.by_name.setdefault(method, []).append((path, one.name))
    return part.by_name.get(name, [])


def _asked(protocol: ClassValue) -> dict[str, Function]:
    """The methods that a Protocol and those above it ask for."""
    methods = {
        name: value
        for cls in reversed(order(protocol))
        if is_protocol(cls)
        for name, value in cls.attributes.items()
        if isinstance(value, Function) and not value.node.decorator_list  # type: ignore[union-attr]
    }
    methods.pop("__init__", None)
    return methods


def _has(cls: ClassValue, name: str, asked: Function) -> bool:
    """A method, or what else may be called, that takes as many arguments by position."""
    found = class_member(cls, name)
    return _takes(found, len(_positional(asked))) if isinstance(found, Function) else found is not None


def _positional(function: Function) -> list[_ast.arg]:
    return [*function.node.args.posonlyargs, *function.node.args.args]


def _takes(function: Function, count: int) -> bool:
    most = len(_positional(function))
    return most - len(function.defaults) <= count and (count <= most or function.node.args.vararg is not None)
