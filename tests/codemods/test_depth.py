"""What is nested so deep that libcst's parser would take the process with it is never given to it."""

import subprocess
import sys

import pytest

from jaxlint.codemods.concrete import NotRead, concrete
from tests.cli.command_line import jaxlint

MANY = 9000
SHAPES = {
    "and": " and ".join(["1"] * MANY),
    "or": " or ".join(["0"] * MANY),
    "plus": " + ".join(["1"] * MANY),
    "power": " ** ".join(["1"] * MANY),
    "minus": "-" * MANY + "1",
    "not": "not " * MANY + "1",
    "calls": "f" + "()" * MANY,
    "attributes": "f" + ".a" * MANY,
    "subscripts": "f" + "[0]" * MANY,
    "lambda": "lambda: " * MANY + "1",
    "conditional": "1 if 1 else " * MANY + "1",
    "clauses": "[1 " + "for i in () " * MANY + "]",
    "tests": "[1 for i in () " + "if i " * MANY + "]",
    "texts": " ".join(["'a'"] * MANY),
    "f-strings": " ".join(["f'{1}'"] * MANY),
    "fields": "f'" + "{1}" * MANY + "'",
    "mixed": " ".join(["'a'", "f'{1}'"] * MANY),
    "comparison": " < ".join(["1"] * MANY),
    "arguments": "f(" + ", ".join(["1"] * MANY) + ")",
    "parentheses": "(" * 180 + "1" + ")" * 180,
    "brackets": "[" * 180 + "1" + "]" * 180,
    "calls in calls": "f(" * 180 + "1" + ")" * 180,
    "all of it": "[{1: (f(a=(" * 35 + "1" + ")))}]" * 35,
}
STATEMENTS = {
    "import": "import " + ".".join(["a"] * MANY),
    "from": "from " + ".".join(["a"] * MANY) + " import b",
    "targets": "a = " * MANY + "1",
    "elif": "if 0:\n        pass\n" + "    elif 0:\n        pass\n" * MANY,
    "annotation": "a: " + " | ".join(["int"] * MANY) + " = 1",
    "pattern": "match 1:\n        case " + " | ".join(["1"] * MANY) + ":\n            pass",
    "dotted pattern": "match 1:\n        case " + ".".join(["a"] * MANY) + ":\n            pass",
    "semicolons": "; ".join(["a = 1"] * MANY),
    "managers": "with " + ", ".join(["f()"] * MANY) + ":\n        pass",
    **{name: f"y = {text}" for name, text in SHAPES.items()},
}


@pytest.mark.slow
def test_the_process_lives(tmp_path):
    """Each beside a finding whose fix has to read it."""
    for name, statement in STATEMENTS.items():
        body = f"    print(x)\n    {statement}\n    return x.item()\n"
        (tmp_path / f"{name}.py").write_text(f"import jax\n\n\n@jax.jit\ndef f(x):\n{body}")
    (tmp_path / "other.py").write_text("import jax\n\n\n@jax.jit\ndef f(x):\n    print(x)\n")
    done = jaxlint("--diff", "--unsafe-fixes", ".", cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    refused = {
        line.removeprefix("error: ").partition(".py")[0] for line in done.stderr.splitlines() if line[:6] == "error:"
    }
    assert refused < STATEMENTS.keys()
    assert "+    jax.debug.print" in done.stdout


def test_new_source_that_is_too_deep(tmp_path):
    """What a recipe writes is deeper than what was there."""
    test = " or ".join(["x"] * 300)
    text = f"import jax\n\n\n@jax.jit\ndef f(x):\n    if {test}:\n        x = x + 1\n    return x\n"
    (tmp_path / "deep.py").write_text(text)
    assert jaxlint("--diff", "--unsafe-fixes", "--select", "JAX301", ".", cwd=tmp_path).returncode in (0, 1)


@pytest.mark.parametrize("name", ["and", "plus", "attributes", "clauses", "texts", "mixed", "brackets", "all of it"])
def test_the_limit_is_far_from_where_libcst_dies(name):
    """As deep as may be, on a stack of a fourth of the usual size."""
    texts = [SHAPES[name], *_shorter(name)]
    code = (
        "import resource, sys\nfrom jaxlint.codemods.concrete import concrete, NotRead\n"
        "for text in eval(sys.stdin.read()):\n    try:\n        concrete(text)\n    except NotRead:\n        pass\n"
    )
    command = f"ulimit -s 2048; exec {sys.executable} -c '{code}'"
    done = subprocess.run(["bash", "-c", command], input=repr(texts), text=True, capture_output=True)
    assert done.returncode == 0, done.stderr


def _shorter(name):
    whole = SHAPES[name]
    joint = {"and": " and ", "plus": " + ", "texts": " ", "mixed": " ", "attributes": "."}.get(name)
    if joint is None:
        return []
    return [joint.join(whole.split(joint)[:count]) for count in (100, 140, 148, 149, 150, 151, 200)]


def test_long_texts_are_not_deep():
    assert concrete('"""' + "it's " * 500 + '"""\n')
    assert concrete("x = " + repr("it's " * 500 + '"') + "\n")
    with pytest.raises(NotRead):
        concrete("x = " + SHAPES["mixed"] + "\n")
