"""How messages quote code."""

from __future__ import annotations

import _ast
import re

from jaxlint.text.quoted import quoted as in_one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.event import Event

_SHORT = {"jax.numpy.": "jnp.", "jax.lax.": "lax.", "jax.Array.": ".", "numpy.": "np.", "builtins.": ""}


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


def short_name(name: str) -> str:
    """``jax.numpy.arange`` as users write it: ``jnp.arange``."""
    long = next((one for one in _SHORT if name.startswith(one)), "")
    return _SHORT.get(long, "") + name.removeprefix(long)


def shortened(message: str) -> str:
    """All names in backticks of a message of the tracer; only for those that quote no code of the user."""
    return re.sub(r"(?<=`)[a-z]\w*\.[\w.]+", lambda name: short_name(name[0]), message)
