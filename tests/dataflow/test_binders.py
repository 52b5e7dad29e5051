"""What binds a name, and whose name it is: as Python's own compiler says."""

import ast
import symtable
import sys

import pytest

from jaxlint.syntax.binders import names_bound, own_nodes

# Statements of a function's body.
BODIES = [
    "match p:\n    case (a, *b):\n        pass",
    "match p:\n    case {'k': a, **b}:\n        pass",
    "match p:\n    case C(x=a) | D(a) as b:\n        pass",
    "try:\n    a = 1\nexcept* E as b:\n    pass",
    "try:\n    pass\nexcept E as a:\n    b = 1",
    "a = 1\ndel a",
    "[q for q in f()]",
    "[(a := q) for q in f()]",
    "[[(a := r) for r in q] for q in f()]",
    "{q: (lambda r: (s := r)) for q in f()}",
    "while (a := f()):\n    pass",
    "with f() as (a, [b, *c]):\n    pass",
    "import a.b.c, d as e\nfrom f import g, h as i",
    "def a(x=(b := 1)):\n    c = 1",
    "@(a := f)\nclass b((c := object)):\n    d = 1",
    "lambda a, *b, c=(d := 1): e",
    "a: int = 1\nb: int",
    "a += 1\nb[0] = 1\nc.d = 1",
    "for a, (b, c[0]) in f():\n    pass\nelse:\n    d = 1",
    "async def a():\n    async for b in f():\n        pass",
]


@pytest.mark.parametrize("body", BODIES)
def test_a_function_binds_what_the_compiler_says(body):
    text = "def f(p, *rest, k=1, **named):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    function = ast.parse(text).body[0]
    table = symtable.symtable(text, "f.py", "exec").get_children()[0]
    expected = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_local()}
    if sys.version_info >= (3, 12):  # which counts the names of comprehensions, and keeps them apart all the same
        targets = [one.target for one in ast.walk(function) if isinstance(one, ast.comprehension)]
        expected -= {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    assert set(names_bound(own_nodes(function))) == expected


def test_names_come_in_source_order_and_once():
    assert names_bound(ast.parse("b = a = 1\nif b:\n    c = b\nb = 2").body) == ["b", "a", "c"]
