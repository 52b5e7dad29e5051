"""A recursion that runs out of room is an error of Python's, and never the end of the process."""

import subprocess
import sys
import textwrap

import pytest

from jaxlint.syntax.parse import NotParsed, parse
from jaxlint.text.source import Source

ENDLESS = {
    "plain": "def go():\n    go()",
    "through a builtin": "def go():\n    any(go() for _ in [0])",
    "through sorted": "def go():\n    sorted([1, 2], key=lambda _: go())",
    "through an attribute": "class A:\n    def __getattr__(self, name): return getattr(A(), name)\ngo = lambda: A().x",
    "through a special method": "class A:\n    def __eq__(self, other): return [A()] == [other]\ngo = lambda: A() == 1",
}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the limit is lower, and the stack what it is")
@pytest.mark.parametrize("code", ENDLESS.values(), ids=ENDLESS.keys())
@pytest.mark.parametrize("limits", ["ulimit -S -s 8192", "ulimit -s 8192"], ids=["soft", "hard"])
def test_the_process_lives(code, limits):
    program = f"from jaxlint.tracing.running.room import make_room\nmake_room()\n{textwrap.dedent(code)}\n"
    program += "try:\n    go()\nexcept RecursionError:\n    print('caught')\n"
    command = f"{limits} && exec {sys.executable} -"
    done = subprocess.run(["bash", "-c", command], input=program, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "caught\n")


def test_how_deep_a_text_may_be_does_not_depend_on_who_reads_it(monkeypatch):
    """Nor on the limit that holds, nor on the calls around."""
    source = Source("deep.py", "x" + ".a" * 8000)
    answers = []

    def ask(depth):
        if depth:
            return ask(depth - 1)
        try:
            return answers.append(bool(parse(source)))
        except NotParsed:
            return answers.append(False)

    before = sys.getrecursionlimit()
    try:
        for limit in (1000, 5000, 100_000):
            sys.setrecursionlimit(limit)
            for depth in (0, 400):
                ask(depth)
                assert sys.getrecursionlimit() == limit
    finally:
        sys.setrecursionlimit(before)
    assert len(set(answers)) == 1
