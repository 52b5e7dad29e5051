"""Which scope a name belongs to, and what binds it there."""

import ast

import pytest

from jaxlint.dataflow.scopes import binding_of, reads_of, scope_of
from jaxlint.syntax.module import Module
from jaxlint.text.source import Source

CASES = {
    "def f(x):\n    return READ": ("Module", 0),
    "def f(READ):\n    return READ": ("FunctionDef", 1),
    "import a.b as READ\nREAD": ("Module", 1),
    "import READ.b\nREAD": ("Module", 1),
    "READ = 1\ndef f():\n    global READ\n    READ = 2\n    return READ": ("Module", 2),
    "def f():\n    READ = 1\n    def g():\n        nonlocal READ\n        READ = 2\n        return READ": (
        "FunctionDef",
        2,
    ),
    "READ = 1\n[READ for READ in x]": ("ListComp", 1),
    "def f():\n    [(READ := y) for y in x]\n    return READ": ("FunctionDef", 1),
    "READ = 1\n[x for READ in READ]": ("Module", 1),
    "READ = 1\ndef f(READ=READ):\n    return 2": ("Module", 1),
    "def f(x):\n    match x:\n        case [*READ]:\n            return READ": ("FunctionDef", 1),
}


@pytest.mark.parametrize("text", CASES)
def test_a_read_belongs_to_the_scope_that_binds_it(text):
    tree = ast.parse(text)
    module = Module(Source("file.py", text), tree)
    reads = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    read = next(node for node in reads if node.id == "READ")
    kind, count = CASES[text]
    scope = scope_of(module, read, "READ")
    binding = binding_of(module, read)
    assert type(scope).__name__ == kind
    assert len(binding.nodes if binding else []) == count
    assert read in reads_of(module, scope, "READ")
