"""Quick fixes, fix-all and silencing, as an editor asks for them."""

import pytest
from lsprotocol import types

from tests.cli.command_line import BAD, jaxlint
from tests.server.client import applied, uri

SHAPES = """\
import jax
import jax.numpy as jnp


@jax.jit
def energy(r, cutoff):
    print("r is", r)
    if cutoff > 1:
        r = r + 1
    return jnp.exp(-r[r > cutoff]).sum()


@jax.jit
def other(x):
    print(x)
    return x
"""
LOSS = "import jax\n\n\ndef draw(key):\n    return jax.random.normal(key) + jax.random.uniform(key)\n"


def edits_of(action, path):
    """Those of one file, in an edit with versions."""
    (change,) = [one for one in action.edit.document_changes if one.text_document.uri == uri(path)]
    return change.edits


@pytest.mark.parametrize("text", [BAD, SHAPES, LOSS, SHAPES.replace("\n", "\r\n"), BAD.rstrip("\n")])
def test_fix_all_writes_what_the_command_writes(top, editor, text):
    path = top / "a.py"
    path.write_bytes(text.encode())
    one = editor()
    one.open(path, text)
    made = list(one.actions(path, only=["source.fixAll.jaxlint"]))
    jaxlint("--fix", "--no-cache", "a.py", cwd=top)
    written = path.read_bytes().decode()
    assert (applied(text, edits_of(made[0], path)) if made else text) == written
    assert bool(made) == (written != text)
    assert {found.kind for found in made} <= {"source.fixAll.jaxlint"}


def test_fix_all_makes_what_the_settings_say(top, editor):
    (top / "pyproject.toml").write_text('[tool.jaxlint]\nunsafe-fixes = true\nunfixable = ["JAX501"]\n')
    path = top / "a.py"
    path.write_text(SHAPES)
    one = editor()
    one.open(path)
    (made,) = one.actions(path, only=[types.CodeActionKind.SourceFixAll])
    jaxlint("--fix", "--no-cache", "a.py", cwd=top)
    assert applied(SHAPES, edits_of(made, path)) == path.read_text()
    assert "jnp.where" in path.read_text()
    assert "jax.debug" not in path.read_text()


def test_broken_settings_fix_nothing(top, editor):
    (top / "pyproject.toml").write_text('[tool.jaxlint]\nselect = ["JAX5", "NONE"]\n')
    (top / "a.py").write_text(BAD)
    one = editor()
    one.open(top / "a.py")
    assert not one.actions(top / "a.py", only=["source.fixAll"])
    assert any("NONE" in said for said in one.messages)


def test_quick_fixes_stand_alone(top, editor):
    path = top / "a.py"
    path.write_text(SHAPES)
    one = editor()
    one.open(path)
    found = one.actions(path, 6, 6, only=["quickfix"])
    assert [made.title for made in found] == ["JAX501: use `jax.debug.print`", "Ignore JAX501 on this line"]
    assert [made.is_preferred for made in found] == [True, False]
    assert found[0].diagnostics[0].code == "JAX501"
    assert applied(SHAPES, edits_of(found[0], path)) == SHAPES.replace('print("r is"', 'jax.debug.print("r is {}"', 1)
    assert list(one.actions(path, 2, 0, only=["quickfix"])) == []
    silenced = applied(SHAPES, edits_of(found[1], path))
    assert 'print("r is", r)  # jaxlint: ignore[JAX501]\n' in silenced
    one.change(path, 2, silenced)
    assert "JAX501" in one.codes(path, 2)  # that of the other function
    assert [item.range.start.line for item in one.diagnostics(path, 2) if item.code == "JAX501"] == [14]
    branch = [made for made in one.actions(path, 7, 9) if made.title.startswith("JAX301")]
    assert [made.title.endswith(" (unsafe)") for made in branch] == [True]


def test_a_fix_brings_its_imports(top, editor):
    text = "from jax import jit\n\n\n@jit\ndef f(x):\n    return x if x > 0 else -x\n"
    (top / "a.py").write_text(text)
    one = editor()
    one.open(top / "a.py")
    (made,) = [found for found in one.actions(top / "a.py", 5, 12) if found.title.startswith("JAX303")]
    fixed = applied(text, edits_of(made, top / "a.py"))
    assert "import jax.numpy as jnp\n" in fixed
    one.change(top / "a.py", 2, fixed)
    assert one.codes(top / "a.py", 2) == []


def test_all_is_worked_out_when_it_is_chosen(top, editor):
    path = top / "a.py"
    path.write_text(BAD)
    one = editor()
    one.open(path)
    (whole,) = [found for found in one.actions(path) if found.kind == "source.fixAll.jaxlint"]
    assert whole.edit is None
    assert "jax.debug.print" in applied(BAD, edits_of(one.resolve(whole), path))
    one.change(path, 2, BAD + "\n")
    assert one.resolve(whole).edit is None  # it was about another text


def test_a_light_bulb_is_about_the_line(top, editor):
    (top / "a.py").write_text(BAD)
    one = editor()
    one.open(top / "a.py")
    one.codes(top / "a.py")
    offered = one.initialized.capabilities.code_action_provider.code_action_kinds
    assert list(offered) == [types.CodeActionKind.QuickFix, "source.fixAll.jaxlint"]
    bulb = types.CodeActionTriggerKind.Automatic
    assert not one.actions(top / "a.py", 1, 0, trigger=bulb)
    assert {made.kind for made in one.actions(top / "a.py", 5, 4, trigger=bulb)} == {types.CodeActionKind.QuickFix}
    assert one.actions(top / "a.py", 1, 0, ["source"], trigger=bulb)  # by name, as on save
    assert one.actions(top / "a.py", 1, 0)  # by hand, in editors that know no menu of sources


def test_edits_name_the_version_that_they_are_about(top, editor):
    path = top / "a.py"
    path.write_text(BAD)
    one = editor()
    one.open(path)
    one.change(path, 7, "\n" + BAD)
    found = one.actions(path, 6, 4, only=[""])
    assert [made.edit is not None for made in found] == [True, True, True]
    found = one.actions(path, 6, 4)
    assert [made.edit is not None for made in found] == [True, False, False]
    assert "# jaxlint: ignore[JAX501]\n" in one.resolve(found[1]).edit.document_changes[0].edits[0].new_text
    assert found[0].edit.document_changes[0].text_document.version == 7
    assert found[0].edit.document_changes[0].edits[0].range.start.line == 6


def test_half_typed_code_has_no_actions(top, editor):
    path = top / "a.py"
    path.write_text(BAD)
    one = editor()
    one.open(path)
    one.diagnostics(path)
    one.change(path, 2, BAD + "f(")
    assert not one.actions(path, 5, 4)
    assert not one.actions(path, only=["source.fixAll.jaxlint"])
