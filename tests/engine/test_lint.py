"""One bad file costs only itself."""

import _ast
import gc

import pytest

from jaxlint.engine.lint import Linter
from jaxlint.engine.request import Request
from jaxlint.engine.select import Selection
from jaxlint.settings.model import Settings
from jaxlint.text.source import Source
from jaxlint.tracing import program
from jaxlint.tracing.running.evaluate import EVALUATORS

BAD = "import jax\n\n@jax.jit\ndef f(x):\n    return x.item()\n"


@pytest.fixture
def linter():
    return Linter(Settings("/"), Selection(Settings("/"), Request(["."])))


def sources(**texts):
    return {f"{name}.py": Source(f"{name}.py", text) for name, text in texts.items()}


def break_tracer(monkeypatch, error):
    """The tracer fails wherever it comes by a name that is called boom."""

    def raising(frame, node):
        if node.id == "boom":
            raise error
        return whole(frame, node)

    whole = EVALUATORS[_ast.Name]
    monkeypatch.setitem(EVALUATORS, _ast.Name, raising)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (KeyError("a\nb"), "boom.py:1: internal error in the tracer (KeyError: 'a\\nb'); please report it"),
        (RecursionError(), "boom.py:1: nested too deep for the tracer"),
    ],
)
def test_a_tracer_that_fails(linter, monkeypatch, error, message):
    break_tracer(monkeypatch, error)
    found = linter(sources(boom="x = boom\n" + BAD, bad=BAD))
    assert [(item.code, item.location.path) for item in found] == [("JAX201", "bad.py"), ("JAX201", "boom.py")]
    assert [str(problem) for problem in linter.problems] == [message]


def test_a_file_that_is_no_python(linter):
    found = linter(sources(a="x = (\n", bad=BAD))
    assert len(found) == 1
    linter(sources(a="x = (\n", bad="x = 1\n"))
    assert len(linter.problems) == 1  # told once, however often it is asked


def test_no_tree_is_kept_of_a_file_that_has_nothing_to_do_with_jax(linter):
    linter(sources(bad=BAD, plain="import csv\nimport other\n", other="x = 1\n"))
    assert [*linter.project.modules] == ["bad.py"]


def test_such_a_file_must_be_python_all_the_same(linter):
    assert linter(sources(plain="x = (\n", other="x = 1\n")) == []
    assert len(linter.problems) == 1
    assert linter.project.run == ["other.py"]  # what a cache may keep an answer of


def test_the_same_texts_are_traced_once(linter, monkeypatch):
    texts = sources(bad=BAD)
    first = linter(texts)
    monkeypatch.setattr(program, "trace", lambda project: pytest.fail("traced again"))
    assert linter(dict(texts)) == first


def test_the_collector_is_on_again_afterwards(linter, monkeypatch):
    break_tracer(monkeypatch, SystemExit())
    with pytest.raises(SystemExit):
        linter(sources(boom=BAD + "x = boom\n"))
    assert gc.isenabled()
