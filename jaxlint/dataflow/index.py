"""What is known of the flow of one function, or of a module's own statements: each answer is worked out once."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.liveness import Liveness, captured
from jaxlint.dataflow.paths import Paths
from jaxlint.dataflow.places import Places
from jaxlint.dataflow.reaching import Reaching
from jaxlint.syntax.binders import FUNCTIONS, parameters_of
from jaxlint.syntax.nodes import walk
from jaxlint.syntax.once import once_a_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module


class Flow:
    """The paths through a def, a lambda or a module, and what the analyses say of them."""

    __slots__ = ("_liveness", "_parameters", "_places", "_reaching", "paths")

    def __init__(self, scope: _ast.AST) -> None:
        body = getattr(scope, "body", [])
        self.paths = Paths(body if isinstance(body, list) else [_ast.Expr(body)])
        self._parameters = parameters_of(scope.args) if isinstance(scope, FUNCTIONS) else []
        self._liveness: Liveness | None = None
        self._reaching: Reaching | None = None
        self._places: Places | None = None

    @property
    def places(self) -> Places:
        if self._places is None:
            self._places = Places(self.paths)
        return self._places

    @property
    def liveness(self) -> Liveness:
        if self._liveness is None:
            self._liveness = Liveness(self.paths)
        return self._liveness

    @property
    def reaching(self) -> Reaching:
        if self._reaching is None:
            self._reaching = Reaching(self._parameters, self.paths)
        return self._reaching


flow_of = once_a_scope(Flow)  # a def, a lambda or a module's tree


def live_after(module: Module, node: _ast.stmt) -> set[str]:
    """Names whose values somebody may read once a statement is done, or left; functions defined elsewhere with it."""
    function = module.function_of(node) or module.tree
    flow, inside = flow_of(function), set(walk(node))
    left = [node, *[part for part in inside if isinstance(part, (_ast.Break, _ast.Continue))]]
    live = captured(function, node).union(*[flow.liveness.after(part) for part in left])
    handlers = [one for step in flow.paths.steps if step.raised and step.statement in inside for one in step.raised]
    return live.union(*[flow.liveness.before[one] for one in handlers])
