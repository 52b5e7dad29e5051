"""A write that fails or is killed half-way leaves the file as it was, whatever names lead to it."""

import os
import subprocess
import sys

import pytest

from jaxlint.text.leftovers import remove_leftovers

resource = pytest.importorskip("resource")

OLD = "x = 1\n" * 2000
# The kernel stops a write at 4096 bytes: with an error, or with the signal that kills.
CHILD = """
import resource, signal, sys
from jaxlint.discovery.read import read
from jaxlint.engine.write import write
from jaxlint.text.source import Source

old = read(sys.argv[1])
signal.signal(signal.SIGXFSZ, getattr(signal, sys.argv[2]))
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
print(write(old, Source(old.path, old.text.replace("x", "longer"))))
"""


@pytest.fixture(params=["plain", "hard link", "symbolic link"])
def path(request, tmp_path):
    made = tmp_path / "a.py"
    made.write_text(OLD)
    if request.param == "hard link":
        os.link(made, tmp_path / "b.py")
    if request.param == "symbolic link":
        made.rename(tmp_path / "b.py")
        made.symlink_to("b.py")
    return made


def child(path, action):
    return subprocess.run([sys.executable, "-c", CHILD, str(path), action], capture_output=True, text=True)


def test_a_write_that_fails_leaves_the_original(path):
    before = sorted(os.listdir(path.parent))
    assert child(path, "SIG_IGN").stdout == f"{path}: not fixed: File too large\n"
    assert path.read_text() == OLD
    assert sorted(os.listdir(path.parent)) == before


def test_a_process_killed_in_the_middle_of_a_write_leaves_the_original(path):
    assert child(path, "SIG_DFL").returncode < 0
    assert path.read_text() == OLD


def test_what_a_killed_process_left_is_removed_by_the_next_run(path):
    child(path, "SIG_DFL")
    left = [name for name in os.listdir(path.parent) if name.endswith(".tmp")]
    assert len(left) == 1
    (path.parent / left[0].replace(left[0].split("-")[2], str(os.getpid()))).touch()  # of a run that goes on
    (path.parent / ".jaxlint-00000000-1-x.tmp").touch()  # of another machine
    remove_leftovers([str(path.parent)])
    kept = [name for name in os.listdir(path.parent) if name.endswith(".tmp")]
    assert len(kept) == 2
    assert left[0] not in kept


@pytest.mark.parametrize("exchanges", [True, False])
def test_a_process_killed_before_the_last_step_leaves_the_original(path, exchanges):
    steps = (
        "import os\nimport jaxlint.engine.write as writer\nos.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)"
    )
    steps += f"\nwriter.exchange = {'os.replace' if exchanges else 'lambda *_: False'}"
    code = CHILD.replace("old =", f"{steps}\nold =")
    code = code.replace("4096", "resource.RLIM_INFINITY")
    assert subprocess.run([sys.executable, "-c", code, str(path), "SIG_DFL"]).returncode == -9
    assert path.read_text() == OLD
