"""The monitor, the comparison, and what they say together of a package about which jaxlint is wrong in known ways."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import AnyShape, Aval
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Sequence, Static, Traced
from tools.reality.__main__ import main
from tools.reality.claims import claims
from tools.reality.compare import compare
from tools.reality.match import mismatch
from tools.reality.places import Place, Scope, places
from tools.reality.seen import Seen, describe, follow, from_json, to_json
from tools.reality.store import Store, read

pytestmark = pytest.mark.slow

SAMPLE = Path(__file__).parent / "sample"
HERE = Path(__file__).parents[3]


@pytest.fixture(scope="module", params=["", "1"], ids=["default", "settrace"])
def seen(request, tmp_path_factory):
    out = tmp_path_factory.mktemp("seen")
    package = tmp_path_factory.mktemp("package") / "sample"
    shutil.copytree(SAMPLE, package)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tools.reality.plugin", "-p", "no:cacheprovider", "-o"]
    command += [
        "addopts=",
        "--reality-root",
        ".",
        "--reality-out",
        str(out),
        "--reality-seconds",
        "600",
        "tiny_checks.py",
    ]
    env = {**os.environ, "PYTHONPATH": str(HERE), "REALITY_SETTRACE": request.param, "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(command, cwd=package, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return package, out


def test_names_what_is_wrong(seen):
    package, out = seen
    comparison = compare(claims(str(package)), read(map(str, out.glob("*.jsonl"))))
    found = {(one.place.scope.name, one.place.text, one.context, one.cause) for one in comparison.disagreements}
    assert found == {
        ("norm", "result", "abstract", "traced, and it is a Python int"),
        ("padded", "size", "abstract", "a static int, and it is a tracer"),
    }
    assert {context: count["agree"] for context, count in comparison.tally.items() if context != "eager"} == {
        "abstract": 6,  # x and square of norm, x of padded, y and scale.factor and scale of inside
        "vmap": 1,
        "grad": 1,
    }


def test_page_and_table(seen, tmp_path, capsys):
    package, out = seen
    assert main(["compare", str(package), str(out), "--output", str(tmp_path / "page.md")]) == 0
    page = (tmp_path / "page.md").read_text()
    assert "### We say traced, and it is a Python int: 1 names, 1 lines" in page
    assert "- tiny.py:24 `result` in `norm`: we say `traced ?[]`, it is `int 25` [abstract]" in page
    assert main(["table", str(tmp_path / "page.json")]) == 0
    assert "| sample | 10 | 10 | 2 | 0 | 80.0 % | 0 % | 0 % |" in capsys.readouterr().out


def test_a_call_that_no_test_makes_proves_nothing(seen, tmp_path):
    package, out = seen
    (package / "unused.py").write_text("import jax\nimport tiny\n\nstep = jax.jit(lambda x: tiny.Scale(x))\n")
    (package / "more.py").write_text("import jax\n\nimport tiny\n\n\ndef never(f):\n    return jax.jit(tiny.rows)(f)\n")
    try:
        comparison = compare(claims(str(package)), read(map(str, out.glob("*.jsonl"))))
    finally:
        (package / "unused.py").unlink()
        (package / "more.py").unlink()
    assert {one.place.scope.name for one in comparison.disagreements} == {"norm", "padded"}


TEXT = """
@deco(outer)
def f(x, self, default=outer):
    y = [z.a for z in x.b]
    return self.a.b + (w := x) + w + f(1).c + (lambda q: q + y)(2)
