"""What is left alone, and what placing costs."""

import os
import subprocess
import sys
import time

import pytest

from jaxlint.codemods.place import place
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.codemods.segment import stretch
from jaxlint.syntax.parse import parse
from jaxlint.text.source import Source
from tests.codemods.workbench import mended, module, named, with_expression


def test_files_with_lone_carriage_returns_get_no_fix() -> None:
    assert with_expression("x = 1\ry = OLD\r", "n") is None
    assert with_expression("x = 1\r\ny = OLD\rz = 3\r\n", "n") is None


def test_a_character_that_the_file_cannot_hold_gets_no_fix() -> None:
    tree = parse(Source("x.py", "# coding: latin-1\nx = OLD\n", "latin-1"))
    assert place(tree, Rewrite("safe", "s", [Replace(named(tree), "'é'")])) is not None
    assert place(tree, Rewrite("safe", "s", [Replace(named(tree), "'→'")])) is None


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 150 + "OLD" + ")" * 150 + "\n",
        "x = " + "-" * 2000 + "OLD\n",
        "x = " + " + ".join(["OLD"] + ["a"] * 2000) + "\n",
        "x = " + "lambda: " * 150 + "OLD\n",
        "x = OLD" + ".a" * 900 + "\n",
        "if a:\n  b\n" + "elif a:\n  b\n" * 900 + "elif OLD:\n  b\n",
    ],
)
def test_what_is_nested_too_deep_for_libcst_gets_a_fix_or_none_but_no_crash(text: str) -> None:
    assert with_expression(text, "n") in (None, text.replace("OLD", "n"), "x = n\n")  # by black, without parentheses


def test_deep_code_elsewhere_does_not_matter() -> None:
    text = "x = " + "-" * 2000 + "a\ndef f():\n    return OLD\n"
    assert with_expression(text, "n") == text.replace("OLD", "n")


def test_nothing_to_replace_is_no_fix() -> None:
    assert place(module("x\n"), Rewrite("safe", "s", [])) is None


def test_what_python_reads_and_libcst_does_not_gets_no_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    import libcst

    def refuse(text: str) -> libcst.Module:
        raise libcst.ParserSyntaxError("no", lines=[text], raw_line=1, raw_column=0)

    monkeypatch.setattr(libcst, "parse_module", refuse)
    assert with_expression("def f():\n    return OLD # planted\n", "n") is None


@pytest.mark.parametrize("text", ["# ü\n\n\ndef f(x):\n    '''ü\n    '''\n    é = OLD\n", "x\t=\tOLD  ;y\n\\\n\nz\n"])
def test_everything_else_is_kept_to_the_byte(text: str) -> None:
    assert with_expression(text, "n") == text.replace("OLD", "n")


def test_the_door_does_not_load_libcst() -> None:
    code = "import sys, jaxlint.codemods.place, jaxlint.engine.mend; print('libcst' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=os.getcwd())
    assert done.stdout.strip() == "False"


def test_the_cost_is_that_of_the_function_not_of_the_file() -> None:
    function = "def f{0}(x):\n    y = x + {0}\n    return [y, g(y, k='é')]\n\n\n"
    text = "".join(function.format(number) for number in range(1500))
    tree = module(text + "def last(x):\n    return OLD\n")
    tree.parents  # noqa: B018  built once for all fixes
    mended(module("OLD\n"), [Replace(named(module("OLD\n")), "n")])  # loads libcst
    before = time.process_time()
    node = named(tree)
    found = time.process_time()
    assert place(tree, Rewrite("safe", "s", [Replace(node, "n")])) is not None
    assert time.process_time() - found < max(0.1, 2 * (found - before))


def test_the_cost_is_that_of_the_statement_not_of_the_file() -> None:
    """Of a function of any length, libcst parses the statement around the expression."""
    lines = [f"    value = g(OLD{number}, k='é')\n" for number in range(100)]
    tree = module("def f():\n" + "".join(lines))
    expression = named(tree, "OLD50")
    first, last = stretch(tree, [expression]) or (None, None)
    assert first is last is tree.statement_of(expression)
