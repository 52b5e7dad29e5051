"""What a process with the hash seed of its start finds: a row of JSON for each program and edit.

Each run of the command is a child of its own, forked from one process that has imported all that runs need, so no run
knows anything of another but what is in the cache.  ``python -m tests.differential.cells PROGRAMS EDITS``, each a list
with commas or nothing, which is all of them; the driver starts it.
"""

import gc
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from hashlib import sha256
from pathlib import Path

from tests.cli.command_line import jaxlint
from tests.differential.edits import EDITS, write
from tests.differential.programs import PROGRAMS


class Told:
    """All that a run leaves: ``traced`` is how many programs it looked at, which is none where it knew everything."""

    def __init__(self, status, out, err, traced):
        self.status = status
        self.out = out
        self.err = err
        self.traced = traced

    @property
    def said(self):
        return self.status, self.out, self.err

    @property
    def findings(self):
        try:
            return json.loads(self.out)["findings"]
        except ValueError:  # it has ended before it could write them
            return []


def cells(program, edits):
    """A row for each edit.  The project and its cache are made once, and copied to the very place they were made in."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / "project"
        write(root, program)
        command(root)
        begun = root.rename(root.with_name("begun"))
        for name in edits:
            shutil.copytree(begun, root)
            yield name, cell(root, program, EDITS[name])
            shutil.rmtree(root)


def cell(root, program, edit):
    """``root``: a project that the command has seen."""
    for step in edit.steps[:-1]:
        step(root, program)
        command(root)
    edit.steps[-1](root, program)
    warm = command(root, *edit.arguments)
    again = command(root, *edit.arguments)
    cold = command(root, "--no-cache", *edit.arguments)
    return {
        "same": warm.said == cold.said and again.said == cold.said,
        "warm": differences(cold, warm),
        "again": differences(cold, again),
        "traced again": again.traced,
        "status": cold.status,
        "codes": Counter(one["code"] for one in cold.findings),
        "cold": sha256(repr(cold.said).encode()).hexdigest()[:16],
    }


def differences(cold, warm):
    """In words, what another run says otherwise."""
    found = []
    if cold.status != warm.status:
        found.append(f"status: {cold.status} became {warm.status}")
    if cold.err != warm.err:
        found.append(f"stderr: {cold.err!r} became {warm.err!r}")
    missing, added = _apart(cold.findings, warm.findings)
    for one in missing:
        other = next((other for other in added if _name(other) == _name(one)), None)
        if other is None:
            found.append(f"gone: {_shown(one)}")
            continue
        added.remove(other)
        found += [
            f"{word}: {_shown(one)} {one[word]!r} became {other[word]!r}" for word in one if one[word] != other[word]
        ]
    found += [f"new: {_shown(one)}" for one in added]
    if not found and cold.out != warm.out:
        found.append("order: the same findings in another form")
    return found


def _apart(left, right):
    """What is on one side alone."""
    common = [one for one in left if one in right]
    return [one for one in left if one not in common], [one for one in right if one not in common]


def _name(finding):
    return finding["path"], finding["code"], finding["message"]


def _shown(finding):
    return f"{finding['path']}:{finding['line']}:{finding['column']} {finding['code']}"


def command(root, *arguments):
    """``jaxlint --output-format json .`` in a folder."""
    return Told(*_in_a_child(lambda: _run(root, arguments)))


def _run(root, arguments):
    from jaxlint.tracing import program

    traced, whole = [], program.trace
    program.trace = lambda *given, **named: traced.append(1) or whole(*given, **named)
    done = jaxlint("--output-format", "json", *arguments, ".", cwd=root)
    return done.returncode, done.stdout, done.stderr, len(traced)


def _in_a_child(work):
    """What it returns, as JSON has it."""
    end, begin = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(end)
            with open(begin, "w") as stream:
                json.dump(work(), stream)
        finally:
            os._exit(0)
    os.close(begin)
    with open(end) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return json.loads(text)


def import_everything():
    """One run that finds much imports rules, reports and caches, and one that mends it the fixes."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        write(root, PROGRAMS["fixes_over_files"])
        _run(root, ())
        jaxlint("--no-cache", "--unsafe-fixes", "--diff", ".", cwd=root)
    gc.freeze()


def main(programs, edits):
    import jaxlint

    print(json.dumps({"tree": str(Path(jaxlint.__file__).parents[1])}), flush=True)
    import_everything()
    for name in programs.split(",") if programs else PROGRAMS:
        for edit, found in cells(PROGRAMS[name], edits.split(",") if edits else EDITS):
            print(json.dumps({"program": name, "edit": edit, **found}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
