"""History to jaxlint/knowledge: one table of stories, and a small index that is asked first."""

from __future__ import annotations

import re
from pathlib import Path

from tools.jax_history import History
from tools.name_hints import CALLS, PARAMETERS
from tools.name_stories import Stories, Story, split

TABLES = Path(__file__).resolve().parent.parent / "jaxlint" / "knowledge" / "tables" / "old_names"
_URL = re.compile(r"(see )?https?://\S+")
LONGEST = 110  # characters of JAX's own words


def compiled(history: History) -> dict[Path, str]:
    """The tables of the package."""
    told, keywords = Stories(history).told, parameter_stories(history)
    states = {name: record["states"][-1][1] for name, record in history.names.items() if name.endswith(":module")}
    loaded = " ".join(sorted(name.removesuffix(":module") for name, state in states.items() if state == "loaded"))
    of = f"JAX {history.versions[0]} to {history.versions[-1]}; tools/probe_deprecations.py"
    rows = {
        "releases": {"jax": " ".join(history.versions)},
        "loaded": {"jax": loaded},
        "index": index(list(told)),
        "keywords": words(keywords),
        "stories": {name: packed(story) for name, story in told.items()},
        "parameters": keywords,
        "calls": CALLS,
    }
    return {TABLES / f"jax.{kind}.txt": table(of, some) for kind, some in rows.items()}


def compile_names(history: History) -> None:
    for path, text in compiled(history).items():
        path.write_text(text)


def table(of: str, rows: dict[str, str]) -> str:
    """``of``: of which releases it tells, and who wrote it."""
    return f"# {of} wrote this; not edited by hand.\n" + "".join(f"{key}\t{rows[key]}\n" for key in sorted(rows))


def index(names: list[str]) -> dict[str, str]:
    """Module -> its names with a story, between blanks; ``config:`` where only the import of a module has one."""
    found: dict[str, list[str]] = {}
    for name in names:
        plain = name.removesuffix(":module")
        home, _, word = plain.rpartition(".")
        if home:
            found.setdefault(home, []).append(word if plain in names else word + ":")
    return {home: f" {' '.join(sorted(set(some)))} " for home, some in found.items()}


def words(keywords: dict[str, str]) -> dict[str, str]:
    return {name: " ".join(row.partition("|")[0] for row in text.split()) for name, text in keywords.items()}


def packed(story: Story) -> str:
    """``deprecated|removed|replacement|since|until|flags|mapping|message``."""
    flags = "s" * story.same + "f" * story.fits + "a" * story.alike
    message = (story.message or "").replace("|", "/")
    said = "" if story.replacement or f"{story.name}/1" in CALLS else first_sentence(message, story.name)
    fields = [story.deprecated, story.removed, story.replacement, story.since, story.until, flags, story.mapping, said]
    return "|".join(field or "" for field in fields)


def first_sentence(message: str, name: str) -> str:
    """The part of JAX's message that says more than that the name is gone."""
    sentences = _URL.sub("", message).replace("; ", ". ").split(". ")
    rest = [
        one for one in sentences if not one.startswith((name.removesuffix(":module"), "jax.")) and "module '" not in one
    ]
    text = ". ".join(rest).strip().rstrip(".")
    return text if len(text) <= LONGEST else text[: text.rfind(" ", 0, LONGEST)] + " ..."


def parameter_stories(history: History) -> dict[str, str]:
    """Function -> ``parameter|deprecated|removed|new name|since ...``."""
    found = {}
    for name, record in history.names.items():
        if record["kind"] != "function" or name.startswith(("jax.interpreters", "jax.experimental.pallas")):
            continue
        told = [(version, split(text)) for version, text in record.get("parameters", []) if text]
        if not told or any(kind == "w" for kind, _ in told[-1][1].values()):
            continue
        rows = [row for parameter in named(told) if (row := parameter_row(name, parameter, told))]
        if rows and record["states"][-1][1] != "gone":
            found[name] = " ".join(sorted(rows))
    return found


def named(told: list[tuple[str, dict[str, tuple[str, str]]]]) -> list[str]:
    found = {name for _, one in told for name, (kind, _) in one.items() if kind in "pk" and not name.startswith("_")}
    return sorted(found)


def parameter_row(name: str, parameter: str, told: list[tuple[str, dict[str, tuple[str, str]]]]) -> str | None:
    """None for one that may still be given by its name."""
    deprecated = removed = None
    was_there = False
    for version, one in told:
        kind, default = one.get(parameter, ("", ""))
        if kind and kind in "pk":
            was_there, removed = True, None
            deprecated = (deprecated or version) if default == "d" else None
        elif was_there and removed is None:
            removed = version
    if not (deprecated or removed):
        return None
    new = PARAMETERS.get(f"{name}({parameter})")
    since = next((version for version, one in told if new and one.get(new, ("",))[0] in ("p", "k")), None)
    return "|".join(field or "" for field in (parameter, deprecated, removed, new if since else None, since))
