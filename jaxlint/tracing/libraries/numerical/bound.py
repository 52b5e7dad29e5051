"""The arguments of a call of JAX, by the parameters that its table names."""

from __future__ import annotations

from jaxlint.tracing.values.value import Const, Sequence, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.knowledge.api import Parameter, Record
    from jaxlint.tracing.calls.invocation import Arguments


class Bound:
    """The arguments of one call, by parameter."""

    __slots__ = ("nodes", "parameters", "refused", "values")

    def __init__(self) -> None:
        self.refused = False  # a TypeError: by position and by keyword, one parameter is given two values
        self.values: dict[str, Value] = {}
        self.nodes: dict[str, _ast.AST | None] = {}
        self.parameters: list[tuple[Parameter, Value, _ast.AST | None]] = []

    def add(self, parameter: Parameter | None, value: Value, node: _ast.AST | None) -> None:
        if parameter is not None:
            self.parameters.append((parameter, value, node))
            if parameter.name in self.values:
                if parameter.kind == "var":
                    value = Sequence("tuple", [self.values[parameter.name], value])
                self.refused |= parameter.kind in ("pos", "posonly")
            self.values[parameter.name] = value
            self.nodes[parameter.name] = node

    def given(self, name: str) -> bool:
        value = self.values.get(name)
        return value is not None and not (isinstance(value, Const) and value.value is None)


def bind(record: Record, arguments: Arguments) -> Bound:
    bound = Bound()
    places = record.bind(len(arguments.positional), list(arguments.keywords))
    count = len(arguments.positional)
    for parameter, value, node in zip(places[:count], arguments.positional, arguments.nodes, strict=True):
        bound.add(parameter, value, node)
    for parameter, (name, value) in zip(places[count:], arguments.keywords.items(), strict=True):
        bound.add(parameter, value, arguments.keyword_nodes.get(name))
    return bound
