"""Which files use old or private names, or make legacy keys: a look at their text that every run can afford."""

from __future__ import annotations

from jaxlint.knowledge.interest import lines_with
from jaxlint.syntax.spelling import spelled
from jaxlint.tracing.api_names.names import LEGACY_KEY, LIBRARIES, is_private, keywords, words_with_story

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.project.project import Project
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Event

_LONGEST_CALL = 600  # characters in which a keyword is looked for


def name_events(project: Project, module: Module, advice: bool = True) -> list[Event]:
    """Of one file, read only where its text spells such a name.  ``advice``: also legacy keys, and private names."""
    text = module.source.text
    found: list[Event] = []
    for library in filter(text.__contains__, LIBRARIES):
        of_jax = advice and library == "jax"
        words = {word for dotted in spelled(text, library) for word in _telling(dotted, text, of_jax)}
        if words and not project.is_own(library):
            from jaxlint.tracing.api_names.old_names import events_of

            found += events_of(project, module, library, lines_with(module.source, tuple(words)), of_jax)
    return found


def _telling(dotted: str, text: str, advice: bool) -> list[str]:
    """The words of a dotted name that make it worth a look; old keywords of its calls."""
    parts = dotted.split(".")
    found = words_with_story(parts)
    if advice and "._" in dotted:
        found += filter(is_private, parts)
    if advice and dotted == LEGACY_KEY:
        found.append(parts[-1])
    old = keywords(dotted)
    if old:
        calls = [call[:_LONGEST_CALL].partition(")\n")[0] for call in text.split(parts[-1] + "(")[1:]]
        given = {word: [f"{before}{word}=" for before in (" ", "(", ",", "\t")] for word in old}
        found += [word for word in old if any(form in f"({call}" for call in calls for form in given[word])]
    return found
