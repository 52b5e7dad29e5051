"""The traced program as a whole: budgets, recursion, deep nesting, order, the chain of calls, the number of steps."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing import program as tracing
from jaxlint.tracing.program import Program, trace
from jaxlint.tracing.running.environment import ModuleFrames
from jaxlint.tracing.running.interpreter import CALL_DEPTH, ROOT_BODIES, Interpreter
from tests.needs import interpreted

ROOT = Path(__file__).parents[2]
HEAD = "from functools import partial\nimport jax\nimport jax.numpy as jnp\n"
HAZARD = "\n@jax.jit\ndef bad(x):\n    if x.sum() > 0:\n        return x\n    return -x\n"


def traced(text: str) -> Program:
    project = Project(str(ROOT))
    project.add(Source("program.py", HEAD + text))
    return trace(project)


def kinds(program: Program) -> list[str]:
    return [event.kind for event in program.events]


def steps_of(monkeypatch: pytest.MonkeyPatch, text: str) -> int:
    """How many statements were run in all."""
    count = 0
    step = Interpreter.begin_one

    def counted(self: Interpreter) -> None:
        nonlocal count
        count += 1
        step(self)

    monkeypatch.setattr(Interpreter, "begin_one", counted)
    traced(text)
    monkeypatch.setattr(Interpreter, "begin_one", step)
    return count


def exploding(levels: int) -> str:
    """Each function calls the next one twice, on values of another shape each time: 2 ** levels runs."""
    functions = ["def f0(x, tag):\n    return x\n"]
    for level in range(1, levels):
        functions.append(
            f"def f{level}(x, tag):\n"
            f"    a = f{level - 1}(x, tag + 'a{level}')\n"
            f"    b = f{level - 1}(x, tag + 'b{level}')\n"
            "    return a + b\n"
        )
    return "\n".join(functions) + f"\n@jax.jit\ndef root(x):\n    return f{levels - 1}(x, '')\n"


def test_what_explodes_is_given_up_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    program = traced(exploding(25) + HAZARD)
    assert any("program.py" in where and why == "budget spent" for where, why in program.gave_up)
    assert kinds(program) == ["truth-test"]  # the next root has a budget of its own
    assert steps_of(monkeypatch, exploding(25)) <= 3 * ROOT_BODIES


def test_what_was_given_up_before_leaves_the_tests_their_own_budget() -> None:
    marked = "\nimport unittest\ndef marked():\n    return lambda cls: cls\n"
    case = "\n@marked()\nclass Case(unittest.TestCase):\n    def test_it(self):\n        root(1.0)\n"
    project = Project(str(ROOT))
    for name in ("test_one.py", "test_two.py"):
        project.add(Source(name, HEAD + exploding(12) + marked + case))
    program = trace(project)
    assert program.problems == []
    assert program.gave_up


def test_a_program_within_its_budget_is_not_counted() -> None:
    assert traced(exploding(5) + HAZARD).gave_up == []


@pytest.mark.parametrize(
    "text",
    [
        "@partial(jax.jit, static_argnums=1)\ndef f(x, n=3):\n    return x if n == 0 else f(x * 2, n - 1)\n",
        "def even(x):\n    return odd(x + 1)\n\ndef odd(x):\n    return even(x * 2)\n\nrun = jax.jit(even)\n",
        "def f(x):\n    return f([x, x])\n\nrun = jax.jit(f)\n",
        "class A:\n    def __call__(self, x):\n        return self(x) + self.again(x)\n"
        "    @property\n    def again(self):\n        return self.again\n\nrun = jax.jit(A())\n",
        "def f(x):\n    return jax.vmap(f)(x)\n\nrun = jax.jit(f)\n",
    ],
    ids=["itself", "each other", "growing", "property", "transform"],
)
def test_recursion_ends(text: str) -> None:
    assert kinds(traced(text + HAZARD)) == ["truth-test"]


def test_a_hazard_behind_recursion_is_met() -> None:
    text = (
        "def f(x, n):\n    if n == 0:\n        return float(x)\n    return f(x, n - 1)\n\n"
        "run = jax.jit(f, static_argnums=1)\n"
    )
    program = traced(text + "\n@jax.jit\ndef root(x):\n    return f(x, 1)\n")
    assert kinds(program) == ["concretized"]


@pytest.mark.parametrize(
    "expression",
    [
        " + ".join(["x"] * 2000),
        "(" * 90 + "x" + " + 1)" * 90,
        "[" * 90 + "x" + "]" * 90,
        "jnp.sin(" * 90 + "x" + ")" * 90,
        "x" + ".T" * 2000,
        " < ".join(["1"] * 2000),
        " or ".join(["None"] * 2000),
    ],
    ids=["terms", "parentheses", "lists", "calls", "attributes", "chain", "or"],
)
def test_deep_expressions_are_survived(expression: str) -> None:
    program = traced(f"@jax.jit\ndef deep(x):\n    return {expression}\n" + HAZARD)
    assert kinds(program) == ["truth-test"]


def test_deep_statements_are_survived() -> None:
    elifs = "".join(f"    elif n == {number}:\n        x = x + {number}\n" for number in range(1, 900))
    text = f"@jax.jit\ndef deep(x, n='no'):\n    if n == 0:\n        pass\n{elifs}    return x\n"
    assert kinds(traced(text + HAZARD)) == ["truth-test"]


def test_calls_deeper_than_the_limit_are_unknown() -> None:
    def chain(length: int) -> str:
        calls = "".join(f"def f{n}(x):\n    return f{n + 1}(x)\n" for n in range(length))
        return calls + f"def f{length}(x):\n    return float(x)\n\nrun = jax.jit(f0)\n"

    assert kinds(traced(chain(CALL_DEPTH // 2))) == ["concretized"]
    deep = traced(chain(CALL_DEPTH * 2))
    assert kinds(deep) == []
    assert [why for _, why in deep.gave_up] == ["too many calls inside calls"]


ORDER = """
import sys
from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.program import trace
project = Project(sys.argv[1])
for path in sys.argv[2:]:
    project.add(Source(path, open(path).read()))
