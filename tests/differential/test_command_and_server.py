"""What the server tells of open files after an edit is what the command says of them, and both share one cache."""

import json

import pytest
from lsprotocol import types

from tests.cli.command_line import jaxlint
from tests.differential.edits import EDITS, texts, write
from tests.differential.programs import PROGRAMS
from tests.differential.test_cold_and_warm import FAST
from tests.notebook.books import sources
from tests.server.client import Editor, uri

QUICK = [FAST[1][0]]
SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in PROGRAMS if name not in QUICK]


class Session:
    """An editor that has all files of a project open, and follows what happens to them on disk."""

    def __init__(self, root, settings=None):
        self.root = root
        self.editor = Editor(root, pulls=True, settings=settings)
        self._version = 1
        self._open = {}
        self.follow()

    def follow(self):
        """Tell the server of all that is not as it was."""
        before, self._open = self._open, texts(self.root)
        for name in before:
            if name not in self._open:
                self._close(name, before[name])
                self.editor.on_disk(self.root / name, types.FileChangeType.Deleted)
        for name, text in self._open.items():
            if name not in before:
                self.editor.on_disk(self.root / name, types.FileChangeType.Created)
                self._begin(name, text)
            elif text != before[name]:
                self.editor.on_disk(self.root / name)
                self._change(name, before[name], text)

    def _begin(self, name, text):
        if name.endswith(".ipynb"):
            self.editor.open_notebook(self.root / name, *self._cells(name, text))
        else:
            self.editor.open(self.root / name, text, self._version)

    def _change(self, name, before, text):
        self._version += 1
        if name.endswith(".ipynb"):
            self._close(name, before)
            self._begin(name, text)
        else:
            self.editor.change(self.root / name, self._version, text)

    def _close(self, name, text):
        if name.endswith(".ipynb"):
            self.editor.close_notebook(self.root / name, *self._cells(name, text))
        else:
            self.editor.close(self.root / name)

    def _cells(self, name, text):
        kinds = ["markdown" if one["cell_type"] == "markdown" else "python" for one in json.loads(text)["cells"]]
        return [
            (address(self.root / name, number), kind, cell)
            for number, (kind, cell) in enumerate(zip(kinds, sources(text), strict=True), 1)
        ]

    def told(self):
        """By file and cell; a cell of prose is not asked about."""
        found = {}
        for name, text in self._open.items():
            if name.endswith(".ipynb"):
                cells = [(number, *one) for number, one in enumerate(self._cells(name, text), 1)]
                asked = {(name, number): where for number, where, kind, _ in cells if kind == "python"}
            else:
                asked = {(name, None): self.root / name}
            for key, where in asked.items():
                items = [one for one in self.editor.pull(where).items if not is_about_another(one)]
                if items:
                    found[key] = [(one.code, one.message, *place(one.range)) for one in items]
        return found


def address(path, number):
    return uri(path).replace("file:", "vscode-notebook-cell:") + f"#{number}"


def is_about_another(item):
    """A step of the reason of a finding elsewhere, which the command tells with the finding."""
    return item.severity == types.DiagnosticSeverity.Information and item.message.startswith("causes ")


def place(span):
    return span.start.line, span.start.character, span.end.line, span.end.character


def command(root, *arguments):
    """The same of the command, whose columns are characters, by file and cell."""
    done = jaxlint("--output-format", "json", *arguments, ".", cwd=root)
    assert done.returncode in (0, 1)
    assert done.stderr == ""
    read, found = texts(root), {}
    for one in json.loads(done.stdout)["findings"]:
        name, number = one["path"], one.get("cell")
        rows = (read[name] if number is None else sources(read[name])[number - 1]).split("\n")
        ends = [(one["line"], one["column"]), (one["end_line"], one["end_column"])]
        places = [part for line, column in ends for part in (line - 1, units(rows[line - 1][: column - 1]))]
        found.setdefault((name, number), []).append((one["code"], message(one), *places))
    return found


def message(finding):
    """With the steps of its reason that have no place, which editors show nowhere else."""
    bare = [step["message"] for step in finding["related"] if step.get("path") is None]
    return finding["message"] + (f"\nbecause {', '.join(bare)}" if bare else "")


def units(text):
    """In UTF-16."""
    return len(text.encode("utf-16-le")) // 2


@pytest.fixture
def session():
    """Makes sessions, and ends them."""
    made = []

    def begin(*given):
        made.append(Session(*given))
        return made[-1]

    yield begin
    for one in made:
        one.editor.kill()


def agreed(session, is_first, *arguments):
    """``is_first``: is the server asked before the command, so that it is the one who fills the cache?"""
    told = session.told() if is_first else None
    warm = command(session.root, *arguments)
    cold = command(session.root, "--no-cache", *arguments)
    assert warm == cold
    assert (told or session.told()) == cold


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_the_server_says_what_the_command_says(tmp_path, session, name):
    root = tmp_path / "project"
    write(root, PROGRAMS[name])
    begun = texts(root)
    asked = session(root)
    agreed(asked, True)
    for turn, steps in enumerate(made.steps for made in EDITS.values() if not made.arguments):
        for step in steps:
            step(root, PROGRAMS[name])
            asked.follow()
            agreed(asked, turn % 2 == 0)
        restore(root, begun)
        asked.follow()
    agreed(asked, False)


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_with_other_rules(tmp_path, session, name):
    root = tmp_path / "project"
    write(root, PROGRAMS[name])
    agreed(session(root), False)
    arguments = EDITS["other rules"].arguments
    agreed(session(root, {"select": arguments[1].split(",")}), True, *arguments)


def restore(root, begun):
    for name in texts(root):
        if name not in begun:
            (root / name).unlink()
    for name, text in begun.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
