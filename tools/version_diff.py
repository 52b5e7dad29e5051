"""What a step from one release of JAX to another changes for users, as release notes.

    python -m tools.version_diff 0.4.30 0.10.2 [--everything]

Made from the history that tools/probe_deprecations.py keeps.  Without --everything, experimental modules, compiler
internals and JAX's own interpreters are left out.
"""

from __future__ import annotations

import argparse

from tools.jax_history import GONE, History
from tools.name_stories import Stories, split

INTERNAL = ("jax.interpreters", "jax.extend", "jax.experimental", "jax.core", "jax.lib", "jax.example_libraries")
THERE = ("live", "loaded", "warns")


class Diff:
    """Two releases side by side, name by name."""

    def __init__(self, history: History, old: str, new: str, everything: bool = False) -> None:
        self.history = history
        self.old = old
        self.new = new
        self.told = Stories(history).told
        public = [name for name in history.names if not name.endswith(".jax")]
        self.names = [name for name in public if everything or not name.startswith(INTERNAL)]

    def is_there(self, name: str, version: str) -> bool:
        return self.history.state(name, version) in THERE

    def _gone(self) -> list[str]:
        found = [
            name for name in self.names if self.is_there(name, self.old) and self.history.state(name, self.new) == GONE
        ]
        return tops(found)

    def removed(self) -> list[str]:
        return [f"{label(name)}{self.advice(name)}" for name in self._gone() if not self.is_moved(name)]

    def moved(self) -> list[str]:
        return [f"{label(name)}{self.advice(name)}" for name in self._gone() if self.is_moved(name)]

    def is_moved(self, name: str) -> bool:
        """There is a name that does the same."""
        story = self.told.get(name)
        return story is not None and story.replacement is not None and (story.same or story.fits or story.alike)

    def deprecated(self) -> list[str]:
        warns = [name for name in self.names if self.history.state(name, self.new) == "warns"]
        return [f"{label(name)}{self.advice(name)}" for name in warns if self.history.state(name, self.old) != "warns"]

    def added(self) -> list[str]:
        """By module, and once where several names are one object."""
        found = [name for name in self.names if self.is_there(name, self.new) and not self.is_there(name, self.old)]
        fine = [name for name in tops(found) if self.history.state(name, self.new) != "warns"]
        homes: dict[str, list[str]] = {}
        for name in fine:
            home, _, word = name.removesuffix(":module").rpartition(".")
            homes.setdefault(home or name, []).append(f"{word} (module)" if name.endswith(":module") else word)
        return [f"{home}: {', '.join(sorted(set(words)))}" for home, words in sorted(homes.items())]

    def parameters(self) -> list[str]:
        """Changes that several functions share are told once."""
        rows: dict[str, list[str]] = {}
        for name in self.names:
            before, after = (self.history.parameters(name, version) for version in (self.old, self.new))
            if self.history.names[name]["kind"] == "function" and before and after and before != after:
                change = change_of(split(before), split(after))
                if change:
                    rows.setdefault(change, []).append(name)
        return [f"{', '.join(names)}: {change}" for change, names in rows.items()]

    def advice(self, name: str) -> str:
        story = self.told.get(name)
        if story is None:
            return ""
        if story.replacement:
            return f" -> {story.replacement}"
        return f" ({story.message})" if story.message and len(story.message) < 100 else ""


def label(name: str) -> str:
    return f"module {name.removesuffix(':module')}" if name.endswith(":module") else name


def tops(names: list[str]) -> list[str]:
    """Without what lies below a module that is itself in the list, and its name in the package."""
    modules = tuple(name.removesuffix(":module") for name in names if name.endswith(":module"))
    below = tuple(f"{module}." for module in modules)
    inside = [name for name in names if name.startswith(below) or name in modules]
    return sorted(set(names) - set(inside))


def change_of(before: dict[str, tuple[str, str]], after: dict[str, tuple[str, str]]) -> str:
    named = {name for name, (kind, _) in after.items() if kind in "pk"}
    takes_any = any(kind in "vw" for kind, _ in after.values())
    lost = [name for name, (kind, _) in before.items() if kind in "pk" and name not in named]
    gone = [name for name in lost if not takes_any and not name.startswith("_")]
    new = [name for name in after if name not in before and after[name][0] in "pk" and not name.startswith("_")]
    late = [name for name, (_, default) in after.items() if default == "d" and before.get(name, ("", ""))[1] != "d"]
    by_keyword = [
        name for name in named & set(before) if (before[name][0], after[name][0]) == ("p", "k") and name not in late
    ]
    by_position = [name for name in gone if after.get(name, ("",))[0] == "o"]
    parts = {
        "no longer": [name for name in gone if name not in by_position],
        "only by position": by_position,
        "only by keyword": sorted(by_keyword),
        "deprecated": late,
        "new": new,
    }
    return "; ".join(f"{what} {', '.join(some)}" for what, some in parts.items() if some)


def notes(diff: Diff) -> str:
    sections = {
        "Removed": diff.removed(),
        "Moved or renamed": diff.moved(),
        "Deprecated": diff.deprecated(),
        "Changed parameters": diff.parameters(),
        "New": diff.added(),
    }
    lines = [f"# JAX {diff.old} to {diff.new}"]
    for title, rows in sections.items():
        lines += ["", f"## {title} ({len(rows)})", *(f"- {row}" for row in sorted(rows))]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--everything", action="store_true")
    arguments = parser.parse_args()
    history = History.read()
    for version in (arguments.old, arguments.new):
        if version not in history.versions:
            parser.error(f"JAX {version} was not probed; there are {', '.join(history.versions)}")
    print(notes(Diff(history, arguments.old, arguments.new, arguments.everything)), end="")


if __name__ == "__main__":
    main()
