"""What is told of open files, pushed and pulled, is what the command says of the same texts."""

import json

import pytest
from lsprotocol import types

from tests.cli.command_line import BAD, jaxlint
from tests.engine.test_ways import LAYOUTS
from tests.server.client import span, uri, wait

BRANCH = "import jax.numpy as jnp\n\n\ndef loss(x):\n    if x.sum() > 0:\n        return x\n    return -x\n"
QUIET = BRANCH.replace("if x.sum() > 0:", "if x.ndim > 0:")
STEP = "import jax\nfrom loss import loss\n\nstep = jax.jit(loss)\n"


def told(found):
    """Code, message and place of each, as the command counts; nothing of what it causes elsewhere."""
    found = [one for one in found if not one.message.startswith("causes ")]
    return [
        (one.code, one.message, one.range.start.line + 1, one.range.start.character + 1, one.range.end.character + 1)
        for one in found
    ]


def command(top, path, text):
    """The same of a run of the command with the text on stdin."""
    done = jaxlint("--no-cache", "--output-format", "json", "--stdin-filename", path, "-", cwd=top, given=text)
    assert done.returncode in (0, 1), done.stderr
    found = [one for one in json.loads(done.stdout)["findings"] if one["path"] == path]
    return [(one["code"], one["message"], one["line"], one["column"], one["end_column"]) for one in found]


@pytest.mark.parametrize("layout", ["package", "src", "hierarchy", "monorepo"])
@pytest.mark.parametrize("pulls", [False, True])
def test_the_answer_is_the_commands(top, editor, layout, pulls):
    for name, text in LAYOUTS[layout].items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text)
    one = editor(pulls=pulls)
    for name in LAYOUTS[layout]:
        if name.endswith(".py") and not name.endswith("gone.py"):
            path = top / name
            one.open(path)
            found = one.pull(path).items if pulls else one.diagnostics(path)
            assert told(found) == command(top, name, path.read_text()), name


def test_open_buffers_stand_in_for_their_files(top, editor):
    (top / "loss.py").write_text(QUIET)
    (top / "train.py").write_text(STEP)
    one = editor()
    one.open(top / "loss.py", BRANCH)
    one.until(top / "loss.py", ["JAX301"])
    one.open(top / "train.py")
    one.change(top / "train.py", 2, STEP.replace("jax.jit(loss)", "loss"))
    one.until(top / "loss.py", [])  # nobody jits it any more, in the buffer
    assert (top / "train.py").read_text() == STEP
    one.change(top / "train.py", 3, STEP)
    one.until(top / "loss.py", ["JAX301"])
    one.close(top / "loss.py")  # on disk it is quiet
    wait(lambda: one.shown[uri(top / "loss.py")].diagnostics == [])


def test_a_pulled_answer_of_another_file_is_refreshed(top, editor):
    (top / "loss.py").write_text(BRANCH)
    (top / "train.py").write_text(STEP)
    one = editor(pulls=True)
    one.open(top / "loss.py")
    first = one.pull(top / "loss.py")
    assert [item.code for item in first.items] == ["JAX301"]
    assert one.pull(top / "loss.py", first.result_id).kind == "unchanged"
    one.change(top / "loss.py", 2, (0, 0, 0, 0, "\n"))
    assert one.pull(top / "loss.py", first.result_id).kind == "full"
    assert one.refreshes == 0  # the client has asked by itself
    one.open(top / "train.py", STEP.replace("jax.jit(loss)", "loss"))
    wait(lambda: one.refreshes > 0)
    assert one.pull(top / "loss.py", first.result_id).items == []
    assert one.pushes == []


def test_files_that_change_on_disk(top, editor):
    (top / "loss.py").write_text(BRANCH)
    (top / "train.py").write_text(STEP.replace("jax.jit(loss)", "loss"))
    one = editor(watches=True)
    one.open(top / "loss.py")
    assert one.codes(top / "loss.py") == []
    wait(lambda: one.registered)
    (top / "other.py").write_text(STEP)
    one.on_disk(top / "other.py", types.FileChangeType.Created)
    one.until(top / "loss.py", ["JAX301"])
    (top / "other.py").unlink()
    one.on_disk(top / "other.py", types.FileChangeType.Deleted)
    one.until(top / "loss.py", [])


def test_a_save_looks_at_the_disk_where_the_client_watches_nothing(top, editor):
    (top / "loss.py").write_text(BRANCH)
    one = editor()
    one.open(top / "loss.py")
    assert one.codes(top / "loss.py") == []
    (top / "train.py").write_text(STEP)
    one.save(top / "loss.py")
    one.until(top / "loss.py", ["JAX301"])


