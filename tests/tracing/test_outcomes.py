"""A call that is given what another one was given comes to the same, with its own objects, keys and evidence."""

from __future__ import annotations

import inspect
import traceback
from typing import Any

import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.functions import functions
from jaxlint.tracing.program import trace

HEAD = """
import jax
import jax.numpy as jnp


class Box:
    def __init__(self, x):
        self.x = x
        self.n = 1


def double(x):
    return jnp.sin(x) * 2


def fill(box, value):
    box.n = value


def sometimes(box, n):
    if n == 7:
        box.n = jnp.sin(n)
    return n


def same(box):
    return box


def pair(x):
    return Box(x), [x]


def prepare(box, n):
    box.x = jax.random.key(n)


def draw(keys):
    return jax.random.normal(keys[0])


def maybe(x):
    if x > 0:
        return x
    return -x


def parts(x):
    a, b = x
    return a + b
"""

# Each raises on JAX where it is marked, and nowhere else; of keys, where it checks that none is used again.
MARKED = {
    "what a call shows of its argument, the next one shows of its own": """
@jax.jit
def f(a, b):
    double(a)
    double(b)
    if b:  # here
        return a
    return b
""",
    "what a call writes to its object, the next one writes to its own": """
@jax.jit
def f(x):
    one, two = Box(x), Box(x)
    fill(one, 1)
    fill(two, 1)
    fill(two, x)
    if one.n:
        x = x + 1
    if two.n:  # here
        return x
    return -x
""",
    "each call gives the object that it is given": """
@jax.jit
def f(x):
    one, two = Box(1), Box(1)
    same(one)
    same(two).n = x
    if one.n:
        x = x + 1
    if two.n:  # here
        return x
    return -x
""",
    "each call gives new objects": """
@jax.jit
def f(x):
    (one, first), (two, second) = pair(x), pair(x)
    two.n = x
    second.append(x)
    if one.n and len(first) == 1:
        x = x + 1
    if two.n:  # here
        return x
    return -x
""",
    "a call uses the key that it is given in a list": """
def f(key):
    one, two = jax.random.split(key)
    return draw([one]) + draw([two]) + draw([two])  # here
""",
    "each call makes a new key": """
def f(key):
    for n in (5, 6, 7):
        prepare(Box(key), n)
    one, two = Box(key), Box(key)
    prepare(one, 8)
    prepare(two, 9)
    return draw([one.x]) + draw([two.x]) + draw([two.x])  # here
""",
    "a call in a try answers none that stands outside of it": """
@jax.jit
def f(x):
    x = jnp.sin(x)
    try:
        maybe(x)
    except TypeError:
        pass
    return maybe(x)  # through
""",
    "what some calls of a kind have written, others may have left": """
@jax.jit
def f(x):
    kept, box = Box(1), Box(1)
    for n in (5, 6, 7):
        sometimes(Box(1), n)
    sometimes(box, 8)
    if box.n:
        x = x + 1
    kept.n = x
    if kept.n:  # here
        return x
    return -x
""",
    "a call on other shapes is run for itself": """
@jax.jit
def f():
    return parts(jnp.ones(2)) + parts(jnp.ones(3))  # inside
""",
    "a call on the same shapes keeps them": """
@jax.jit
def f():
    one, two = double(jnp.ones(3)), double(jnp.ones(3))
    a, b = two  # here
    return one + a + b
""",
}


def found(text: str) -> list[tuple[str, str]]:
    source = Source("program.py", HEAD + text)
    project = Project("/")
    project.add(source)
    program = trace(project)
    assert program.problems == []
    return [(event.kind, source.line(event.node.lineno)) for event in program.events]


@pytest.mark.parametrize("name", MARKED)
def test_the_marked_lines_are_found(name: str) -> None:
    lines = [line for _, line in found(MARKED[name])]
    expected = [line for line in MARKED[name].splitlines() if line.endswith("# here")]
    expected += ["    a, b = x"] * ("# inside" in MARKED[name]) + ["    if x > 0:"] * ("# through" in MARKED[name])
    assert sorted(lines) == sorted(expected)


@pytest.mark.parametrize("count", [2, 4, 8])
def test_a_body_is_run_once_for_all_that_are_given_the_same(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    runs, run = [], functions.run_body
    monkeypatch.setattr(functions, "run_body", lambda frame, node: runs.append(node) or run(frame, node))
    calls = "".join(
        f"    box{number} = Box(x)\n    fill(box{number}, double(box{number}.x))\n" for number in range(count)
    )
    assert found(f"@jax.jit\ndef f(x):\n{calls}    return x\n") == []
    assert len(runs) == 9  # however many: on what is not known, from the body of the module, and here


@pytest.mark.parametrize("count", [20, 40, 80])
def test_a_body_that_writes_to_a_list_of_its_module_is_not_run_for_each_call(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs, run = [], functions.run_body
    monkeypatch.setattr(functions, "run_body", lambda frame, node: runs.append(node) or run(frame, node))
    head = "SEEN = []\n\ndef note(n):\n    SEEN.append(n)\n    return n\n\n"
    calls = "    note(1)\n" * count
    assert found(f"{head}@jax.jit\ndef f(x):\n{calls}    return x\n") == []
    assert len(runs) < 30


@pytest.mark.slow
@pytest.mark.parametrize("name", MARKED)
def test_jax_raises_there(name: str) -> None:
    import jax

    text, names = HEAD + MARKED[name], dict[str, Any]()
    exec(compile(text, "program.py", "exec"), names)
    parameters = inspect.signature(names["f"]).parameters
    given = [jax.random.key(0) if one == "key" else jax.numpy.ones(()) for one in parameters]
    with jax.debug_key_reuse("key" in parameters), pytest.raises(Exception) as raised:  # noqa: PT011  which one, varies
        names["f"](*given)
    rows = [
        text.splitlines()[one.lineno - 1] for one in traceback.extract_tb(raised.tb) if one.filename == "program.py"
    ]
    assert any(row.endswith(("# here", "# through", "# inside")) for row in rows)
