"""Liveness, definite assignment and reaching definitions: checked against every path through small programs."""

import ast
import itertools
import random

import pytest

from jaxlint.dataflow.assignment import Assignment
from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.liveness import live_into


def _function(text):
    return ast.parse("def f(p, x):\n" + "".join(f"    {line}\n" for line in text.splitlines())).body[0]


def _reads(function, name):
    return [n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)]


def _lines(text, name="x"):
    """The lines that the definitions stand on which reach the last read; None for a name that is not bound yet."""
    function = _function(text)
    last = max(_reads(function, name), key=lambda node: node.lineno)
    found = flow_of(function).reaching.definitions(last)
    return None if found is None else {None if node is None else node.lineno - 1 for node in found}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x = 1\nprint(x)", {1}),
        ("if p:\n    x = 1\nprint(x)", {0, 2}),
        ("if p:\n    x = 1\nelse:\n    x = 2\nprint(x)", {2, 4}),
        ("while p:\n    x = 1\nprint(x)", {0, 2}),
        ("while True:\n    x = 1\n    if p:\n        break\nprint(x)", {2}),
        ("for x in p:\n    pass\nprint(x)", {0, 1}),
        ("for q in p:\n    print(x)\n    x = q", {0, 3}),
        ("for q in p:\n    x = 1\n    if q:\n        continue\n    x = 2\nprint(x)", {0, 2, 5}),
        ("for q in p:\n    x = 1\n    break\nelse:\n    x = 2\nprint(x)", {2, 5}),
        ("try:\n    x = 1\n    p()\n    x = 2\nexcept E:\n    print(x)", {0, 2, 4}),
        ("try:\n    x = 1\nfinally:\n    x = 2\nprint(x)", {4}),
        ("try:\n    x = p()\nexcept E as x:\n    pass\nprint(x)", {2, 3}),
        ("try:\n    x = 1\n    return\nfinally:\n    print(x)", {0, 2}),
        ("with p as x:\n    pass\nprint(x)", {1}),
        ("match p:\n    case [x]:\n        pass\n    case _:\n        x = 1\nprint(x)", {2, 5}),
        ("match p:\n    case [x] if x:\n        pass\nprint(x)", {0, 2}),
        ("del x\nprint(x)", {1}),
        ("x += 1\nprint(x)", {1}),
        ("print((x := 1) + x)", {1}),
        ("[x for x in p]\nprint(x)", {0}),
        ("[(x := q) for q in p]\nprint(x)", {1}),
        ("class A:\n    x = 1\nprint(x)", {0}),
        ("def x():\n    pass\nprint(x)", {1}),
        ("import x\nprint(x)", {1}),
        ("x: int\nprint(x)", {0}),
        ("return\nprint(x)", None),
        ("def g():\n    return x", None),  # it counts when g is called
        ("lambda: x", None),
    ],
)
def test_definitions_that_reach_a_read(text, lines):
    assert _lines(text) == lines


def test_a_name_that_may_not_be_bound_yet():
    assert _lines("if p:\n    y = 1\nprint(y)", "y") == {None, 2}


@pytest.mark.parametrize(
    ("body", "needed", "bound"),
    [
        ("a = b", {"b"}, {"a"}),
        ("if c:\n    a = 1\nelse:\n    a = 2", {"c"}, {"a"}),
        ("if c:\n    a = 1\nelse:\n    return", {"c"}, {"a"}),
        ("if c:\n    a = 1\nprint(a)", {"a", "c", "print"}, set()),
        ("while True:\n    a = 1\n    break\nprint(a)", {"print"}, {"a"}),
        ("try:\n    a = f()\nexcept* E as e:\n    a = 2\nb = a", {"f", "E"}, {"a", "b"}),
        ("match c:\n    case {'k': a, **r}:\n        b = r\n    case _:\n        b = a", {"c", "a"}, {"b"}),
        ("a = 1\ndel a", set(), set()),
        ("[(a := q) for q in c]\nb = a", {"c"}, {"a", "b"}),
        ("def g(x=d):\n    return y + z\ny = 1", {"d", "y", "z"}, {"g", "y"}),
        ("with c as (a, b):\n    d = a", {"c"}, {"a", "b", "d"}),
    ],
)
def test_what_statements_need_and_bind(body, needed, bound):
    found = Assignment(ast.parse(body).body)
    assert set(found.needed) == needed
    assert found.bound == bound


