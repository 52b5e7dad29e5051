"""What a call does with what it is given, as far as its text and what is known of libraries say."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.faint import HANDS_ON, IGNORES, LOOKS
from jaxlint.knowledge.api import lookup
from jaxlint.knowledge.effects import STRUCTURE_ALONE, has_effect
from jaxlint.rules.dotted import dotted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module


def given_by(module: Module, call: _ast.Call) -> str:
    """A function of JAX's or NumPy's, or a method of arrays, gives a value and no more; some ask for shapes alone."""
    full = dotted(module, call.func)
    if not full:
        name = getattr(call.func, "attr", None)
        return HANDS_ON if name and lookup(f"jax.Array.{name}") is not None else LOOKS
    if full in STRUCTURE_ALONE:
        return IGNORES
    return HANDS_ON if full.startswith(("jax.", "numpy.")) and not has_effect(full) else LOOKS
