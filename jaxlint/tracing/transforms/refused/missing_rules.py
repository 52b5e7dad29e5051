"""Functions under custom_jvp and custom_vjp whose derivative nobody defines, or defines for the other mode.

Measured on JAX 0.10.2: without a rule every call is refused, be it differentiated or not.  A custom_vjp has no forward
mode: jvp and jacfwd refuse it, hessian only where the forward rule calls the function itself, and linearize does not.
"""

from __future__ import annotations

from jaxlint.text.quoted import named
from jaxlint.tracing.applied.signature import name_of
from jaxlint.tracing.events.gradients import MissingRule
from jaxlint.tracing.events.raised import ATTRIBUTE, PLAIN, STRUCTURE
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.joining import traced_among
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import UNKNOWN, Function, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

_FIRST = {
    "jax.custom_jvp": "defjvp",
    "jax.custom_derivatives.custom_jvp": "defjvp",
    "jax.custom_vjp": "defvjp",
    "jax.custom_derivatives.custom_vjp": "defvjp",
}
_ALL = ("defjvp", "defjvps", "defvjp", "def_vmap")


def check_rule(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> None:
    wanted = _FIRST.get(transformed.transform)
    if wanted is None or any(one in transformed.kwargs for one in _ALL):
        return
    if not _is_decorated(transformed) or _is_asked_for(transformed):
        return
    kind = transformed.transform.rpartition(".")[2]
    says = f"no {kind[-3:].upper()} defined for `{kind}` function {named(name_of(transformed.func))} using `{wanted}`"
    applied = Origin(f"`{kind}` is applied here", transformed.module, transformed.node)
    _note(frame, node, says, ATTRIBUTE, (applied,))


def check_mode(frame: Frame, node: _ast.AST, transformed: Transformed, values: list[Value]) -> None:
    """A custom_vjp function has no forward mode."""
    trace = frame.context.trace
    while trace is not None and not trace.differentiates:
        trace = trace.around
    if trace is None or not trace.forward or not transformed.transform.endswith("custom_vjp"):
        return
    derived = next((one for one in traced_among(values) if one.origin.derived), None)
    if derived is not None:
        name = named(name_of(transformed.func))
        says = f"forward-mode differentiation does not work for `custom_vjp` function {name}"
        _note(frame, node, says, STRUCTURE, (Origin(trace.origin.text, trace.origin.module, trace.origin.node),))


def check_defined(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> None:
    """``f.defvjp(fwd)``: both rules are needed."""
    given = len(arguments.positional) + len(arguments.keywords.keys() & {"fwd", "bwd"})
    if name == "defvjp" and arguments.complete and given == 1:
        _note(frame, node, "`defvjp` requires a forward and a backward rule, got one", PLAIN, ())


def _note(frame: Frame, node: _ast.AST, says: str, raises: frozenset[str], related: tuple[Origin, ...]) -> None:
    report(frame, MissingRule, node, UNKNOWN, raises=raises, says=says, related=related)


def _is_decorated(transformed: Transformed) -> bool:
    """The function has no other name, by which a rule could be defined."""
    function = transformed.func
    return isinstance(function, Function) and transformed.node in getattr(function.node, "decorator_list", ())


def _is_asked_for(transformed: Transformed) -> bool:
    """The text defines a rule of that name, or of what has none: in code that was not run, it may be."""
    text, name = transformed.module.source.code.text, name_of(transformed.func)
    before = [part for one in _ALL for part in text.split("." + one)[:-1]]
    return any(_last_word(part) in (name, "") for part in before)


def _last_word(text: str) -> str:
    start = len(text)
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    return text[start:]
