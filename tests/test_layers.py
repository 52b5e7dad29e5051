"""Imports go one way.  Deferred and typing-only imports count, so that a cycle can't hide."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "jaxlint"
ORDER = (
    "text",
    "diagnostic",
    "settings",
    "syntax",
    "notebook",
    "discovery",
    "dataflow",
    "project",
    "cache",
    "knowledge",
    "tracing",
    "codemods",
    "rules",
    "engine",
    "report",
    "verify",
    "explain",
    "server",
    "cli",
)
CONFINED = {
    "click": {"cli"},
    "libcst": {"codemods", "syntax"},
    "jax": {"trial"},
    "jaxlib": set(),
    "pygls": {"server"},
    "lsprotocol": {"server"},
}
MODELS = PACKAGE / "knowledge" / "models"  # read by the tracer, never imported
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != MODELS or path.stem == "__init__")


def layer(path):
    """``verify/trial`` is what the child process of ``jaxlint verify`` runs: a world of its own."""
    if path.is_relative_to(PACKAGE / "verify" / "trial"):
        return "trial"
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(text):
    """Dotted names of all imports, wherever they stand."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "relative import"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def complaints(own, text):
    found = []
    for name in imported(text):
        top, _, rest = name.partition(".")
        if top in CONFINED and own not in CONFINED[top]:
            found.append(f"{own} imports {top}")
        if top == "jaxlint" and (own == "trial") != name.startswith("jaxlint.verify.trial"):
            found += [f"{own} imports {name}"] if own == "trial" or name.startswith("jaxlint.verify.trial") else []
        target = rest.partition(".")[0]
        if top == "jaxlint" and target in ORDER and own in ORDER and ORDER.index(target) > ORDER.index(own):
            found.append(f"{own} imports {target}")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path):
    assert complaints(layer(path), path.read_text()) == []


def test_every_room_has_its_place():
    rooms = {layer(path) for path in FILES} - {"__init__", "__main__", "trial"}
    assert rooms <= set(ORDER)


@pytest.mark.parametrize(
    ("own", "text"),
    [
        ("text", "import jaxlint.syntax.parse"),
        ("rules", "def f():\n    from jaxlint.engine import judge"),
        ("tracing", "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from jaxlint.codemods.rewrite import Rewrite"),
        ("engine", "import click"),
        ("codemods", "from jax import numpy"),
        ("rules", "import libcst as cst"),
        ("verify", "import jax"),
        ("verify", "from jaxlint.verify.trial import compare"),
        ("trial", "from jaxlint.text.source import Source"),
    ],
)
def test_the_check_can_fail(own, text):
    assert complaints(own, text)


@pytest.mark.parametrize(
    ("own", "text"),
    [("cli", "import click"), ("trial", "import jax"), ("engine", "from jaxlint.rules import rule")],
)
def test_and_does_not_always_fail(own, text):
    assert not complaints(own, text)
