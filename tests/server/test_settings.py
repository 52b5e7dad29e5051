"""Settings of the project and of the client: they hold where they should, and what changes is heard of."""

import json

from lsprotocol import types

from jaxlint.server.options import Options, options_of
from tests.cli.command_line import BAD, ROOT, jaxlint
from tests.server.client import wait


def test_a_settings_file_that_changes(top, editor):
    path = top / "a.py"
    path.write_text(BAD)
    one = editor(watches=True)
    one.open(path)
    assert one.codes(path) == ["JAX501", "JAX201"]
    (top / "pyproject.toml").write_text('[tool.jaxlint]\nignore = ["JAX501"]\n')
    one.on_disk(top / "pyproject.toml")
    one.until(path, ["JAX201"])
    (top / "jaxlint.toml").write_text('exclude = ["a.py"]\n')
    one.on_disk(top / "jaxlint.toml", types.FileChangeType.Created)
    one.until(path, [])
    (top / "jaxlint.toml").write_text("ignore = [")
    one.on_disk(top / "jaxlint.toml")
    one.until(path, ["JAX501", "JAX201"])
    wait(lambda: one.messages)
    assert "jaxlint.toml" in one.messages[0]


def test_each_folder_has_its_own(tmp_path, editor):
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
        (folder / "pyproject.toml").write_text('[project]\nname = "x"\n')
        (folder / "bad.py").write_text(BAD)
    (folders[0] / "pyproject.toml").write_text('[tool.jaxlint]\nselect = ["JAX2"]\n')
    one = editor(*folders)
    for folder in folders:
        one.open(folder / "bad.py")
    assert one.codes(folders[0] / "bad.py") == ["JAX201"]
    assert one.codes(folders[1] / "bad.py") == ["JAX501", "JAX201"]


def test_what_the_client_sets(top, editor):
    path = top / "a.py"
    path.write_text(BAD)
    one = editor(settings={"ignore": ["JAX501"]})
    one.open(path)
    one.until(path, ["JAX201"])
    one.configure({"select": ["JAX5"]})
    one.until(path, ["JAX501"])
    one.configure({"enable": False})
    one.until(path, [])
    one.configure({"enable": True, "delay": "soon", "colour": 1})
    one.until(path, ["JAX501", "JAX201"])
    wait(lambda: len(one.messages) == 2)
    assert [said for said in one.messages if "'delay'" in said]
    assert [said for said in one.messages if "'colour'" in said]


def test_the_extension_says_the_same():
    """Its settings, with their defaults, are those that the server knows."""
    package = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text())
    told = package["contributes"]["configuration"]["properties"]
    defaults = {name.removeprefix("jaxlint."): one["default"] for name, one in told.items()}
    made, wrong = options_of(defaults)
    assert wrong == []
    assert {name: getattr(made, name) for name in Options.__slots__} == {
        name: getattr(Options(), name) for name in Options.__slots__
    }
    assert package["dependencies"]["vscode-languageclient"] == "^11"  # older ones never ask for findings in cells
    assert [name for name, one in told.items() if not one["description"].endswith(".")] == []
    assert len(told["jaxlint.run"]["enumDescriptions"]) == len(told["jaxlint.run"]["enum"])
    assert told["jaxlint.configuration"]["type"] == "string"  # of several types VS Code shows no field
    assert options_of({"jaxlint": {"trace": {"server": "off"}}})[1] == []
    page = (ROOT / "docs" / "editors.md").read_text()
    assert [name for name in defaults if name != "command" and f"`{name}`" not in page] == []
    assert len(defaults) == 1 + len(Options.__slots__)


def test_a_settings_file_that_is_named_nowhere(top, editor):
    (top / "a.py").write_text(BAD)
    one = editor(settings={"configuration": ""})
    one.open(top / "a.py")
    assert one.codes(top / "a.py") == ["JAX501", "JAX201"]
    assert one.messages == []


def test_options_of_the_start(top, editor):
    path = top / "a.py"
    path.write_text(BAD)
    (top / "shared.toml").write_text('ignore = ["JAX2"]\n')
    one = editor(options={"settings": {"configuration": str(top / "shared.toml")}})
    one.open(path)
    assert one.codes(path) == ["JAX501"]


def test_only_when_a_file_is_saved(top, editor):
    path = top / "a.py"
    path.write_text(BAD)
    one = editor(settings={"run": "onSave"})
    one.open(path)
    one.until(path, ["JAX501", "JAX201"])
    one.change(path, 2, BAD.replace('    print("x is", x)\n', ""))
    assert one.codes(path) == ["JAX501", "JAX201"]
    one.save(path)
    one.until(path, ["JAX201"])


def test_a_baseline(top, editor):
    path = top / "a.py"
    path.write_text(BAD)
    (top / "pyproject.toml").write_text('[tool.jaxlint]\nbaseline = "old.json"\n')
    jaxlint("--baseline", "old.json", "--update-baseline", ".", cwd=top)
    one = editor()
    one.open(path)
    assert one.codes(path) == []
    one.change(path, 2, "\n\n" + BAD + "\n\n@jax.jit\ndef g(x):\n    return x.item()\n")
    assert [item.range.start.line for item in one.diagnostics(path, 2)] == [13]
