"""An edit of a body is run on what the body was given; who called it is run again only where it does something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.knowledge.interest import interest_of
from jaxlint.server.places import KnownPlaces
from jaxlint.syntax.parse import parse
from jaxlint.text.source import Source
from jaxlint.tracing.running.execute import EXECUTORS

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable
    from pathlib import Path

HELPERS = """
import jax
import jax.numpy as jnp


class Box:
    def __init__(self, x):
        self.x = x
        self.kept = None

    def give(self):
        held = self.x
        return held


def fill(box, x):
    size = 3
    box.n = size
    return x


def choose(one, two):
    first = one
    return first


def draw(key):
    number = 1.0
    return jax.random.normal(key) * number


def shape_of(x):
    n = x.shape[0]
    return n


def checked(x):
    if x is None:
        raise ValueError("none")
    return x


def adds(held, x):
    held.append(1)
    return x


def maker(scale):
    offset = 2

    def inner(x):
        return x * scale

    return inner


def counts():
    total = 0

    def more(x):
        nonlocal total
        total = 1
        return x

    more(1)
    return total


def proves(x):
    y = x
    return y


def often(x):
    n = 1
    return padded(x, n)


def padded(x, n):
    return jnp.zeros(n) + x


class Named:
    def __init__(self, step):
        self.step = step


def stepped(named, x):
    y = x
    return y


CFG = {"n": 1}


def reads():
    kept = 0
    return kept


def maybe(x, fast=True):
    if fast:
        return x
    return None
"""
USER = """
import jax
import jax.numpy as jnp

from helpers import CFG, Box, Named, adds, checked, choose, counts, draw, fill
from helpers import maker, maybe, often, padded, proves, reads, shape_of, stepped


@jax.jit
def objects(x, y):
    box = Box(x)
    fill(box, y)
    held = []
    adds(held, y)
    if box.n > 2 and held[0] and choose(1, y) and box.give() is not None:
        return x
    return y


@jax.jit
def keys(key):
    one = draw(key)
    return one + jax.random.uniform(jax.random.fold_in(key, 1))


@jax.jit
def sizes(x):
    if shape_of(x) > 2 and counts() and checked(1) and maybe(1):
        return maker(3)(x)
    return proves(x)


@jax.jit
def many(x):
    for _ in range(6):
        x = padded(x, 2)
    return often(x) + padded(x, 4)


@jax.jit
def own(x):
    return stepped(Named(lambda y: float(y)), x)


@jax.jit
def last(x):
    CFG["n"] = x
    return reads()


