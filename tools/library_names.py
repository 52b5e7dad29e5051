"""Names that releases of flax and optax dropped, read off the text of their wheels: one command per new release.

    python -m pip download --no-deps --dest WHEELS flax==0.11.2    # once for each release, of flax and of optax
    python -m tools.library_names WHEELS

Writes the tables of libraries in jaxlint/knowledge/tables/old_names.  What came and went between two of the releases
is not seen.
"""

from __future__ import annotations

import ast
import sys
import zipfile
from pathlib import Path

from tools.compile_names import TABLES, index, packed, table
from tools.jax_history import History, version_key
from tools.jax_snapshot import record
from tools.name_stories import Stories

LIBRARIES = ("flax", "optax")
# The modules whose names people import; what else there is, the libraries keep for themselves.
HOMES = frozenset(
    """flax flax.core flax.errors flax.jax_utils flax.linen flax.linen.partitioning flax.metrics flax.nn flax.nnx
    flax.optim flax.serialization flax.struct flax.training flax.training.checkpoints flax.training.common_utils
    flax.training.dynamic_scale flax.training.lr_schedule flax.training.prefetch_iterator flax.training.train_state
    flax.traverse_util optax optax.assignment optax.contrib optax.experimental optax.losses optax.perturbations
    optax.projections optax.schedules optax.second_order optax.transforms optax.tree_utils""".split()
)


def snapshot(wheel: Path, library: str) -> dict:
    """As ``jax_snapshot`` has it of JAX: a name that a module imports for its own use is ``aside``."""
    names: dict[str, dict] = {}
    modules = dict(read(wheel, library))
    for dotted, (tree, is_package) in modules.items():
        names[dotted + ":module"] = names[dotted] = record("live", "module")
        for word, state in bound(tree.body, is_package).items():
            names.setdefault(f"{dotted}.{word}", record(state, "value"))
        for home in starred(tree.body, dotted, is_package):
            taken = bound(modules[home][0].body, modules[home][1]) if home in modules else {}
            names.update({f"{dotted}.{word}": record(state, "value") for word, state in taken.items()})
    return {"jax": wheel.name.split("-")[1], "names": names, "failed": []}


def read(wheel: Path, library: str) -> list[tuple[str, tuple[ast.Module, bool]]]:
    """Each public module, and whether it is a package's own."""
    found = []
    with zipfile.ZipFile(wheel) as archive:
        for path in archive.namelist():
            parts = path.removesuffix(".py").split("/")
            is_package = parts[-1] == "__init__"
            dotted = ".".join(parts[:-1] if is_package else parts)
            is_public = "._" not in dotted and "test" not in dotted.rpartition(".")[2]
            if path.endswith(".py") and parts[0] == library and is_public:
                found.append((dotted, (ast.parse(archive.read(path)), is_package)))
    return found


def bound(body: list[ast.stmt], is_package: bool) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = "live"
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {name.id: "live" for one in targets for name in ast.walk(one) if isinstance(name, ast.Name)}
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                is_meant = is_package or alias.asname == alias.name
                found[alias.asname or alias.name.split(".")[0]] = "live" if is_meant else "aside"
        else:
            for part in ("body", "orelse", "finalbody"):
                found |= bound(getattr(node, part, []), is_package)
    return {word: state for word, state in found.items() if not word.startswith("_") and word != "*"}


def starred(body: list[ast.stmt], dotted: str, is_package: bool) -> list[str]:
    """The modules of ``from .graph import *``."""
    found = []
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            around = dotted.split(".")[: len(dotted.split(".")) - node.level + is_package] if node.level else []
            found.append(".".join([*around, *([node.module] if node.module else [])]))
    return found


def stories(wheels: list[Path], library: str) -> tuple[list[str], dict[str, str]]:
    """The releases, and what became of the names that the newest one lacks."""
    history = History([], {})
    for wheel in wheels:
        history = history.extended(snapshot(wheel, library))
    told = {
        name: story
        for name, story in Stories(history).told.items()
        if name.removesuffix(":module") in HOMES or name.removesuffix(":module").rpartition(".")[0] in HOMES
    }
    return history.versions, {name: packed(story) for name, story in told.items()}


def main() -> None:
    versions: dict[str, str] = {}
    told: dict[str, str] = {}
    for library in LIBRARIES:
        wheels = sorted(
            Path(sys.argv[1]).rglob(f"{library}-*.whl"), key=lambda one: version_key(one.name.split("-")[1])
        )
        known, found = stories(wheels, library)
        versions[library] = " ".join(known)
        told |= found
    spans = ", ".join(f"{name} {text.split()[0]} to {text.split()[-1]}" for name, text in versions.items())
    for kind, rows in {"releases": versions, "index": index(list(told)), "stories": told}.items():
        (TABLES / f"libraries.{kind}.txt").write_text(table(f"{spans}; tools/library_names.py", rows))


if __name__ == "__main__":
    main()
