"""History to stories: which names of JAX are deprecated or gone, since when, and what takes their place."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

from tools.jax_history import GONE, History, version_key
from tools.name_hints import ADVICE, BEFORE, CALLS, MESSAGES, PARAMETERS, REPLACEMENTS

_URL = re.compile(r"https?://\S+")
# Not ``-jnp.inf`` or ``jnp.array(d)``: there the name alone is no replacement.
_NAMED = re.compile(r"(?<![\w.-])(?:jax|jnp|pl|pltpu)(?:\.[A-Za-z_]\w*)+(?![\w(])")
_CALLED = {  # what JAX's own words call some modules
    "jax": "jax",
    "jnp": "jax.numpy",
    "pl": "jax.experimental.pallas",
    "pltpu": "jax.experimental.pallas.tpu",
}
_MOST_MOVED = 0.7  # of a module's names that must live on in another one, for the module to count as moved


class Story:
    """``deprecated``, ``removed``: versions, or None; ``since``: the first version that has the replacement.

    ``same``: the replacement was bound to the very object; ``fits``: it takes every call that the old one took;
    ``alike``: a class for a class, a module for a module, a value for a value.
    ``mapping``: where it does not, what becomes of each parameter.
    ``until``: the version that dropped the replacement, too; ``message``: JAX's own words.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.deprecated: str | None = None
        self.removed: str | None = None
        self.replacement: str | None = None
        self.since: str | None = None
        self.until: str | None = None
        self.mapping: str | None = None
        self.same = False
        self.fits = False
        self.alike = False
        self.message: str | None = None


