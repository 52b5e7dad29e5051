"""What is found does not depend on the order of definitions, nor on the names of files."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.program import trace

HEAD = "import jax\nimport jax.numpy as jnp\n"
# Module-level names first; then functions that know each other by name alone.
PROGRAMS = {
    "settings": (
        'CFG = {"n": 3}\n',
        'def setup(key):\n    CFG["n"] = jax.random.normal(key, ())\n',
        '@jax.jit\ndef read(x):\n    if CFG["n"] > 0:\n        return x\n    return -x\n',
        '@jax.jit\ndef check(x):\n    if "m" in CFG:\n        return x if x > 0 else -x\n    return x\n',
    ),
    "memory": (
        "SEEN = []\nLAST = None\n",
        "def count():\n    return len(SEEN)\n",
        "@jax.jit\ndef note(x):\n    SEEN.append(x)\n    return x\n",
        "@jax.jit\ndef first(x):\n    if count() and SEEN[0] > 0:\n        return x\n    return -x\n",
        "def reset():\n    global LAST\n    LAST = jnp.ones(3)\n",
        "@jax.jit\ndef last(x):\n    return x if LAST is None or x.sum() > 0 else x + LAST\n",
    ),
    "callers": (
        "",
        "def clip(x, low):\n    return low if x < low else x\n",
        "@jax.jit\ndef far(x):\n    return clip(x, 0)\n",
        "def near():\n    return clip(3, 0)\n",
        "@jax.jit\ndef both(x):\n    return clip(x, x)\n",
    ),
    "fields": (
        "class Net:\n    def __init__(self, act, n):\n        self.act, self.n = act, n\n\n"
        "    def __call__(self, x):\n        return self.act(x) if x.sum() > self.n else x\n",
        "def hard(x):\n    return x if x > 0 else 0\n",
        "@jax.jit\ndef run(x):\n    return Net(hard, 1)(x)\n",
        "def make():\n    return Net(jnp.tanh, 2)\n",
        "@jax.jit\ndef other(x):\n    net = make()\n    return net(x)\n",
    ),
}


def found(folder: Path, texts: dict[str, str]) -> set[tuple[str, str]]:
    """Kinds of events, with the source that each is about."""
    folder.mkdir()
    project = Project(str(folder))
    for name, text in texts.items():
        (folder / name).write_text(text)
        project.add(Source(str(folder / name), text))
    return {(event.kind, event.module.source.segment(event.node)) for event in trace(project).events}


@pytest.mark.parametrize("name", PROGRAMS)
def test_definitions(name, tmp_path):
    first, *functions = PROGRAMS[name]
    orders = [HEAD + first + "".join(order) for order in permutations(functions)]
    answers = [found(tmp_path / str(number), {"main.py": text}) for number, text in enumerate(orders)]
    assert answers[0]
    assert all(answer == answers[0] for answer in answers)


def test_what_one_function_writes_is_not_there_for_another(tmp_path):
    """Nobody in view calls ``setup``, and whether anybody does before ``read`` is not known."""
    assert found(tmp_path / "one", {"main.py": HEAD + "".join(PROGRAMS["settings"])}) == {("truth-test", "x > 0")}


@pytest.mark.parametrize("name", PROGRAMS)
def test_files(name, tmp_path):
    """Each function in a file of its own, that imports all others when it is called."""
    first, *functions = PROGRAMS[name]
    answers = []
    for number, order in enumerate(permutations("abcdefgh"[: len(functions)])):
        homes = dict(zip(order, functions, strict=True))
        names = {text.split("def ")[1].split("(")[0]: home for home, text in homes.items()}
        used = {
            other: [one for one in names if one != own and f"{one}(" in homes[other]] for own, other in names.items()
        }
        texts = {"shared.py": HEAD + first}
        for home, text in homes.items():
            imports = "".join(f"from {names[one]} import {one}\n" for one in used[home])
            texts[f"{home}.py"] = f"{HEAD}from shared import *\nimport shared\n{imports}{text}"
        answers.append(found(tmp_path / str(number), dict(sorted(texts.items()))))
    assert answers[0]
    assert all(answer == answers[0] for answer in answers)
