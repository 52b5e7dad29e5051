"""How messages quote code."""

from __future__ import annotations

import _ast

from jaxlint.text.quoted import quoted as in_one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import Event

_MODULES = (("jax.numpy.", "jnp."), ("jax.lax.", "lax."))


def quoted(event: Event, node: _ast.AST) -> str:
    """The source of a node."""
    return in_one_line(event.module.source.segment(node))


def operand(node: _ast.AST) -> _ast.AST:
    """What a call asks for its value: the first argument of ``float(x)``, else the receiver of ``x.item()``."""
    if not isinstance(node, _ast.Call):
        return node
    if node.args:
        return node.args[0]
    return node.func.value if isinstance(node.func, _ast.Attribute) else node


def traced_argument(event: Event) -> str:
    """The argument of a call where it has one only: of several, the event does not say which one is traced."""
    node = event.node
    arguments = [*node.args, *node.keywords] if isinstance(node, _ast.Call) else []
    return quoted(event, node.args[0]) if len(arguments) == 1 and node.args else "an argument"  # type: ignore[attr-defined]


def short_name(callee: str) -> str:
    """``jax.numpy.arange`` as users write it: ``jnp.arange``."""
    for dotted, alias in (*_MODULES, ("jax.Array.", "."), ("numpy.", "np.")):
        if callee.startswith(dotted):
            return alias + callee.removeprefix(dotted)
    return callee.removeprefix("builtins.")


def shortened(message: str) -> str:
    """The same of all names in a message of the tracer; only for those that quote no code of the user."""
    for dotted, alias in _MODULES:
        message = message.replace(f"`{dotted}", f"`{alias}")
    return message