class Stories:
    """All stories of one history."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.newest = history.versions[-1]

    @cached_property
    def told(self) -> dict[str, Story]:
        found = {name: story for name in self.history.names if (story := self._story(name)) is not None}
        for name, removed in BEFORE.items():
            # ``from jax.experimental import stax`` asks for the module by its name in the package.
            for one in {name, name.removesuffix(":module")}:
                found.setdefault(one, Story(one)).removed = removed
        for name, story in found.items():
            self._settle(story)
            story.message = MESSAGES.get(name, story.message)
        return {name: found[name] for name in sorted(found) if not self._follows(found[name], found)}

    def _follows(self, story: Story, found: dict[str, Story]) -> bool:
        """True where the story of its module says it all."""
        home, _, word = story.name.removesuffix(":module").rpartition(".")
        above = found.get(f"{home}:module")
        if above is None or above.removed is None or not story.removed or story.name in REPLACEMENTS or word == "jax":
            return word == "jax"
        moved = f"{above.replacement}.{word}" if above.replacement else None
        return version_key(story.removed) >= version_key(above.removed) and story.replacement in (None, moved)

    def _story(self, name: str) -> Story | None:
        """None for a name that is there and fine, or never was."""
        changes = self.history.changes(name)
        story = Story(name)
        was_there, forgiven = False, None
        for version, state in changes:
            if state == GONE:
                story.removed = version if was_there else None
            elif state == "warns":
                story.deprecated, story.removed = story.deprecated or version, None
            else:
                story.removed = None  # it came back
                forgiven, story.deprecated = story.deprecated or forgiven, None
            was_there = was_there or state not in (GONE, "aside")
        if not was_there or not (story.deprecated or story.removed):
            return None
        if story.removed:
            story.deprecated = story.deprecated or forgiven
        if story.deprecated == self.history.versions[0]:
            story.deprecated = None if story.removed else story.deprecated
        story.message = self.history.names[name].get("message", [None, None])[1]
        return story

    def is_fine(self, name: str, version: str) -> bool:
        """There in this release, without a warning."""
        states = (self.history.state(one, version) for one in (name, f"{name}:module"))
        return any(state in ("live", "loaded") for state in states)

    def _settle(self, story: Story) -> None:
        """Find the replacement: the one that lives on if there is one, else one that was there at the time."""
        reformed = [form for name, form in CALLS.items() if name.partition("/")[0] == story.name]
        spelled = [name for form in reformed for name in re.findall(r"@([\w.]+)", form)]
        hinted = REPLACEMENTS.get(story.name, spelled[0] if spelled else None)
        candidates = [hinted] if hinted else [*self._in_message(story), *self._same(story), *self._moved(story)]
        then = story.removed if story.removed in self.history.versions else self.newest
        for version in (self.newest, then):
            story.replacement = next((name for name in candidates if self.is_fine(name, version)), None)
            if story.replacement is not None:
                break
        else:
            return
        story.since, story.until = self._lifetime(story.replacement)
        if reformed:
            return
        story.same = story.replacement in self.history.names.get(story.name, {}).get("same", ())
        if story.name.endswith(":module"):
            story.fits = story.name not in ADVICE and (bool(hinted) or story.replacement in self._moved(story))
        elif story.name not in ADVICE:
            story.fits = story.same or bool(hinted) or self._takes_all(story)
            story.alike = not story.fits and self._kind(story.name) == self._kind(story.replacement) != "function"
            story.mapping = None if story.fits else self._mapping(story)

    def _kind(self, name: str) -> str:
        return str(self.history.names.get(name, {}).get("kind", "module"))

    def _in_message(self, story: Story) -> list[str]:
        named = _NAMED.findall(_URL.sub("", story.message or ""))
        full = [f"{_CALLED[top]}.{rest}" for top, _, rest in (name.partition(".") for name in named)]
        own = story.name.removesuffix(":module")
        return [name for name in full if name != own and not own.startswith(name + ".")]

    def _same(self, story: Story) -> list[str]:
        """Other names of the object that are meant for the public: of the same word, or in the same module."""
        home, _, word = story.name.rpartition(".")
        others = self.history.names.get(story.name, {}).get("same", [])
        stable = [name for name in others if not name.startswith("jax.experimental") or home in name]
        near = [name for name in stable if name.rpartition(".")[2] == word or name.rpartition(".")[0] == home]
        return sorted(near, key=lambda name: (name.rpartition(".")[2] != word, name.count("."), len(name)))

    def _moved(self, story: Story) -> list[str]:
        """Where most names of a module live on."""
        if not story.name.endswith(":module"):
            return []
        prefix = story.name.removesuffix(":module") + "."
        below = [name for name in self.history.names if name.startswith(prefix) and ":" not in name]
        homes = Counter(
            other.rpartition(".")[0]
            for name in below
            for other in set(self.history.names[name].get("same", ()))
            if other.rpartition(".")[2] == name.rpartition(".")[2] and self.is_fine(other, self.newest)
        )
        return [home for home, count in homes.most_common(1) if count >= _MOST_MOVED * len(below)]

    def _lifetime(self, name: str) -> tuple[str | None, str | None]:
        """The versions from which on, and up to which, the name is there."""
        found: list[tuple[str, str | None]] = []
        for one in (name, f"{name}:module"):
            since = until = None
            for version, state in self.history.changes(one):
                since, until = (since, version) if state == GONE else (since if since and not until else version, None)
            if since:
                found.append((since, until))
        return min(found, key=lambda pair: (pair[1] is not None, version_key(pair[0])), default=(None, None))

    def last_parameters(self, name: str) -> str | None:
        told = [text for _, text in self.history.names.get(name, {}).get("parameters", ()) if text]
        return told[-1] if told else None

    def _takes_all(self, story: Story) -> bool:
        old, new = self.last_parameters(story.name), self.last_parameters(story.replacement or "")
        return old is not None and new is not None and takes_all_calls(split(old), split(new))

    def _mapping(self, story: Story) -> str | None:
        """``f mesh>mesh check_rep>check_vma auto!``: stays in its place, goes by keyword, is not taken any more."""
        told, newer = self.last_parameters(story.name), self.last_parameters(story.replacement or "")
        if told is None or newer is None:
            return None
        old, new = split(told), split(newer)
        places = [name for name, (kind, _) in new.items() if kind in "op"]
        rows: list[str] = []
        for at, (name, (kind, _)) in enumerate(old.items()):
            renamed = PARAMETERS.get(f"{story.name}({name})", name)  # "" where the successor means another thing by it
            if kind in "vw":
                return None
            if at < len(places) and kind in "op" and (places[at] in (name, renamed) or places[at] not in old):
                rows.append(name)
            else:
                rows.append(f"{name}>{renamed}" if new.get(renamed, ("",))[0] in ("p", "k") else f"{name}!")
        taken = {row.partition(">")[2] for row in rows}
        required = [name for name, (kind, default) in new.items() if kind == "k" and not default]
        return " ".join(rows) if all(name in taken for name in required) else None


def split(text: str) -> dict[str, tuple[str, str]]:
    """``x:o= n:p`` -> {"x": ("o", "="), "n": ("p", "")}."""
    return {name: (flags[0], flags[1:]) for name, _, flags in (row.partition(":") for row in text.split())}


def takes_all_calls(old: dict[str, tuple[str, str]], new: dict[str, tuple[str, str]]) -> bool:
    """Is every call of the one a call of the other, with the same meaning as far as names tell?"""
    takes_any = any(kind == "v" for kind, _ in new.values())
    places = [name for name, (kind, _) in new.items() if kind in "op"]
    for at, (name, (kind, default)) in enumerate(old.items()):
        if kind in "op" and at >= len(places) and not takes_any:
            return False
        if kind in "op" and at < len(places) and places[at] != name and kind != "o":
            return False
        if kind in "pk" and default != "d" and new.get(name, ("", ""))[0] not in ("p", "k"):
            return False
        if kind in "vw" and not any(other == kind for other, _ in new.values()):
            return False
    given = [not default for kind, default in old.values() if kind in "op"]
    needed = [not default for kind, default in new.values() if kind in "op"]
    if any(need and given[at : at + 1] != [True] for at, need in enumerate(needed)):
        return False
    required = [name for name, (kind, default) in new.items() if kind == "k" and not default]
    return all(name in old and not old[name][1] for name in required)
