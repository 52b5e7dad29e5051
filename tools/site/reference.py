"""docs/configuration.md from the table of the settings, docs/libraries.md from the models and the tables."""

from __future__ import annotations

import tomllib
from pathlib import Path

from jaxlint.knowledge.jax_names import VERSIONS
from jaxlint.knowledge.models import HOMES, NAMES
from jaxlint.settings.keys import KEYS
from tools.site.running import ROOT, block

NOTE = "<!-- Written by `python -m tools.site`: edit what it is made from. -->\n"
TABLES = ROOT / "jaxlint" / "knowledge" / "tables"


def configuration() -> str:
    parts = [
        NOTE,
        "# Settings\n",
        "They stand in the table `tool.jaxlint` of a `pyproject.toml`, or in a `jaxlint.toml`. `jaxlint config` lists them,"
        " `jaxlint config --schema` writes their JSON schema, and `jaxlint --show-settings` says what holds, and from where.\n",
    ]
    for name, key in KEYS.items():
        default = "none" if key.default == "none" else f"`{key.default}`" if _is_toml(key.default) else key.default
        parts += [
            f"## `{name}`\n",
            f"{key.text}\n",
            f"Takes: {key.kind}. Default: {default}.\n",
            block("toml", key.example),
        ]
    return "\n".join(parts)


def libraries() -> str:
    known = VERSIONS.split()
    parts = [
        NOTE,
        "# Libraries and versions\n",
        f"**JAX.** The names that were removed or deprecated are known from JAX {known[0]} to {known[-1]}:"
        f" {len(known)} releases, each of which was asked. What each function of JAX takes and gives was measured on real"
        f" releases, too: {_measured()}.\n",
        "**Libraries.** What these do with the functions and arrays that they are given is known from models. Each model is"
        " tested on the library itself, in the versions that the last column asks for; where it says nothing, the model is"
        " of a part of JAX.\n",
        "| names below | model | tested with |",
        "|---|---|---|",
    ]
    asked = _asked()
    for home in sorted({*HOMES, *NAMES}):
        model = {**HOMES, **NAMES}[home]
        parts.append(f"| `{home}` | `{model}.py` | {asked.get(home.split('.')[0], '')} |")
    parts.append(
        "\nAny other library is read as source where it belongs to your project; of what it gives otherwise"
        " nothing is known, and nothing is said.\n"
    )
    return "\n".join(parts)


def _measured() -> str:
    first = (TABLES / "jax.Array.txt").read_text(encoding="utf-8").split(";")[0].removeprefix("# ")
    older = sorted((path.stem for path in TABLES.glob("*.differences")), key=lambda name: [*map(int, name.split("."))])
    return f"{first}; differences for {', '.join(older)}"


def _asked() -> dict[str, str]:
    """Name that is imported -> what pyproject.toml asks for."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    found = {}
    for one in listed["libraries"]:
        name, _, least = one.partition(">=")
        found[{"dm-haiku": "haiku"}.get(name, name)] = f"{name} ≥ {least}"
    return found


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(f"x = {text}")
    except tomllib.TOMLDecodeError:
        return False
    return True


PAGES = {"configuration.md": configuration, "libraries.md": libraries}
FOLDER = Path(ROOT) / "docs"
