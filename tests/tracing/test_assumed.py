"""assume-traced: functions that nobody jits in view, run as if somebody did."""

from __future__ import annotations

import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.program import trace
from jaxlint.tracing.running.interpreter import ROOT_BODIES, Interpreter

HEAD = "import jax\nimport jax.numpy as jnp\n"


def events(text: str, everything: bool = True) -> list[tuple[str, int]]:
    project = Project(None, lambda path: everything)
    project.add(Source("library.py", HEAD + text))
    return [(event.kind, event.node.lineno) for event in trace(project).events]


@pytest.mark.parametrize(
    "text",
    [
        "def f(x: jax.Array):\n    return x if x.sum() > 0 else -x\n",
        "def f(x):\n    return x if x.sum() > 0 else -x\n",
        "def f(x, n):\n    y = x[:, None]\n    return y if y[0] > 0 else -y\n",
        "def f(x):\n    if jnp.sum(x) > 0:\n        return x\n    return -x\n",
    ],
    ids=["annotated", "method", "index", "reduced"],
)
def test_what_is_used_as_an_array_is_traced(text):
    assert [kind for kind, _ in events(text)] == ["truth-test"]
    assert events(text, everything=False) == []


@pytest.mark.parametrize(
    "text",
    [
        "def f(x, scale: float):\n    return x if scale == 1.0 else x * scale\n",
        "def f(x, n: int):\n    return [x for _ in range(n)]\n",
        "def f(x, scale):\n    return x if scale == 1.0 else x * scale\n",
        "def f(x, period):\n    if period < 1:\n        raise ValueError\n    return jnp.sin(x)\n",
        "def f(x, flag=False):\n    return x if flag else -x\n",
        "def f(x, axis):\n    return tuple(i for i in range(x.ndim) if i != axis)\n",
    ],
    ids=["float", "int", "compared", "checked", "default", "axis"],
)
def test_what_may_be_a_setting_is_not(text):
    assert events(text) == []


def test_a_comment_is_taken_at_its_word():
    text = "# jaxlint: traced(static: n)\ndef f(scale, n):\n    return scale if scale == 1.0 else n\n"
    assert [kind for kind, _ in events(text, everything=False)] == ["truth-test"]
    assert events(text.replace("static: n", "static: n, scale"), everything=False) == []


@pytest.mark.parametrize("caller", ["a.py", "z.py"])
def test_a_caller_counts_wherever_it_stands(caller, tmp_path):
    texts = {
        "library.py": "def choose(x):\n    return 1 if x else 2\n",
        caller: "from library import choose\n\n@jax.jit\ndef f(x):\n    return choose(jnp.sin(x))\n",
    }
    project = Project(str(tmp_path), lambda path: path.endswith("library.py"))
    for name, text in texts.items():
        (tmp_path / name).write_text(HEAD + text)
        project.add(Source(str(tmp_path / name), HEAD + text))
    assert [event.kind for event in trace(project).events] == ["truth-test"]


def _costly(name: str) -> str:
    """Each function calls the next one twice, on values of another shape each time."""
    levels = [
        f"def _{name}{n}(x, tag: str):\n    return _{name}{n - 1}(x, tag + 'a{n}') + _{name}{n - 1}(x, tag + 'b{n}')\n"
        for n in range(1, 25)
    ]
    first = f"def _{name}0(x, tag: str):\n    return x + 1\n"
    return first + "".join(levels) + f"def {name}(x: jax.Array):\n    return _{name}24(x, '')\n"


@pytest.mark.slow
def test_what_a_file_costs_where_all_is_taken_to_be_traced_is_bounded(monkeypatch):
    step, count = Interpreter.begin_one, 0

    def counted(self: Interpreter) -> None:
        nonlocal count
        count += 1
        step(self)

    monkeypatch.setattr(Interpreter, "begin_one", counted)
    project = Project(None, lambda path: True)
    project.add(Source("library.py", HEAD + "".join(map(_costly, "abcdefgh"))))
    program = trace(project)
    assert ("library.py: what is taken to be traced", "budget spent") in program.gave_up
    assert count < 4 * ROOT_BODIES