many(jnp.ones(2))
own(1.0)
objects(jnp.ones(3), jnp.ones(3))
keys(jax.random.key(0))
sizes(jnp.ones(3))
"""
# A line of the helpers, and what takes its place.
EDITS = [
    ("        held = self.x\n", "        held = self.x\n        spare = held\n"),
    ("        self.kept = None\n", "        self.kept = x\n"),
    ("        self.kept = None\n", "        self.kept = None\n        x + 1\n"),
    ("    size = 3\n", "    size = 3\n    spare = size\n"),
    ("    size = 3\n", "    size = x\n"),
    ("    box.n = size\n", "    pass\n"),
    ("    first = one\n", "    first = two\n"),
    ("    first = one\n", "    first = one\n    float(two)\n"),
    ("    number = 1.0\n", "    number = 2.0\n"),
    ("    number = 1.0\n", "    number = jax.random.normal(key)\n"),
    ("    number = 1.0\n", "    number = 1.0\n    key = jax.random.key(1)\n"),
    ("    n = x.shape[0]\n", "    n = x[0]\n"),
    ("    n = x.shape[0]\n", "    n = 3\n"),
    ('        raise ValueError("none")\n', "        x = 1\n"),
    ("    if x is None:\n", "    if x is not None:\n"),
    ("    held.append(1)\n", "    held.append(x)\n"),
    ("    held.append(1)\n", "    held.append(1)\n    held.append(x)\n"),
    ("        return x * scale\n", "        return x * scale + 1\n"),
    ("        return x * scale\n", "        return float(x)\n"),
    ("    offset = 2\n", "    scale = 2\n"),
    ("    offset = 2\n", "    offset = 3\n"),
    ("        total = 1\n", "        total = x\n"),
    ("        total = 1\n", "        total = 1\n        spare = x\n"),
    ("    y = x\n", "    y = x + 1\n"),
    ("    y = x\n", "    y = x\n    print(y)\n"),
    ("    y = x\n", "    y = x\n    fill(Box(y), y)\n"),
    ("    y = x\n", "    y = x\n    return 1 if y > 0 else 2\n"),
    ("    n = 1\n", "    n = 1\n    spare = n\n"),
    ("    n = 1\n", "    n = 5\n"),
    ("    n = 1\n", "    n = x\n"),
    ("    y = x\n    return y\n\n\nCFG", "    y = named.step(x)\n    return y\n\n\nCFG"),
    ("    y = x\n    return y\n\n\nCFG", "    y = x\n    named.step(1)\n    return y\n\n\nCFG"),
    ("    kept = 0\n", '    kept = 0\n    float(CFG["n"])\n'),
    ("    kept = 0\n", '    kept = 0\n    if CFG["n"] > 0:\n        pass\n'),
    ("    if fast:\n", "    if not fast:\n"),
    ("        return x\n    return None\n", "        return x + 0\n    return None\n"),
]
NOTHING = [0, 3, 8, 20, 22]  # of these edits, those after which no caller has to be run again


def files(folder: Path) -> dict[str, Source]:
    (folder / "pyproject.toml").write_text("[project]\nname = 'net'\nversion = '0'\n")
    texts = {"helpers.py": HELPERS, "user.py": USER}
    for name, text in texts.items():
        (folder / name).write_text(text)
    return {str(folder / name): Source(str(folder / name), text) for name, text in texts.items()}


def found(sources: dict[str, Source], places: KnownPlaces) -> list[str]:
    outcome = run(Request(list(sources), select=("ALL",), buffers=dict(sources), places=places))
    assert list(map(str, outcome.problems)) == []
    return [
        repr(
            (
                one.sort_key(),
                one.message,
                [(step.message, step.location and step.location.sort_key()) for step in one.related],
            )
        )
        for one in outcome.diagnostics
    ]


@pytest.mark.parametrize(("line", "instead"), EDITS)
def test_findings_after_an_edit_and_back_are_those_of_a_new_run(tmp_path: Path, line: str, instead: str) -> None:
    sources, places = files(tmp_path), KnownPlaces()
    path = str(tmp_path / "helpers.py")
    before = found(sources, places)
    assert HELPERS.count(line) >= 1
    for text in (HELPERS.replace(line, instead, 1), HELPERS, HELPERS.replace(line, instead, 1)):
        sources[path] = Source(path, text)
        assert found(sources, places) == found(sources, KnownPlaces())
    assert before == found(files(tmp_path), KnownPlaces())


def counted(monkeypatch: pytest.MonkeyPatch, kind: type[ast.AST]) -> list[int]:
    """Lines on which a statement of this kind is run from here on."""
    lines: list[int] = []
    run_one: Callable[..., bool] = EXECUTORS[kind]

    def noted(frame: object, node: ast.stmt) -> bool:
        lines.append(node.lineno)
        return run_one(frame, node)

    monkeypatch.setitem(EXECUTORS, kind, noted)
    return lines


@pytest.mark.parametrize("number", NOTHING)
def test_callers_of_what_does_the_same_are_not_run(
    tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ast

    sources, places = files(tmp_path), KnownPlaces()
    found(sources, places)
    line, instead = EDITS[number]
    path = str(tmp_path / "helpers.py")
    sources[path] = Source(path, HELPERS.replace(line, instead, 1))
    ifs = counted(monkeypatch, ast.If)
    found(sources, places)
    assert ifs == []  # all callers have one


@pytest.mark.parametrize("callers", [4, 8])
def test_an_edit_costs_what_the_body_costs(tmp_path: Path, callers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is done around it."""
    import ast

    one = "import jax\nfrom helpers import choose\n\n\n@jax.jit\ndef f(x):\n{}    return choose(x, 1)\n"
    around = "".join(f"    x = x + {number}\n" for number in range(30))
    sources = files(tmp_path)
    for number in range(callers):
        path = str(tmp_path / f"caller_{number}.py")
        sources[path] = Source(path, one.format(around))
        (tmp_path / f"caller_{number}.py").write_text(one.format(around))
    places = KnownPlaces()
    found(sources, places)
    path = str(tmp_path / "helpers.py")
    sources[path] = Source(path, HELPERS.replace("    first = one\n", "    first = one\n    spare = 1\n"))
    lines = counted(monkeypatch, ast.Assign)
    found(sources, places)
    assert 0 < len(lines) <= 2 * 2 * (callers + 1)  # as it was and as it is, two statements at most


@pytest.mark.parametrize(
    ("before", "after", "is_same"),
    [
        ("def f(x):\n    return x\n", "def f(x):\n    y = 1\n    return x\n", True),
        ("def f(x):\n    return x\n", "def f(x):\n    # so\n\n    return x\n", True),
        ("def f(x):\n    return x\n", "def f(x):\n" + "    y = 1\n" * 6 + "    return x\n", False),
        ("def f(x):\n    return x\n", "def f(x):\n    yield x\n", False),
        ("def f(x):\n    return x\n", "def f(x):\n    return jax.jit(x)\n", False),
        ("def f(x):\n    return x\n", "def f(x):\n    import jax\n    return x\n", False),
        ("def f(key):\n    g(key)\n", "def f(key):\n    g(key)\n    g(key)\n", False),
        ("def f(x):\n    x = jnp.ones(3)\n", "def f(x):\n    x = jnp.ones(3)\n    x[0] = 1\n", False),
    ],
)
def test_what_callers_ask_of_a_text(before: str, after: str, is_same: bool) -> None:
    interest = interest_of(parse(Source("one.py", "import jax\nimport jax.numpy as jnp\n"), "one", False))
    assert (interest.of_text(before) == interest.of_text(after)) is is_same