def test_half_typed_code_keeps_the_last_answer(top, editor):
    path = top / "bad.py"
    path.write_text(BAD)
    one = editor(pulls=True)
    one.open(path)
    before = one.pull(path).items
    assert [item.code for item in before] == ["JAX501", "JAX201"]
    one.change(path, 2, (0, 0, 0, 0, "\n"), (5, 0, 5, 0, "    y = (x +\n"))
    after = one.pull(path).items
    assert [(item.code, item.range.start.line) for item in after] == [("JAX501", 7), ("JAX201", 8)]


def test_half_typed_code_is_not_pushed_and_costs_its_neighbours_nothing(top, editor):
    (top / "loss.py").write_text(BRANCH)
    (top / "train.py").write_text(STEP)
    one = editor()
    one.open(top / "loss.py")
    one.open(top / "train.py")
    one.until(top / "loss.py", ["JAX301"])
    one.diagnostics(top / "train.py")
    count = len(one.pushes)
    one.change(top / "train.py", 2, STEP + "step(")
    one.actions(top / "train.py")  # waits for the round
    one.actions(top / "loss.py")
    assert len(one.pushes) == count


def test_what_is_told_with_a_finding(top, editor):
    path = top / "bad.py"
    path.write_text(BAD + "\n\ndef g(key):\n    a, b = jax.random.split(key)\n    return jax.tree_map(abs, a)\n")
    one = editor()
    one.open(path)
    found = {item.code: item for item in one.diagnostics(path)}
    first = found["JAX501"]
    assert (first.source, first.severity) == ("jaxlint", types.DiagnosticSeverity.Warning)
    assert first.code_description.href.startswith("https://")
    assert [(step.location.uri, step.message) for step in first.related_information] == [
        (uri(path), "`x` is an argument of `f`, traced by `jax.jit`")
    ]
    assert list(found["JAX701"].tags) == [types.DiagnosticTag.Deprecated]
    assert first.tags is None


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 23), ("utf-16", 16), ("utf-32", 14)])
def test_positions(top, editor, encoding, column):
    """An accent, an astral character and an ideograph before the finding; a form feed ends no line."""
    path = top / "bad.py"
    text = "import jax\n\f\n\n@jax.jit\ndef f(x):\n    'é𝄞語𝄞'; x.item()\n"
    path.write_text(text)
    one = editor(encodings=[encoding])
    assert one.initialized.capabilities.position_encoding == encoding
    one.open(path)
    (found,) = one.diagnostics(path)
    assert (found.code, found.range.start.line, found.range.start.character) == ("JAX201", 5, column - 2)
    one.change(path, 2, (5, column - 2, 5, column + 6, "x.sum()"))
    assert one.diagnostics(path, 2) == []
    one.change(path, 3, (5, column - 2, 5, column + 5, "x.item()"))
    (found,) = one.diagnostics(path, 3)
    assert found.range.start.character == column - 2


def test_what_is_no_business_of_ours(top, editor):
    (top / "pyproject.toml").write_text('[tool.jaxlint]\nextend-exclude = ["gen.py"]\n')
    one = editor(pulls=True)
    (top / "gen.py").write_text(BAD)
    one.open(top / "gen.py")
    assert one.pull(top / "gen.py").items == []
    one.open(top / "notes.md", BAD, language="markdown")
    assert one.pull(top / "notes.md").items == []
    for name in ("untitled:\0", "git:/a.py?ref", "vscode-notebook-cell:/x.ipynb#a", "file://", "nonsense", ""):
        item = types.TextDocumentItem(name, "python", 1, BAD)
        one._tell(one.client.text_document_did_open, types.DidOpenTextDocumentParams(item))
        asked = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(name))
        assert not one.ask("text_document_diagnostic", asked).items
        where = types.HoverParams(types.TextDocumentIdentifier(name), types.Position(0, 0))
        assert one.ask("text_document_hover", where) is None
    new = top / "new.py"  # never saved, but it has a name
    one.open(new, BAD)
    assert [item.code for item in one.pull(new).items] == ["JAX501", "JAX201"]
    assert one.leave() == 0


def test_positions_beyond_the_text(top, editor):
    path = top / "bad.py"
    path.write_text(BAD)
    one = editor()
    one.open(path)
    one.change(path, 2, (999, 5, 1000, 7, "\n# end\n"), (3, 900, 3, 999, "  # here"))
    assert one.diagnostics(path, 2)[0].range == span(5, 4, 5, 20)
    assert one.hover(path, 999, 3) is None
