"""docs/configuration.md from the table of the settings, docs/libraries.md from the models and the tables."""

from __future__ import annotations

import tomllib
from pathlib import Path

from jaxlint.knowledge.models import HOMES, NAMES
from jaxlint.knowledge.releases import target
from jaxlint.knowledge.tables import old_names
from jaxlint.settings.keys import KEYS
from tools.site.running import ROOT, block

NOTE = "<!-- Written by `python -m tools.site`: edit what it is made from. -->\n"
TABLES = ROOT / "jaxlint" / "knowledge" / "tables"
GROUPS = {
    "Rules": ("select", "extend-select", "ignore", "per-file-ignores", "severity", "fail-on"),
    "Fixes": ("fixable", "unfixable", "unsafe-fixes", "extend-safe-fixes", "extend-unsafe-fixes"),
    "Files": ("extend", "exclude", "extend-exclude", "max-file-size"),
    "Output": ("output-format", "baseline", "named-only"),
    "JAX and libraries": ("target-jax", "public-api", "assume-traced"),
}
SETTINGS = """\
# Settings

Put settings in `[tool.jaxlint]` in `pyproject.toml`, or in `jaxlint.toml`:

```toml
[tool.jaxlint]
select = ["ALL"]
ignore = ["JAX501"]
target-jax = ">=0.4.30"
```

- `jaxlint config` lists the settings, and `jaxlint config select` explains one.
- `jaxlint config --schema` prints their JSON schema.
- `jaxlint --show-settings` shows the settings in use, and the file that each comes from.

Wherever a setting takes *selectors*, write a code (`JAX501`), a prefix (`JAX5`), a group (`keys`), a name or `ALL`. The groups
are the families of [the rules](rules/index.md), and `keys`, `leaks` and `recompilation`.
"""
PROJECT = """\
## How jaxlint finds your project

jaxlint always analyzes a file in the context of its project. It reports the same findings whether you check the whole
project, one file, a commit hook's files or stdin, and in any directory. A finding belongs to a file if it stands there, or
if the file has a part in its reason: if you add `@jax.jit` in `use.py` and a function of `helper.py` breaks, `jaxlint use.py`
reports it, with its place in `helper.py`, and exits with status 1. `--fix` changes only the files that you name.
`--named-only`, or the setting `named-only`, hides what the files cause elsewhere. The project is the first of these that exists:

1. the repository around the file;
2. the nearest folder with a `pyproject.toml`, `setup.py` or `setup.cfg`;
3. the outermost folder with requirements, a lock file or an `environment.yml`, below your home directory;
4. the folder that the file is imported from.

## How jaxlint finds your JAX version

Without `target-jax`, jaxlint searches from the folder of the file up to the top of the repository. The nearest folder that
names a JAX version counts. Within a folder, jaxlint reads these files in order:

1. a lock file: `uv.lock`, `poetry.lock`, `pdm.lock` or `pylock.toml`;
2. requirements: `requirements*.txt` or `requirements/*.txt`;
3. `pyproject.toml` or `pixi.toml`: dependencies first, then extras and groups;
4. `setup.cfg` or `setup.py`;
5. `environment.yml`.

If no file names one, jaxlint assumes JAX {oldest} to {newest}. A new installation on the oldest and on the newest
supported Python gets these.

## Cache and processes

jaxlint stores its results in `.jaxlint_cache` at the top of the project. The next run analyzes only what has changed.
`--cache-dir DIR` moves the cache, `--no-cache` turns it off, and `jaxlint clean` deletes it.

In CI, `--shard 1/4` checks one quarter of the files; together the four reports equal a full run.

Large runs over installed libraries, or over several projects without a cache, use one process per core. `--jobs N`
limits this. The report is the same.
"""


def configuration() -> str:
    parts = [NOTE, SETTINGS]
    for title, names in GROUPS.items():
        parts.append(f"## {title}\n")
        for name in names:
            key = KEYS[name]
            default = "none" if key.default == "none" else f"`{key.default}`" if _is_toml(key.default) else key.default
            parts += [
                f"### `{name}`\n",
                f"{' '.join(key.text.split())}\n",
                f"Value: {key.kind}. Default: {default}.\n",
                block("toml", key.example),
            ]
    fresh = target(None)
    oldest, newest = (".".join(map(str, release)) for release in (fresh.low, fresh.high))
    parts.append(PROJECT.format(oldest=oldest, newest=newest))
    return "\n".join(parts)


def libraries() -> str:
    known = old_names("releases")["jax"].split()
    parts = [
        NOTE,
        "# Supported libraries\n",
        "## JAX\n",
        f"jaxlint knows the removed and deprecated names of {len(known)} releases, from JAX {known[0]} to {known[-1]}.\n",
        "It also knows what each function of JAX accepts and returns. This was measured on real"
        f" releases: {_measured()}.\n",
        "## Other libraries\n",
        "jaxlint has models of these libraries. A model describes what a library does with your functions and arrays."
        " Each model is tested on the library itself.\n",
        "| library | tested with | modeled names |",
        "|---|---|---|",
    ]
    homes = sorted({*HOMES, *NAMES})
    for library, asked in sorted(_asked().items()):
        names = [home for home in homes if home.split(".")[0] == library]
        if names:
            parts.append(f"| {library} | {asked} | {', '.join(f'`{name}`' for name in names)} |")
    parts.append("\nThese parts of JAX have models, too:\n")
    parts.append(", ".join(f"`{home}`" for home in homes if _is_of_jax(home)) + ".\n")
    parts.append(
        "jaxlint reads other libraries only if their source is part of your project. It reports nothing about the values"
        " that they return.\n"
    )
    return "\n".join(parts)


def _is_of_jax(home: str) -> bool:
    """A public name; references have dozens of names, of which `jax.Ref` represents the others."""
    parts = home.split(".")
    aliases = {"AbstractRef", "ArrayRef", "MutableArray", "Ref"}
    return parts[0] == "jax" and "_src" not in parts and (home == "jax.Ref" or parts[-1] not in aliases)


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
