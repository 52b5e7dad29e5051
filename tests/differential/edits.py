"""What happens to a project between two runs.

An edit is a row of steps, each a function of a project's folder and its program; the command runs before each of them,
and after the last.
"""

import io
import re
import tokenize


class Edit:
    """``arguments``: what the command is asked in addition once all steps are done."""

    def __init__(self, *steps, arguments=()):
        self.steps = steps
        self.arguments = arguments


def write(root, program):
    """The project as it was in the beginning; the folder of a repository makes it one."""
    (root / ".git").mkdir(parents=True)
    for name, text in program.files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def texts(root):
    """By name what an editor would open of it."""
    paths = [path for kind in ("*.py", "*.ipynb") for path in root.rglob(kind)]
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}


def comment(root, program):
    """On top of each file."""
    for name, text in texts(root).items():
        if name.endswith(".py"):
            (root / name).write_text(f"# a comment\n{text}", encoding="utf-8")


def comment_within(root, program):
    """Behind each statement of each file, and blank lines: what a reader sees differs, what runs is the same."""
    for name, text in texts(root).items():
        if name.endswith(".py"):
            tokens = tokenize.generate_tokens(io.StringIO(text).readline)
            ends = {token.start[0] for token in tokens if token.type == tokenize.NEWLINE}
            rows = enumerate(text.split("\n"), 1)
            made = [f"{row}\n\n        # jit(key) of a comment" if number in ends else row for number, row in rows]
            (root / name).write_text("\n".join(made), encoding="utf-8")


def append(root, program):
    """A statement that is nobody's business, to one file."""
    name = program.changed[0]
    (root / name).write_text(f"{texts(root)[name]}\nADDED = 1.0 + 2.0 * 3.0\n", encoding="utf-8")


def change(root, program):
    name, old, new = program.changed
    _replace(root / name, old, new)


def call(root, program):
    """What changes in another file than the one that is changed is what a cache may miss."""
    name, old, new = program.called
    _replace(root / name, old, new)


def change_back(root, program):
    name, old, new = program.changed
    _replace(root / name, new, old)


def rename(root, program):
    """A module or package, and with it all that imports it."""
    old, new = program.renamed
    (found,) = [path for path in root.rglob("*") if path.name in (old, f"{old}.py") and path.suffix in ("", ".py")]
    found.rename(found.with_name(new + found.suffix))
    for name, text in texts(root).items():
        made = re.sub(rf"\b{old}\b", new, text)
        if made != text:
            (root / name).write_text(made, encoding="utf-8")


def nothing(root, program):
    """What changes is what the command is asked."""


def _replace(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path}: {old!r} is there {text.count(old)} times"
    path.write_text(text.replace(old, new), encoding="utf-8")


EDITS = {
    "comments on top": Edit(comment),
    "comments within": Edit(comment_within),
    "statement at the end": Edit(append),
    "changed body": Edit(change),
    "changed caller": Edit(call),
    "renamed module": Edit(rename),
    "other rules": Edit(nothing, arguments=("--select", "JAX2,JAX3")),
    "switched back": Edit(change, change_back),
}
