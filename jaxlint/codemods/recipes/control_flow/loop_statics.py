"""Numbers that Python knew in each turn and that JAX traces from now on: does anything need them as they were?"""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import is_made
from jaxlint.codemods.recipes.analysis.proof import callee, method
from jaxlint.codemods.recipes.control_flow.branches import branch
from jaxlint.knowledge.api import has_twin, lookup
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import Array, Const, Container, ShapeTuple, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jaxlint.codemods.site import Site

_BINDINGS = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr)
_PYTHONS = (Container, ShapeTuple, Const, Static)
_TRACEABLE = ("print", "abs", "min", "max", "pow", "divmod", "isinstance", "tuple", "list", "sum", "type", "bool")


class Numbers:
    """``names``: what JAX will trace; names that are computed from them alone are added.

    ``becomes_loop``: can a loop of traced length be mended later?
    """

    def __init__(self, site: Site, names: set[str], becomes_loop: Callable[[ast.For | ast.While], bool]) -> None:
        self.site = site
        self.names = set(names)
        self.becomes_loop = becomes_loop

    def are_needed(self, body: Iterable[ast.AST]) -> bool:
        """Is there a place that takes no tracer, and that no other fix would mend?"""
        parts = [part for statement in body for part in walk(statement)]
        self._spread(parts)
        return any(self._is_stuck(part) for part in parts)

    def _spread(self, parts: list[ast.AST]) -> None:
        known = 0
        while known != len(self.names):
            known = len(self.names)
            for part in parts:
                if isinstance(part, _BINDINGS) and part.value is not None and self._holds(part.value):
                    self.names.update(names_bound(part.targets if isinstance(part, ast.Assign) else [part.target]))

    def _holds(self, node: ast.AST) -> bool:
        """A Python number so far, and computed from one of the names."""
        if isinstance(self.site.value(node), (Traced, Array)):
            return False
        return any(isinstance(part, ast.Name) and part.id in self.names for part in walk(node))

    def decide(self, test: ast.expr) -> bool:
        """Is JAX about to trace the outcome?"""
        return isinstance(self.site.value(test), (Traced, Array)) or self._holds(test)

    def _is_stuck(self, node: ast.AST) -> bool:
        if isinstance(node, ast.If) and self.decide(node.test):
            last = node.body[-1]
            return not isinstance(last, ast.Continue) and not is_made(branch, self.site, node)
        if isinstance(node, ast.While) and self.decide(node.test):
            return not self.becomes_loop(node)
        if isinstance(node, ast.Assert):
            return self.decide(node.test)
        if isinstance(node, ast.Subscript):
            if any(isinstance(part, ast.Slice) and self._holds(part) for part in walk(node.slice)):
                return True
            return self._holds(node.slice) and isinstance(self.site.value(node.value), _PYTHONS)
        if isinstance(node, ast.BinOp):
            sides = (node.left, node.right)
            lists = any(isinstance(self.site.value(side), Container) for side in sides)
            return lists and any(self._holds(side) for side in sides)
        return isinstance(node, ast.Call) and self._is_call_stuck(node)

    def _is_call_stuck(self, node: ast.Call) -> bool:
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        name = callee(self.site, node)
        if name == "builtins.range" and any(self.decide(value) for value in given):
            loop = self.site.module.parents[node]
            return not (isinstance(loop, ast.For) and loop.iter is node and self.becomes_loop(loop))
        if not any(self._holds(value) for value in given):
            return False
        if name.startswith("builtins."):
            return name.removeprefix("builtins.") not in _TRACEABLE
        if name.startswith(("math.", "numpy.")):
            return not (has_twin(name) or lookup(f"jax.numpy.{name.removeprefix('math.')}"))
        receiver = method(node)
        if receiver is not None and not name:
            value = self.site.value(receiver[0])
            if isinstance(value, _PYTHONS):
                return not (isinstance(value, Const) and isinstance(value.value, str))
            name = f"jax.Array.{receiver[1]}" if isinstance(value, (Traced, Array)) else ""
        return self._is_parameter_static(name, node)

    def _is_parameter_static(self, name: str, node: ast.Call) -> bool:
        record = lookup(name) if name else None
        if record is None:
            return False
        keywords = [keyword.arg for keyword in node.keywords]
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        bound = record.bind(len(node.args), keywords)
        return any(
            parameter is not None
            and (parameter.must_be_static or parameter.scalar_must_be_static)
            and self._holds(value)
            for parameter, value in zip(bound, given, strict=False)
        )
