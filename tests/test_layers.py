"""Imports go one way.  Deferred and typing-only imports count, so that a cycle can't hide.

What is too large still has a number here, which may only be made smaller.
"""

import ast
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "jaxlint"
ORDER = (
    "release",
    "record",
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
# Within the two largest packages; whoever reads them in this order meets nothing before it is explained.
ROOMS = {
    "tracing": """values events compiled shares keys running calls pytrees objects functions bounds operations applied
        slow questions expressions statements transforms.refused transforms.donations transforms libraries.trees
        libraries.numerical libraries.models host libraries.python evidence starts api_names""".split(),
    "codemods/recipes": """analysis wording keys purity static transforms masks branches slices loops versions values
        straight control_flow""".split(),
}
CONFINED = {
    "click": {"cli"},
    "libcst": {"codemods", "syntax"},
    "black": {"codemods"},
    "jax": {"trial"},
    "jaxlib": set(),
    "pygls": {"server"},
    "lsprotocol": {"server"},
    # what is read from a project is plain data: these formats run code, or have behaviour of their own
    **{name: set() for name in ("pickle", "_pickle", "marshal", "shelve", "dbm", "sqlite3")},
}
FILES_IN_A_FOLDER = 20
LARGER_FOLDERS = {"cli": 22, "codemods/recipes/masks": 42, "dataflow": 23, "engine": 22, "knowledge/models": 26}
FIELDS_OF_A_CLASS = 20
LARGER_CLASSES = {"Project": 21, "Request": 22, "Settings": 23}
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
    ("own", "text"), [("cli", "import click"), ("trial", "import jax"), ("engine", "from jaxlint.rules import rule")]
)
def test_and_does_not_always_fail(own, text):
    assert not complaints(own, text)


def against(folder, rooms, path):
    """Imports of a room that comes later; those for types alone may look ahead."""
    prefix = "jaxlint." + folder.replace("/", ".")

    def place(dotted):
        inside = [one for one in rooms if f"{dotted}.".startswith(f"{prefix}.{one}.")]
        return rooms.index(max(inside, key=len)) if inside else None

    tree = ast.parse(path.read_text())
    typed = {one for top in tree.body if isinstance(top, ast.If) for one in ast.walk(top)}
    imports = [one.module for one in ast.walk(tree) if isinstance(one, ast.ImportFrom) and one not in typed]
    own = place(name_of(path))
    return [one for one in imports if own is not None and (place(one) or 0) > own]


@pytest.mark.parametrize("folder", ROOMS)
def test_a_room_stands_on_those_before_it(folder):
    assert [found for path in FILES for found in against(folder, ROOMS[folder], path)] == []


@pytest.mark.parametrize("folder", ROOMS)
def test_all_rooms_are_in_the_order(folder):
    top = PACKAGE / folder
    found = {".".join(path.relative_to(top).parent.parts) for path in FILES if path.is_relative_to(top)}
    assert {one for one in found if one not in ROOMS[folder]} <= {"", "libraries"}


def test_a_room_that_stands_on_a_later_one_is_found(tmp_path):
    path = PACKAGE / "tracing" / "calls" / "invocation.py"
    assert against("tracing", ["calls", "values"], path) != []
    assert against("tracing", ["values", "calls"], path) == []


def name_of(path):
    dotted = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return dotted.removesuffix(".__init__")


def around(name):
    """A module, and the packages that it is in: they are there before it, and import it themselves."""
    parts = name.split(".")
    return {".".join(parts[:count]) for count in range(1, len(parts) + 1)}


def cycle(texts):
    """Modules that import each other, by name; empty where there are none.  ``texts``: of modules, by dotted name."""
    graph = {}
    for name, text in texts.items():
        reached = {above for one in imported(text) for above in around(one)}
        graph[name] = {one for one in reached - around(name) if one in texts}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def fields(node):
    """The attributes that ``__init__`` of a class sets, or that a record is made of."""
    if {getattr(one, "id", None) for one in node.bases} & {"Record", "Frozen"}:
        return {one.target.id for one in node.body if isinstance(one, ast.AnnAssign)}
    constructor = next((one for one in node.body if getattr(one, "name", None) == "__init__"), None)
    parts = [] if constructor is None else ast.walk(constructor)
    stored = [one for one in parts if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)]
    return {one.attr for one in stored if getattr(one.value, "id", None) == "self"}


def test_no_modules_import_each_other():
    assert cycle({name_of(path): path.read_text() for path in FILES}) == []


def test_a_cycle_is_seen():
    texts = {
        "jaxlint.a": "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from jaxlint.b import B",
        "jaxlint.b": "def f():\n    from jaxlint import a",
    }
    assert set(cycle(texts)) == {"jaxlint.a", "jaxlint.b"}
    assert cycle({**texts, "jaxlint.b": "import os"}) == []


def test_folders_are_small():
    files = Counter(path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
    assert {name: count for name, count in files.items() if count > FILES_IN_A_FOLDER} == LARGER_FOLDERS


def test_classes_hold_little():
    classes = [one for path in FILES for one in ast.walk(ast.parse(path.read_text())) if isinstance(one, ast.ClassDef)]
    held = {one.name: len(fields(one)) for one in classes}
    assert {name: count for name, count in held.items() if count > FIELDS_OF_A_CLASS} == LARGER_CLASSES