for event in trace(project).events:
    steps = event.value.origin.steps() if hasattr(event.value, "origin") else []
    chain = " > ".join(f"{step.text}@{step.module.path}" for step in steps)
    print(event.kind, event.module.path, event.node.lineno, event.node.col_offset, event.point.stage, chain)
"""


@pytest.mark.slow
def test_the_same_events_whatever_the_hash_seed() -> None:
    folder = ROOT / "fixtures"
    paths = [*sorted(folder.glob("control_flow/*.py")), *sorted(folder.glob("projects/src_layout/**/*.py"))]
    command = [sys.executable, "-c", ORDER, str(folder), *map(str, paths)]
    outputs = set()
    for seed in range(4):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)}
        outputs.add(subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout)
    assert len(outputs) == 1
    assert outputs.pop().count("\n") > 10


def test_two_runs_of_one_project_agree() -> None:
    project = Project(str(ROOT))
    project.add(Source("program.py", HEAD + HAZARD))
    first, second = trace(project), trace(project)
    assert [event.node for event in first.events] == [event.node for event in second.events] != []


def test_the_chain_of_three_calls() -> None:
    text = """
def third(z):
    return z.item()

def second(y):
    return third(y * 2)

def first(x):
    return second(x + 1)

step = jax.jit(first)
"""
    (event,) = traced(text).events
    steps = event.value.origin.steps()
    assert [step.text for step in steps] == [
        "`x` is an argument of `first`, traced by `jax.jit`",
        "passed as `y` to `second`",
        "passed as `z` to `third`",
    ]
    assert [step.node.lineno - HEAD.count("\n") for step in steps] == [11, 9, 6]


PASSED = ["`k` is an argument of `second`, traced by `jax.jit`", "passed as `n` to `helper`"]
STAGED = ["`second` runs under `jax.jit`", "every JAX operation is traced here, even on constants"]


@pytest.mark.parametrize(
    ("body", "taken", "steps"),
    [
        ("n * 2", "", PASSED),
        ("(n * 2, n)", "[0]", PASSED),
        ("jnp.round(n)", "", PASSED),
        ("jnp.ones(3).sum()", "", STAGED),
    ],
)
@pytest.mark.parametrize("sizes", [(7, 7), (2, 3, 4, 7)], ids=["exactly", "roughly"])
def test_what_memory_answers_follows_from_the_call_that_asks(
    body: str, taken: str, steps: list[str], sizes: tuple[int, ...]
) -> None:
    *others, last = sizes
    text = f"def helper(n):\n    return {body}\n"
    for size in others:
        text += f"@jax.jit\ndef first{size}(n: jax.Array):\n    return helper(n.reshape({size})){taken}\n"
    text += f"@jax.jit\ndef second(k: jax.Array):\n    return int(helper(k.reshape({last})){taken})\n"
    (event,) = traced(text).events
    assert [step.text for step in event.value.origin.steps()] == steps


def test_numbers_drawn_once_say_by_which_transform() -> None:
    text = "import numpy as np\ndef noise():\n    return np.random.normal()\n"
    (event,) = traced(text + "@jax.jit\ndef step(x):\n    return x + noise()\n").events
    assert [step.text for step in event.related] == ["`step` runs under `jax.jit`"]


@interpreted
def test_only_modules_that_name_jax_are_run(monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(str(ROOT))
    project.add(Source("plain.py", "def f(x):\n    return float(x)\n"))
    interpreters: list[Interpreter] = []
    run = tracing.run

    def kept(interpreter: Interpreter, paths: list[str], progress: None) -> None:
        interpreters.append(interpreter)
        run(interpreter, paths, progress)

    monkeypatch.setattr(tracing, "run", kept)
    assert trace(project).events == []
    assert interpreters[0].part(ModuleFrames) == {}


@pytest.mark.parametrize(
    "unit",
    [
        "\n@jax.jit\ndef f{n}(x):\n    y = x + 1\n    for i in range(3):\n        y = y * 2\n    return y\n",
        "\ndef helper{n}(x, flag):\n    if flag:\n        return x\n    return x + 1\n\n"
        "@jax.jit\ndef f{n}(x):\n    return helper{n}(x, True) + helper{n}(x, False)\n",
        "\nclass C{n}:\n    def __init__(self, k):\n        self.k = k\n\n    def __call__(self, x):\n"
        "        return x * self.k\n\nrun{n} = jax.jit(C{n}(3))\n",
    ],
    ids=["functions", "helpers", "classes"],
)
def test_steps_grow_with_the_text(monkeypatch: pytest.MonkeyPatch, unit: str) -> None:
    few = steps_of(monkeypatch, "".join(unit.format(n=n) for n in range(20)))
    many = steps_of(monkeypatch, "".join(unit.format(n=n) for n in range(80)))
    assert 0 < many <= 4.4 * few


def test_steps_of_one_helper_do_not_grow_with_its_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a helper gave on values of one kind is remembered."""
    helper = "def helper(x, k):\n" + "".join(f"    x = x + k * {n}\n" for n in range(50)) + "    return x\n"

    def calls(count: int) -> str:
        body = "".join(f"    x = helper(x, {n})\n" for n in range(count))
        return helper + f"\n@jax.jit\ndef root(x):\n{body}    return x\n"

    few, many = steps_of(monkeypatch, calls(5)), steps_of(monkeypatch, calls(100))
    assert many - few < 3 * 95


