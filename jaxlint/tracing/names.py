"""Which files use old or private names of JAX: a look at their text that every run can afford."""

from __future__ import annotations

from jaxlint.knowledge.jax_name_index import KEYWORDS, NAMES
from jaxlint.syntax.spelling import spelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from jaxlint.project.project import Project
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.event import Event

_LONGEST_CALL = 600  # characters in which a keyword is looked for


def name_events(project: Project, module: Module) -> list[Event]:
    """Of one file.  One whose text spells no such name is not looked at again."""
    text = module.source.text
    if "jax" not in text or not any(_matters(dotted, text) for dotted in spelled(text, "jax")):
        return []
    if project.is_own("jax"):
        return []
    from jaxlint.tracing.old_names import events_of

    return events_of(project, module)


def may_have_story(parts: Sequence[str]) -> bool:
    """Asks the index only: has any start of this dotted name a story?"""
    home = parts[0]
    for word in parts[1:]:
        if f" {word} " in NAMES.get(home, ""):
            return True
        home = f"{home}.{word}"
    return False


def keywords(name: str) -> list[str]:
    """The parameters of a function that have a story."""
    return KEYWORDS.get(name, "").split()


def _matters(dotted: str, text: str) -> bool:
    parts = dotted.split(".")
    if may_have_story(parts) or ("._" in dotted and any(map(is_private, parts))):
        return True
    old = keywords(dotted)
    if not old:
        return False
    calls = [call[:_LONGEST_CALL].partition(")\n")[0] for call in text.split(parts[-1] + "(")[1:]]
    given = [f"{before}{word}=" for word in old for before in (" ", "(", ",", "\t")]
    return any(word in f"({call}" for call in calls for word in given)


def is_private(word: str) -> bool:
    return word.startswith("_") and not word.endswith("__")
