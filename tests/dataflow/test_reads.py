"""Where what a place holds is read first once a call is done, and which other names hold it."""

import ast

import pytest

from jaxlint.dataflow.copies import other_names
from jaxlint.dataflow.reads import FOUND, GOES_ON, place_of, reads_after
from jaxlint.syntax.parse import parse
from jaxlint.text.source import Source


def _given(body):
    """The function, and its call of ``give``."""
    text = "def f(x, self, p):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    module = parse(Source("f.py", text))
    function = module.tree.body[0]
    call = next(n for n in ast.walk(function) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "give")
    return module, function, call


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("give(x)\nprint(x)\nprint(x)", [2]),
        ("give(x)\nprint(x.shape)\nprint(x)", [3]),
        ("x = give(x)\nprint(x)", []),
        ("y = give(x)\ndel x\nx = y\nprint(x)", []),
        ("if p:\n    give(x)\n    x = 1\nprint(x)", []),
        ("if p:\n    give(x)\nelse:\n    print(x)\nprint(x)", [5]),
        ("if p:\n    give(x)\n    return p\nprint(x)", []),
        ("for q in p:\n    give(x)", [2]),
        ("for x in p:\n    give(x)", []),
        ("for q in p:\n    print(x)\n    give(x)", [2]),
        ("for q in p:\n    give(x)\n    break\nprint(x)", [4]),
        ("try:\n    give(x)\nexcept p:\n    print(x)", []),
        ("give(self.x)\nprint(self.y, self.x)", [2]),
        ("give(self.x)\nself.x = 1\nprint(self.x)", []),
        ("give(self.x)\nself.renew()\nprint(self.x)", []),
        ("give(self.x)\np(self)\nprint(self.x)", []),
        ("give(self.x)\nself = p\nprint(self.x)", []),
        ('give(x["a"])\nprint(x["b"])\nprint(x["a"])', [3]),
        ('give(x)\nx["a"] = 1\nprint(x)', []),
        ("give(x)\ng = lambda: x", []),
    ],
)
def test_reads_after(body, lines):
    module, function, call = _given(body)

    def ask(node):
        return GOES_ON if getattr(module.parents[node], "attr", "") == "shape" else FOUND

    found = reads_after(module, function, call, place_of(call.args[0]), ask)
    assert [node.lineno - 1 for node in found] == lines


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("y = x\ngive(x)", {"y": True}),
        ("y = x\ngive(y)", {"x": True}),
        ("y = z = p()\ngive(y)", {"z": True}),
        ("y = x\nz = y\ngive(z)", {"y": True, "x": True}),
        ("y = x\ny = 1\ngive(x)", {}),
        ("y = x\nx = 1\ngive(x)", {}),
        ("if p:\n    y = x\nelse:\n    y = 1\ngive(x)", {"y": False}),
        ("y = x\nfor q in p:\n    x = give(x)", {"y": False}),
        ("y = x + 1\ngive(x)", {}),
        ("give(x)\ny = x", {}),
    ],
)
def test_other_names(body, names):
    module, function, call = _given(body)
    assert other_names(module, function, call.args[0]) == names
