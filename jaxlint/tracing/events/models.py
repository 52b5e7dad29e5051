"""Places in our models of libraries."""

from __future__ import annotations

import _ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Place


PREFIX = "model:"  # what the names of these modules start with


def is_model(module: Module) -> bool:
    return module.name is not None and module.name.startswith(PREFIX)


def is_initial(place: Place) -> bool:
    """A model makes a parameter here: the library asks for its first value once, and keeps it."""
    module, _, node = place
    around: _ast.AST | None = node if is_model(module) else None
    while around is not None and not isinstance(around, _ast.stmt):
        if getattr(getattr(around, "func", None), "id", None) == "created":
            return True
        around = module.parents.get(around)
    return False