"""


def test_places():
    found = {(place.scope, place.line, place.text) for place, _ in places(ast.parse(TEXT))}
    f, inner = Scope("f", 2), Scope("<lambda>", 5)
    assert found == {
        *((f, 4, text) for text in ("x", "x.b")),
        *((f, 5, text) for text in ("self", "self.a", "self.a.b", "x", "f")),
        *((inner, 5, text) for text in ("q", "y")),
    }


class Plain:
    constant = 3

    def __init__(self):
        self.own = [1, 2.0]

    @property
    def loud(self):
        raise AssertionError("a property must not run")


def test_follow():
    assert follow(Plain(), ["own"]) == ([1, 2.0], True)
    assert follow(Plain(), ["constant"]) == (3, True)
    assert follow(Plain(), ["loud"]) == (None, False)
    assert follow(Plain(), ["absent"]) == (None, False)
    assert follow([1], ["append"]) == (None, False)


def test_describe_comes_back_from_json():
    for value in (1, True, "x" * 100, None, [1, (2.0,)], {"a": 1, 2: [3]}, Plain(), len, ast, 3j, slice(1)):
        seen = describe(value)
        assert from_json(to_json(seen)) == seen
    assert str(describe({"a": (1, 2.5)})) == "dict('a': tuple(int 1, float 2.5))"


def test_describe_arrays():
    jax = pytest.importorskip("jax")
    np = pytest.importorskip("numpy")
    assert str(describe(jax.numpy.ones(3))) == "array float32[3]"
    assert str(describe(np.zeros((2, 2), bool))) == "numpy bool[2,2]"
    assert describe(np.float32(2)).kind == "numpy"
    assert describe(jax.random.key(0)).kind == "array"
    met = []
    jax.jit(jax.vmap(jax.grad(lambda x: (met.append(describe(x)), x.sum())[1])))(jax.numpy.ones((2, 3)))
    assert met[0].layers == ("grad", "vmap", "staged")
    assert met[0].shape == (3,)
    jax.grad(lambda x: (met.append(describe(x)), x)[1])(1.0)
    assert not met[1].abstract


FLOAT = Seen("tracer", ("staged",), "float32", (3, 4))
_TRACE = Origin("", None, None)


def traced(*shape, kind="f", **more):
    return Traced(Aval(kind, shape), _TRACE, **more)


@pytest.mark.parametrize(
    ("value", "seen", "cause"),
    [
        (UNKNOWN, FLOAT, None),
        (traced(3, 4), FLOAT, None),
        (Traced(Aval(None, AnyShape()), _TRACE), FLOAT, None),
        (traced(3), FLOAT, "of another rank"),
        (traced(3, 5), FLOAT, "of another size"),
        (traced(3, 4, kind="i"), FLOAT, "of kind i, and it is of kind f"),
        (traced(3, 4, concrete=True), FLOAT, "traced by grad alone, and it is abstract"),
        (traced(3, 4), Seen("tracer", ("grad",), "float32", (3, 4)), "abstract, and it is a tracer of grad alone"),
        (traced(3, 4), Seen("int", value="3"), "traced, and it is a Python int"),
        (traced(3, 4), Seen("array", (), "float32", (3, 4)), "traced, and it is a JAX array"),
        (traced(evidence=Evidence()), Seen("list", items=(FLOAT,), length=1), None),
        (traced(evidence=Evidence()), Seen("str", value="'a'"), "traced, or a pytree, and it is a Python str"),
        (traced(3, 4), Seen("ref", ("staged",), "float32", (3, 4)), "traced, and it is a Ref"),
        (traced(2, kind="k"), Seen("tracer", ("staged",), "uint32", (2,)), None),
        (Array(Aval("f", (3,)), numpy=True), Seen("numpy", (), "float64", (3,)), None),
        (Array(Aval("f", (3,))), Seen("numpy", (), "float64", (3,)), "a concrete JAX array, and it is a NumPy array"),
        (Array(Aval("f", (3, 4))), FLOAT, "a concrete JAX array, and it is a tracer"),
        (Const(3), Seen("int", value="3"), None),
        (Const(3), Seen("int", value="4"), "another int"),
        (Const(3), FLOAT, "a static int, and it is a tracer"),
        (Const(None), Seen("str", value="'a'"), "a static None, and it is a Python str"),
        (Static("int"), Seen("numpy", (), "int64", ()), None),
        (Static("int"), Seen("float", value="1.5"), "a static int, and it is a Python float"),
        (Sequence("list", [Const(1)]), Seen("tuple", length=0), "a Python list, and it is a Python tuple"),
        (Sequence("list", [Const(1)]), Seen("list", length=2), "a list of another length"),
        (
            Sequence("list", [Const(1)]),
            Seen("list", items=(FLOAT,), length=1),
            "holds what is a static int, and it is a tracer",
        ),
    ],
)
def test_mismatch(value, seen, cause):
    assert mismatch(value, seen) == cause


def test_several_processes_are_one(tmp_path):
    place = Place(Scope("f", 1), 2, "x")
    for name, value in (("a", 1), ("b", 2), ("c", 1)):
        store = Store()
        store("m.py", place, "eager", describe(value))
        store.write(str(tmp_path / name))
    merged = list(read([str(tmp_path / name) for name in "abc"]))
    assert merged == [("m.py", place, "eager", [describe(1), describe(2)])]
