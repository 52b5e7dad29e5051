"""The files beside the code: settings, ignored patterns, requirements, notebooks, kept answers."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Outcome, Request
from jaxlint.settings.keys import KEYS
from tools.fuzz.linting import faults

if TYPE_CHECKING:
    from tools.fuzz.trials import Trial

BAD = "import jax\nimport jax.numpy as jnp\n\n\n@jax.jit\ndef f(x):\n    print(x)\n    return x[x > 0].sum()\n"
_VALUES = (
    '"x" "" "ALL" "JAX1" "jax" "**/*.py" "!" "[z-a]" "\\\\" "../.." "/" "*a*a*a*a*a*a*a*b" ">=0.4.30" "0.0" ".." '
    '"error" "json" true false 0 -1 1e9 2026-11-23 [] [[]] ["x", 1] {} {x="y"} {"*"=["JAX101"]} {"!"="error"} inf nan'
).split(" ")
_PARTS = [
    "*",
    "**",
    "?",
    "[",
    "]",
    "!",
    "a",
    "b",
    "/",
    "\\",
    "#",
    " ",
    "-",
    "[!a]",
    "[a-z]",
    "\t",
    "{a,b}",
    "é",
    "\0",
    "..",
]
_NAMES = ["jax", "jaxlib", "JAX", "jax[cuda12]", "jax @ file:x", "flax", "-r requirements.txt", "-e .", "jax=", "#"]
_BOUNDS = ["==", ">=", "<", "~=", "!=", "===", ",", ";", " ", "0.4.30", "0.10", "1e9", "9" * 40, "*", "!", "["]
_MANIFESTS = (
    "requirements.txt setup.cfg setup.py pyproject.toml uv.lock poetry.lock pdm.lock pixi.lock environment.yml"
    " conda-lock.yml meta.yaml Pipfile"
).split()


def _asked(**asked: object) -> list[str]:
    """What is wrong with the answer about the file in the working directory; that it is found is certain."""
    outcome = run(Request(["."], cache=None, **asked))  # type: ignore[arg-type]
    return faults(outcome)


def _written(name: str, data: bytes) -> list[str]:
    """With this file beside the code."""
    for left in os.listdir(os.curdir):
        shutil.rmtree(left) if os.path.isdir(left) else os.unlink(left)
    Path("code.py").write_text(BAD)
    os.mkdir(".git")
    Path(name).write_bytes(data)
    return _asked()


def settings(source: random.Random, _: list[str]) -> Iterator[Trial]:
    names = [*KEYS, "nothing", "extend", "tool", "[x]", '"a b"']
    while True:
        name = source.choice(("jaxlint.toml", "pyproject.toml"))
        rows = [f"{source.choice(names)} = {source.choice(_VALUES)}" for _ in range(source.randint(1, 4))]
        text = ("[tool.jaxlint]\n" if name == "pyproject.toml" else "") + "\n".join(rows) + "\n"
        data = damaged(source, text.encode()) if source.random() < 0.3 else text.encode()
        yield name, data, partial(_written, name, data)


def ignores(source: random.Random, _: list[str]) -> Iterator[Trial]:
    while True:
        rows = ["".join(source.choices(_PARTS, k=source.randint(0, 30))) for _ in range(source.randint(1, 5))]
        data = "\n".join(rows).encode()
        if source.random() < 0.5:
            yield ".gitignore", data, partial(_written, ".gitignore", data)
        else:
            text = f"extend-exclude = {json.dumps(rows)}\nper-file-ignores = {{ {json.dumps(rows[0])} = ['ALL'] }}\n"
            yield "jaxlint.toml", text.encode(), partial(_written, "jaxlint.toml", text.encode())


def requirements(source: random.Random, _: list[str]) -> Iterator[Trial]:
    while True:
        name = source.choice(_MANIFESTS)
        rows = [source.choice(_NAMES) + "".join(source.choices(_BOUNDS, k=source.randint(0, 5))) for _ in range(4)]
        frames = {
            "pyproject.toml": "[project]\nname = 'x'\ndependencies = " + json.dumps(rows),
            "setup.py": f"from setuptools import setup\nsetup(install_requires={rows!r})",
            "setup.cfg": "[options]\ninstall_requires =\n    " + "\n    ".join(rows),
            "environment.yml": "dependencies:\n" + "".join(f"  - {row}\n" for row in rows),
        }
        text = frames.get(name) or "\n".join(rows)
        data = damaged(source, text.encode()) if source.random() < 0.3 else text.encode()
        yield name, data, partial(_written, name, data)


def notebooks(source: random.Random, paths: list[str]) -> Iterator[Trial]:
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": BAD.splitlines(True)}
    magic = {**cell, "source": ["%%time\n", "!ls {x}\n", "y = %timeit f(1)\n", "f?\n"]}
    book = {"cells": [cell, magic, {"cell_type": "markdown", "metadata": {}, "source": "text"}, cell], "metadata": {}}
    given = [Path(path).read_bytes() for path in paths]
    texts = given or [json.dumps({**book, "nbformat": 4, "nbformat_minor": 5}, indent=1).encode()]
    while True:
        data = damaged(source, source.choice(texts))
        yield "a notebook", data, partial(_notebook, data)


def _notebook(data: bytes) -> list[str]:
    outcome = run(Request(["book.ipynb"], stdin=data, fix=True, unsafe=True, isolated_files=True))
    return faults(outcome)


def cache(source: random.Random, _: list[str]) -> Iterator[Trial]:
    """The findings with a damaged store are those without one."""
    while True:
        yield "a store", b"", partial(_with_damaged_store, source.random())


def _with_damaged_store(seed: float) -> list[str]:
    source = random.Random(seed)
    if not os.path.exists("kept"):
        _written("helper.py", BAD.replace("f(x)", "g(x)").encode())
        run(Request(["."], cache=os.path.abspath("kept")))
    sound = _told(run(Request(["."])))
    for path in sorted(path for path in Path("kept").rglob("*") if path.is_file()):
        path.write_bytes(damaged(source, path.read_bytes()))
    outcome = run(Request(["."], cache=os.path.abspath("kept")))
    return faults(outcome) + ([] if _told(outcome) == sound else ["other findings than without the store"])


def _told(outcome: Outcome) -> list[tuple[object, ...]]:
    return [(one.location.path, one.location.line, one.code, one.message) for one in outcome.diagnostics]


def damaged(source: random.Random, data: bytes) -> bytes:
    """Bytes changed, cut, doubled, put in."""
    changed = bytearray(data)
    for _ in range(source.randint(1, 4)):
        if not changed:
            return bytes(changed)
        at, length = source.randrange(len(changed)), source.choice((1, 1, 2, 10, 100, 1000))
        action = source.randrange(5)
        if action == 0:
            changed[at] = source.randrange(256)
        elif action == 1:
            del changed[at : at + length]
        elif action == 2:
            changed[at:at] = changed[at : at + length]
        elif action == 3:
            changed[at:at] = source.choice((b"\0", b"\xff\xfe", b'"', b"{", b"[" * 50, b"\r", b"\n", "é".encode()))
        else:
            del changed[at:]
    return bytes(changed)
