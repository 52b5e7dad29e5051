"""Names of libraries that have a model in knowledge/models: found there, and run like the user's own code."""

from __future__ import annotations

import os

from jaxlint.knowledge.models import FOLDER, HOMES, NAMES, PLAIN
from jaxlint.syntax.parse import parse
from jaxlint.text.source import Source
from jaxlint.tracing.calls.modules import module_frame
from jaxlint.tracing.events.models import PREFIX
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.value import BoundMethod, ClassValue, Function, Library, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.running.interpreter import Interpreter

_TOPS = frozenset(home.partition(".")[0] for home in HOMES) - {"jax"}


def modelled(interpreter: Interpreter, dotted: str) -> Value | None:
    """The function or class that stands for a library's; None where there is none."""
    home = _home(dotted)
    if home is None:
        return None
    module = _load(interpreter, home[0])
    first, *others = home[1].split(".")
    found = module_frame(interpreter, module).variables.get(first)
    for name in others:
        member = class_member(found, name) if isinstance(found, ClassValue) else None
        found = BoundMethod(found, name, member) if isinstance(member, Function) and found is not None else member
    return None if isinstance(found, Library) and found.name == dotted else found


_found: dict[str, tuple[str, str] | None] = {}


def _home(dotted: str) -> tuple[str, str] | None:
    """Model, and the name in it; worked out once."""
    if dotted not in _found:
        _found[dotted] = _find_home(dotted)
    return _found[dotted]


def _find_home(dotted: str) -> tuple[str, str] | None:
    by_name = NAMES.get(dotted) or PLAIN.get(dotted)
    if by_name is not None:
        return by_name, dotted.rpartition(".")[2]
    if dotted.partition(".")[0] not in _TOPS and not dotted.startswith(("jax.experimental", "jax.scipy.")):
        return None
    cut = len(dotted)
    while cut > 0:
        cut = dotted.rfind(".", 0, cut)
        if cut > 0 and dotted[:cut] in HOMES:
            return HOMES[dotted[:cut]], dotted[cut + 1 :]
    return None


def _load(interpreter: Interpreter, name: str) -> Module:
    if name not in interpreter.models:
        interpreter.models[name] = model(PREFIX + name)
    return interpreter.models[name]


def model(name: str) -> Module:
    """By the name that its module has."""
    path = os.path.join(FOLDER, name.removeprefix(PREFIX) + ".py")
    with open(path, encoding="utf-8") as file:
        return parse(Source(path, file.read()), name)
