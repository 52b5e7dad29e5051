"""What a call does with what it is given, as far as its text and what is known of libraries say."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.faint import HANDS_ON, IGNORES, LOOKS
from jaxlint.knowledge.api import lookup
from jaxlint.knowledge.effects import STRUCTURE_ALONE, has_effect, reports
from jaxlint.rules.dotted import dotted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module


_OF_PYTHON = frozenset(
    """float int bool complex abs round min max sum len str repr format list tuple dict zip enumerate sorted reversed
    range any all map""".split()
)


def given_by(module: Module, call: _ast.Call) -> str:
    """A function of JAX's or NumPy's, or a method of arrays, gives a value and no more; some ask for shapes alone."""
    full = dotted(module, call.func)
    if not full:
        name = getattr(call.func, "attr", None)
        return HANDS_ON if name and lookup(f"jax.Array.{name}") is not None else LOOKS
    if full in STRUCTURE_ALONE:
        return IGNORES
    return HANDS_ON if full.startswith(("jax.", "numpy.")) and not has_effect(full) else LOOKS


def reported_by(module: Module, call: _ast.Call) -> str:
    """The same where it counts for nothing that somebody is shown a number; Python's functions make others of it."""
    full = dotted(module, call.func)
    own = call.func.id if not full and isinstance(call.func, _ast.Name) else None
    if own is not None and own not in _bound_by(module):
        full = f"builtins.{own}"
    if full and reports(full):
        return IGNORES
    return HANDS_ON if own in _OF_PYTHON else given_by(module, call)


def _bound_by(module: Module) -> set[str]:
    """Names of the module that hide those of Python."""
    return {getattr(one, "name", "") for one in module.tree.body}
