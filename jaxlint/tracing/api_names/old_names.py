"""Uses of old names and parameters of JAX and its libraries, of private ones, and calls that make legacy keys.

Nothing is traced for it: only imports are followed.
"""

from __future__ import annotations

import _ast

from jaxlint.knowledge.history import longest_story, parameter_story, story
from jaxlint.knowledge.releases import target
from jaxlint.syntax.uses import uses
from jaxlint.tracing.api_names.names import LEGACY_KEY, is_private, keywords, may_have_story
from jaxlint.tracing.events.event import Point
from jaxlint.tracing.events.keys import LegacyKey
from jaxlint.tracing.events.libraries import NameUsed, ParameterUsed, PrivateName
from jaxlint.tracing.values.value import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.knowledge.history import Story
    from jaxlint.knowledge.releases import Target
    from jaxlint.project.project import Project
    from jaxlint.syntax.module import Module
    from jaxlint.syntax.uses import Use
    from jaxlint.tracing.events.event import Event


def events_of(project: Project, module: Module, library: str, lines: list[int], advice: bool) -> list[Event]:
    """``lines``: those that hold a telling word; ``advice``: private names and legacy keys, too."""
    found = uses(module, library, lines)
    aim = target(project.requirement(module.path, library), library)
    named: list[NameUsed] = []
    events: list[Event] = []
    for use in found:
        point, hit = Point(module, use.function), _story_of(use)
        if hit is not None:
            story = hit[1].for_all_of(aim)
            node = _flagged(use, hit[0])
            named.append(NameUsed(point, node, UNKNOWN, use=use, target=aim, found=found, named=named, story=story))
        elif advice and any(map(is_private, use.parts[use.given :])):
            events.append(PrivateName(point, use.node, UNKNOWN, name=use.dotted))
        elif advice and use.dotted == LEGACY_KEY and getattr(module.parents.get(use.node), "func", None) is use.node:
            events.append(LegacyKey(point, use.node, UNKNOWN))
        if use.how in ("attribute", "name") and keywords(use.dotted):
            events += _parameters(module, use, aim)
    return [*named, *events]


def _story_of(use: Use) -> tuple[int, Story] | None:
    """The story, and how many parts of the name it is about."""
    if use.how == "import":
        return longest_story(use.parts, ":module")
    if use.how == "from":
        own = story(use.dotted)
        if own is not None:
            return len(use.parts), own if own.replacement else _of_module(own)
        return longest_story(use.parts[:-1], ":module")
    if use.how == "attribute" and may_have_story(use.parts):
        hit = longest_story(use.parts)
        if hit is not None and hit[0] > use.given:
            return hit[0], _of_module(hit[1])
    return None


def _of_module(found: Story) -> Story:
    """A module that is gone as an attribute is told of as the module."""
    return found if found.replacement else story(found.name + ":module") or found


def _flagged(use: Use, count: int) -> _ast.AST:
    """The part of an attribute chain that is the old name."""
    node = use.node
    if use.how == "attribute":
        for _ in range(len(use.parts) - count):
            assert isinstance(node, _ast.Attribute)
            node = node.value
    return node


def _parameters(module: Module, use: Use, aim: Target) -> list[Event]:
    call = module.parents.get(use.node)
    if not isinstance(call, _ast.Call) or call.func is not use.node:
        return []
    events: list[Event] = []
    for keyword in call.keywords:
        told = parameter_story(use.dotted, keyword.arg) if keyword.arg else None
        if told is not None:
            point = Point(module, use.function)
            events.append(ParameterUsed(point, keyword, UNKNOWN, call=call, story=told, target=aim))
    return events
