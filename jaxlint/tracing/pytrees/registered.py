"""Whether a call somewhere makes a class a pytree, as far as the text of the files says."""

from __future__ import annotations

import _ast
import os

from jaxlint.project.summary import summarize
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.running.environment import ModuleFrames
from jaxlint.tracing.running.kept import Kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.project.summary import Summary
    from jaxlint.tracing.running.interpreter import Interpreter
    from jaxlint.tracing.values.value import ClassValue

_NEAR = 120  # characters before a name in which it is handed around


def is_registered(interpreter: Interpreter, cls: ClassValue) -> bool:
    """By a call somewhere that names the class, or that takes classes from elsewhere, where it is handed around."""
    project, name = interpreter.project, cls.node.name
    found = dict(project.registering())
    run = {os.path.abspath(one.path): one for one in interpreter.part(ModuleFrames)}
    found |= {full: summary for full, one in run.items() if (summary := summarize(one.source.code.text)).registers}
    for full, summary in found.items():
        if any(_mentions(behind, name) for behind in summary.registers) and _is_spoken_of(full, summary, cls):
            return True
    if not any(_is_of_many(behind) for summary in found.values() for behind in summary.registers):
        return False
    interpreter.part(Kept).words.add(name)
    handing = [
        one for one in {*project.mentioning(name), *run.values()} if _is_handed_around(one.source.code.text, name)
    ]
    return any(_is_spoken_of(os.path.abspath(one.path), summarize(one.source.code.text), cls) for one in handing)


def _is_spoken_of(full: str, summary: Summary, cls: ClassValue) -> bool:
    """May the name of a class stand for it in a file that registers one of that name?"""
    name = cls.node.name
    if full == os.path.abspath(cls.module.path):
        return _is_reached(cls)
    if any(one.name == name for one in summary.classes):
        return False
    homes = [home for home, names in summary.imports if any(here == name for _, here in names)]
    own = (cls.module.name or "").split(".")
    return not homes or any(not home.strip(".") or home.rpartition(".")[2] in own for home in homes)


def _is_reached(cls: ClassValue) -> bool:
    """Of several classes of one name in a file, that which a call names stands last before it."""
    name, module = cls.node.name, cls.module
    same = [node for node in walk(module.tree) if isinstance(node, _ast.ClassDef) and node.name == name]
    if len(same) < 2 or any(module.function_of(node) is not None for node in same):
        return True
    later = min([node.lineno for node in same if node.lineno > cls.node.lineno], default=None)
    names = [node for node in walk(module.tree) if isinstance(node, _ast.Name) and node.id == name]
    given = [node for node in names if _is_handed_over(module.parents[node], node)]
    inside = any(module.function_of(node) is not None for node in given)
    end = later or float("inf")
    return inside or any(cls.node.lineno < node.lineno < end for node in given)


def _is_handed_over(call: _ast.AST, node: _ast.Name) -> bool:
    asks = getattr(getattr(call, "func", None), "id", "") in ("isinstance", "issubclass")
    return not asks and node in getattr(call, "args", ())


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
