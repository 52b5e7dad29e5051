"""Whether a call somewhere makes a class a pytree, as far as the text of the files says."""

from __future__ import annotations

from jaxlint.project.summary import registrations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.interpreter import Interpreter

_NEAR = 120  # characters before a name in which it is handed around


def is_registered(interpreter: Interpreter, name: str) -> bool:
    """By a call somewhere that names the class, or that takes classes from elsewhere, where it is handed around."""
    project = interpreter.project
    registered = {
        *project.registered(),
        *(one for module in interpreter.frames for one in registrations(module.source.text)),
    }
    if any(_mentions(behind, name) for behind in registered):
        return True
    if any(map(_is_of_many, registered)):
        project.asks_all.update(project.run)
    handing = {*project.mentioning(name), *interpreter.frames} if any(map(_is_of_many, registered)) else ()
    return any(_is_handed_around(module.source.text, name) for module in handing)


def _is_of_many(behind: str) -> bool:
    """``register_pytree_node(cls, ...)``: the class is a variable, by its spelling."""
    first = behind.partition("(")[2].lstrip() if "(" in behind[:20] else behind.lstrip()
    return first[:1].islower() and first.partition(",")[0].isidentifier()


def _is_handed_around(text: str, name: str) -> bool:
    """``register(Cell)``, ``[Cell, Grid]``: it is an argument, or an item, and no annotation."""
    return any(
        text[at + len(name) : at + len(name) + 1] in (")", ",", "]")
        and text[max(at - _NEAR, 0) : at].rstrip()[-1:] in ("(", ",", "[")
        for at in _mentions(text, name)
    )


def _mentions(text: str, name: str) -> list[int]:
    """Where the name stands as a whole word."""
    found, at = [], text.find(name)
    while at >= 0:
        before, after = text[max(at - 1, 0) : at], text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or before == "_" or after.isalnum() or after == "_"):
            found.append(at)
        at = text.find(name, at + 1)
    return found