def test_statements_that_never_come_out_at_their_end():
    for body in ("return", "if c:\n    raise E\nelse:\n    return", "while True:\n    pass", "with c:\n    return"):
        assert not Assignment(ast.parse(body).body).comes_out
    for body in ("if c:\n    return", "while c:\n    return", "try:\n    return\nexcept E:\n    pass"):
        assert Assignment(ast.parse(body).body).comes_out


def test_what_an_iteration_has_to_be_given():
    body = ast.parse("if c:\n    a = b\nelse:\n    continue\nd = a").body
    assert live_into(body, ["a", "b", "d", "e"]) == {"a", "b", "d", "e"}
    assert live_into(ast.parse("a = b\nd = a").body, ["a", "d"]) == set()


# Random programs: each statement is run on every choice of branches, and what happened is compared.


def _random_block(rng, depth):
    lines = []
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(["set", "read", "if", "while", "jump", "try"]) if depth else rng.choice(["set", "read"])
        name = rng.choice("abc")
        if kind == "set":
            lines.append(f"{name} = mark({len(lines)})")
        elif kind == "read":
            lines.append(f"use({name})")
        elif kind == "jump":
            lines.append("if pick():\n    raise Error")
        else:
            head = {"if": "if pick():", "while": "while pick():", "try": "try:"}[kind]
            inner = "\n".join("    " + line for line in _random_block(rng, depth - 1).splitlines())
            tail = {"if": "else:", "while": "else:", "try": "except Error:"}[kind]
            other = "\n".join("    " + line for line in _random_block(rng, depth - 1).splitlines())
            lines.append(f"{head}\n{inner}\n{tail}\n{other}")
    return "\n".join(lines)


class Error(Exception):
    pass


class _Stop(Exception):
    pass


def _runs(function, text):
    """(line of the definition or None, line of the read) of all that was read, over many choices of branches."""
    tree = ast.parse(text)

    class Instrument(ast.NodeTransformer):
        def visit_Call(self, node):
            if isinstance(node.func, ast.Name) and node.func.id == "mark":
                return ast.copy_location(ast.Constant(node.lineno), node)
            if isinstance(node.func, ast.Name) and node.func.id == "use":
                name, line = node.args[0].id, node.lineno
                return ast.parse(f"seen.add(({line}, locals().get('{name}')))", mode="eval").body
            return node

    code = compile(ast.fix_missing_locations(Instrument().visit(tree)), "f.py", "exec")
    seen = set()
    for choices in itertools.product([False, True], repeat=7):
        rest = iter(choices)

        def pick(rest=rest):
            value = next(rest, None)
            if value is None:
                raise _Stop
            return value

        space = {"pick": pick, "seen": seen, "Error": Error}
        exec(code, space)
        try:
            space["f"]()
        except (Error, _Stop):
            pass
    return seen


@pytest.mark.parametrize("seed", range(150))
def test_random_programs_read_nothing_but_what_reaches(seed):
    body = _random_block(random.Random(seed), 3)
    text = "def f():\n" + "".join(f"    {line}\n" for line in body.splitlines())
    function = ast.parse(text).body[0]
    reaching = flow_of(function).reaching
    found = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in "abc" and isinstance(node.ctx, ast.Load):
            definitions = reaching.definitions(node)
            found[node.lineno] = {one and one.lineno for one in definitions or [None]}
    for line, defined in _runs(function, text):
        assert defined in found[line], (text, line)