def test_a_call_of_a_jitted_method_is_evidence_in_a_function_that_nobody_calls() -> None:
    method = "\nclass Model:\n    @partial(jax.jit, static_argnums=0)\n    def f(self, x, m):\n        return x[m]\n"
    call = "\ndef example():\n    return Model().f(jnp.ones(4), jnp.ones(4, bool))\n"
    assert kinds(traced(method)) == []
    assert kinds(traced(method + call)) == ["mask-index"]


def test_other_compilers_get_no_tracer() -> None:
    text = "import numba, unseen\n@numba.njit(cache=True)\ndef signed(x):\n    return x if x > 0 else -x\n"
    assert kinds(traced(text + "@jax.jit\ndef f(x):\n    return signed(x)\n")) == []
    assert kinds(traced(text.replace("numba.njit", "unseen.njit") + "@jax.jit\ndef f(x):\n    return signed(x)\n"))


def scripts(root: Path, count: int) -> Project:
    """Each of them calls one heavy function of a library with a function of its own."""
    heavy = "def heavy(f):\n    for i in range(3):\n" + "        f(i)\n" * 300 + "    return jax.jit(f)\n"
    files = {"library.py": HEAD + heavy}
    for number in range(count):
        files[f"script{number}.py"] = f"import jax\nfrom library import heavy\nheavy(lambda v: v)\n{HAZARD}"
    project = Project(str(root))
    for name, text in files.items():
        (root / name).write_text(text)
        project.add(Source(str(root / name), text))
    return project


def test_a_function_that_many_scripts_call_runs_few_bodies_for_each_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, step = [0], Interpreter.begin_one

    def counted(self: Interpreter) -> None:
        taken[0] += 1
        step(self)

    monkeypatch.setattr(Interpreter, "begin_one", counted)
    program = trace(scripts(tmp_path, 20))
    assert taken[0] < 20 * 10  # it has 300 calls in a loop
    assert kinds(program) == ["truth-test"] * 20  # of the scripts nothing is lost


HASHED = """
from jax import lax
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Entity:
    pos: jax.Array
    name: str
{hash}
    def moved(self, pos):
        with jdc.copy_and_mutate(self) as new:
            new.pos = pos
        return new


class World:
    @partial(jax.jit, static_argnames=["self"])
    def step(self, entities):
        forces = {{e: jnp.zeros(2) for e in entities}}
        return [e.moved(e.pos + forces[e]) for e in entities], None


def simulate(pos):
    world = World()
    entities = [Entity(pos, "a"), Entity(pos, "b")]

    def body(entities_, _):
        entities_, _ = world.step(entities_)
        return entities_, None

    entities, _ = lax.scan(body, entities, length=3)
    entities, _ = world.step(entities)
    return entities[0].pos
"""


def test_a_pytree_may_have_a_hash_of_its_own() -> None:
    """Its class is decorated by a library that is not in view."""
    assert "concretized" in kinds(traced(HASHED.format(hash="")))
    assert "concretized" not in kinds(
        traced(HASHED.format(hash="    def __hash__(self):\n        return hash(self.name)\n"))
    )


def test_python_refuses_to_unpack_a_dict_of_more_keys() -> None:
    """What the names would hold is not known: the line after it is never run."""
    text = "def f(x):\n    _, second = {keys}\n    return jax.vmap(lambda a, b: b)(x, (x, second))\n"
    assert kinds(traced(text.format(keys="{'a': 1, 'b': 2}")))
    assert not kinds(traced(text.format(keys="{'a': 1, 'b': 2, 'c': 3}")))
