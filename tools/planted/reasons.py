"""Why the tracer says nothing of a line: how far it came, and what it knew there."""

from __future__ import annotations

import ast

from jaxlint.tracing.running.interpreter import Interpreter
from jaxlint.tracing.values.value import UNKNOWN, Traced
from tools.planted.plants import Plant

_MOST = 4  # calls that are shown


class Reasons:
    """``interpreter``: one that recorded."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self._calls: dict[str, list[tuple[str, ast.Call, ast.AST | None]]] = {}
        for path, module in interpreter.project.modules.items():
            self._gather(path, module.tree, None)

    def _gather(self, path: str, node: ast.AST, function: ast.AST | None) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                name = getattr(child.func, "attr", None) or getattr(child.func, "id", None)
                self._calls.setdefault(name or "", []).append((path, child, function))
            inside = child if isinstance(child, (ast.FunctionDef, ast.Lambda)) else function
            self._gather(path, child, inside)

    def of(self, path: str, plant: Plant) -> tuple[str, list[str]]:
        """The reason in a few words, and the details."""
        tree = self._interpreter.project.modules[path].tree
        around = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and _holds(node, plant.line)]
        function = max(around, key=lambda node: node.lineno)
        if function not in self._interpreter.whole.visited:
            return "function not run", self._callers(function)
        name = next(node for node in ast.walk(function) if _is_read(node, plant))
        value = self._interpreter.whole.recorded.get(name)
        if value is None:
            return "line not reached", []
        if function not in self._interpreter.whole.traced:
            return "run outside a trace", self._callers(function)
        if value is UNKNOWN:
            return "value unknown", self._sources(function, plant)
        if isinstance(value, Traced):
            return ("concrete under grad" if value.concrete else "may be no array"), [repr(value)]
        return "concrete", [repr(value), *self._sources(function, plant)]

    def _callers(self, function: ast.FunctionDef) -> list[str]:
        """The calls that name it, or a class where it is the constructor: how far each got."""
        names = [function.name]
        if function.name in ("__init__", "__call__"):
            names += [cls.name for cls in self._classes(function)]
        return [self._met(*call) for name in names for call in self._calls.get(name, [])][:_MOST]

    def _classes(self, function: ast.FunctionDef) -> list[ast.ClassDef]:
        trees = [module.tree for module in self._interpreter.project.modules.values()]
        return [
            one for tree in trees for one in ast.walk(tree) if isinstance(one, ast.ClassDef) and function in one.body
        ]

    def _met(self, path: str, call: ast.Call, function: ast.AST | None) -> str:
        where = f"{path}:{call.lineno} {ast.unparse(call.func)[:40]}"
        if function is not None and function not in self._interpreter.whole.visited:
            return f"{where}: not run itself"
        callee = self._interpreter.whole.recorded.get(call.func)
        receiver = self._interpreter.whole.recorded.get(getattr(call.func, "value", call.func))
        if callee is None:
            return f"{where}: line not reached"
        traced = "traced" if function in self._interpreter.whole.traced else "eager"
        return f"{where}: {traced}, callee {callee!r}, receiver {receiver!r}"[:200]

    def _sources(self, function: ast.FunctionDef, plant: Plant) -> list[str]:
        """What the names that the array is made of hold."""
        made = [
            node for node in ast.walk(function) if isinstance(node, ast.Assign) and node.end_lineno == plant.first - 1
        ]
        parts = [node for one in made for node in ast.walk(one.value) if isinstance(node, (ast.Name, ast.Attribute))]
        return [f"{ast.unparse(part)}: {self._interpreter.whole.recorded.get(part)!r}"[:120] for part in parts]


def _holds(node: ast.FunctionDef, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _is_read(node: ast.AST, plant: Plant) -> bool:
    return isinstance(node, ast.Name) and node.id == plant.name and node.lineno == plant.line
