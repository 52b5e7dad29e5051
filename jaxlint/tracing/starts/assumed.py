"""Library functions that nobody in view transforms, and that their authors want looked at as if somebody did."""

from __future__ import annotations

from jaxlint.syntax.directives import traced_directives
from jaxlint.tracing.transforms.generic import ASSUMED, IN_DOUBT
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import TRUE, Const, Function, Sequence, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.running.interpreter import Interpreter


def assumed(interpreter: Interpreter, module: Module, functions: list[Function]) -> list[Transformed]:
    """What the settings or a comment at the def ask for: ``# jaxlint: traced(static: n, axis)``."""
    marked = traced_directives(module.source) if "jaxlint:" in module.source.text else {}
    everything = interpreter.ask(_is_assumed, module)
    if not marked and not everything:
        return []
    found = []
    for function in functions:
        static = next((marked[line] for line in _lines(function.node) if line in marked), None)
        if static is not None or (everything and not interpreter.is_staged(function.node)):
            found.append(_as_jitted(module, function, static))
            interpreter.assuming = True
    return found


def _is_assumed(interpreter: Interpreter, module: Module) -> bool:
    return interpreter.project.assume_traced(module.path)


def _lines(node: _ast.AST) -> range:
    """The def's own line, its decorators', and the one above them."""
    decorators = [decorator.lineno for decorator in getattr(node, "decorator_list", ())]
    first = min([node.lineno, *decorators])  # type: ignore[attr-defined]
    return range(first - 1, node.lineno + 1)  # type: ignore[attr-defined]


def _as_jitted(module: Module, function: Function, static: tuple[str, ...] | None) -> Transformed:
    """``static`` None: no comment speaks of this function, and what its arguments are has to be shown."""
    names: list[Value] = [Const(name) for name in static or ()]
    keywords: dict[str, Value] = {"static_argnames": Sequence("tuple", names)} if names else {}
    if static is None:
        keywords[IN_DOUBT] = TRUE
    return Transformed(ASSUMED, function, keywords, module, function.node, EAGER)
