"""What may run after what, and what still holds by then: checked against every path through small programs."""

import ast
import itertools
import random

import pytest

from jaxlint.dataflow.available import is_available
from jaxlint.dataflow.order import loops_around, may_follow
from jaxlint.syntax.module import Module
from jaxlint.syntax.nodes import walk
from tests.dataflow.test_flow import Error, _random_block, _Stop


def _module(body):
    text = "def f(p, x):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    return Module(None, ast.parse(text))


def _call(module, name):
    """The one call of a function."""
    (found,) = [n for n in walk(module.tree) if isinstance(n, ast.Call) and getattr(n.func, "id", None) == name]
    return found


def _bindings(module, name):
    return [
        n for n in walk(module.tree) if isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load)
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("one()\ntwo()", True),
        ("two()\none()", False),
        ("two(one())", True),
        ("one() + two()", True),
        ("two() + one()", False),
        ("p[two()] = one()", True),  # the value comes first
        ("if p:\n    one()\nelse:\n    two()", False),
        ("if p:\n    one()\ntwo()", True),
        ("if p:\n    one()\n    return\ntwo()", False),
        ("one() if p else two()", False),
        ("two() if one() else p", True),
        ("match p:\n    case 1:\n        one()\n    case _:\n        two()", False),
        ("match p:\n    case 1:\n        one()\n        return\ntwo()", False),
        ("match one():\n    case 1:\n        two()", True),
        ("for q in p:\n    two()\n    one()", False),  # in the next iteration
        ("for q in p:\n    one()\n    break\ntwo()", True),
        ("for q in p:\n    one()\n    continue\ntwo()", True),
        ("for q in p:\n    if q:\n        one()\n        continue\n    two()", False),
        ("for q in p:\n    one()\n    break\nelse:\n    two()", False),
        ("for q in one():\n    two()", True),
        ("while one():\n    two()", True),
        ("while two():\n    one()", False),
        ("try:\n    one()\n    return\nexcept E:\n    pass\ntwo()", True),
        ("try:\n    one()\n    p()\n    return\nexcept E:\n    two()", True),
        ("try:\n    one()\n    return\nfinally:\n    two()", True),
        ("try:\n    p()\nexcept E:\n    one()\nexcept F:\n    two()", False),
        ("try:\n    p()\nexcept E:\n    one()\nelse:\n    two()", False),
        ("with p:\n    one()\n    return\ntwo()", False),
        ("one()\ntry:\n    raise E\nexcept E:\n    two()", True),
    ],
)
def test_may_follow(body, expected):
    module = _module(body)
    assert may_follow(module, _call(module, "one"), _call(module, "two")) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("one()\nx = 1\ntwo()", False),
        ("x = one()\ntwo()", False),
        ("one()\nx = two()", True),
        ("one()\nif p:\n    x = 1\ntwo()", True),
        ("one()\nif p:\n    x = 1\nelse:\n    x = 2\ntwo()", False),
        ("one()\nif p:\n    x = 1\nelse:\n    return\ntwo()", False),
        ("one()\nfor x in p:\n    two()", False),
        ("one()\nfor x in p:\n    pass\ntwo()", True),
        ("one()\nwith p as x:\n    two()", False),
        ("one()\nmatch p:\n    case 1:\n        x = 1\n    case _:\n        x = 2\ntwo()", False),
        ("try:\n    x = one()\nexcept E:\n    two()", True),
        ("one()\nprint(x := 1)\ntwo()", False),
    ],
)
def test_may_follow_past_no_binding(body, expected):
    module = _module(body)
    assert may_follow(module, _call(module, "one"), _call(module, "two"), _bindings(module, "x")) is expected


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("one()", 0),
        ("for q in p:\n    one()", 1),
        ("for q in one():\n    pass", 0),
        ("for q in p:\n    pass\nelse:\n    one()", 0),
        ("while one():\n    pass", 1),
        ("for q in p:\n    one()\n    break", 0),
        ("for q in p:\n    for r in q:\n        one()\n        break", 1),
        ("for q in p:\n    if q:\n        one()\n        return", 0),
        ("for q in p:\n    if q:\n        one()\n        continue\n    return", 1),
        ("for q in p:\n    try:\n        one()\n        raise E\n    except E:\n        pass", 1),
        ("for q in p:\n    match q:\n        case 1:\n            one()\n            break", 0),
        ("for q in p:\n    try:\n        one()\n    finally:\n        break", 0),
        ("[one() for q in p]", 1),
        ("[q for q in one()]", 0),
        ("[q for q in p if one()]", 1),
        ("[q for r in p for q in one()]", 1),
    ],
)
def test_loops_that_evaluate_again(body, count):
    module = _module(body)
    assert len(loops_around(module, _call(module, "one"))) == count


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("one(x)\ntwo()", True),
        ("one(x)\nx = 1\ntwo()", False),
        ("x = one(x)\ntwo()", False),
        ("one(x)\nx = two()", True),
        ("one(x)\nx += two()", True),
        ("one(x)\nfor q in p:\n    x = two()", False),  # from the second iteration on
        ("one(x)\nfor q in p:\n    two()\n    x = 1", False),
        ("for q in p:\n    one(x)\n    two()\n    x = 1", True),
        ("for q in p:\n    two()\n    one(x)\n    x = 1", False),
        ("for x in p:\n    two()\n    one(x)", False),
        ("for q in p:\n    one(x)\n    if q:\n        x = 1\n        continue\n    two()", True),
        ("if p:\n    one(x)\n    x = 1\n    return\ntwo()", True),
        ("one(x)\nif p:\n    x = 1\n    return\ntwo()", True),
        ("if p:\n    x = 1\n    one(x)\nelse:\n    x = 2\n    two()", False),  # either, with another value
        ("if p:\n    one(x)\nelse:\n    two()", True),
        ("try:\n    one(x)\n    x = 1\nexcept E:\n    two()", False),
        ("try:\n    one(x)\nfinally:\n    x = 1\ntwo()", False),
        ("one(x)\nmatch p:\n    case [x]:\n        pass\ntwo()", False),
        ("one(x)\nmatch p:\n    case [x]:\n        return\ntwo()", True),
        ("one(x)\nwith p as x:\n    two()", False),
        ("one(x)\ndel x\ntwo()", False),
        ("one(x)\n[x for x in two()]", True),
        ("one(x)\n[two() for x in p]", False),  # another x
        ("[(one(x), two()) for x in p]", True),
        ("one(x)\nprint(x := 1)\ntwo()", False),
        ("one(x)\nlambda: two()", True),
        ("one(x)\ng = lambda: two()\nx = 1", False),
        ("one(x)\ndef g():\n    nonlocal x\n    x = 1\ng()\ntwo()", False),
        ("one(x)\nclass A:\n    x = 1\ntwo()", True),
        ("one(x); x = 1; two()", False),
        ("x = 1; one(x); two()", True),
    ],
)
def test_is_available(body, expected):
    module = _module(body)
    assert is_available(module, {"x"}, _call(module, "one"), _call(module, "two")) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("one(x)\nx[0] = 1\ntwo()", False),
        ("x[0] = 1\none(x)\ntwo()", True),
        ("one(x)\nx[0] = two()", True),
        ("one(x)\nx.append(two(x))", True),
        ("x.append(one(x))\ntwo(x)", False),
        ("print(one(x), x.append(1), two(x))", False),
        ("one(x)\nif p:\n    x.append(1)\n    return\ntwo()", True),
        ("for q in p:\n    one(x)\n    two()\n    x[q] = 1", True),
        ("if p:\n    one(x)\nelse:\n    x[0] = 1\n    two()", False),
    ],
)
def test_what_is_written_in_place(body, expected):
    module = _module(body)
    stores = [n for n in walk(module.tree) if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store)]
    calls = [n for n in walk(module.tree) if isinstance(n, ast.Call) and getattr(n.func, "attr", "") == "append"]
    found = is_available(module, {"x"}, _call(module, "one"), _call(module, "two"), [*stores, *calls])
    assert found is expected


def test_statements_that_will_be_gone():
    module = _module("one(x)\nx = 1\ntwo()")
    gone = [module.tree.body[0].body[1]]
    assert is_available(module, {"x"}, _call(module, "one"), _call(module, "two"), gone=gone)


# Random programs: what happens on every choice of branches, one event after the other.


def _events(text):
    """For each run, the lines of its calls of `mark` and `use`, and whether it came to its end."""
    tree = ast.parse(text)

    class Instrument(ast.NodeTransformer):
        def visit_Call(self, node):
            if isinstance(node.func, ast.Name) and node.func.id in ("mark", "use"):
                return ast.parse(f"seen.append({node.lineno})", mode="eval").body
            return node

    code = compile(ast.fix_missing_locations(Instrument().visit(tree)), "f.py", "exec")
    for choices in itertools.product([False, True], repeat=7):
        rest, seen = iter(choices), []

        def pick(rest=rest):
            value = next(rest, None)
            if value is None:
                raise _Stop
            return value

        space = {"pick": pick, "seen": seen, "Error": Error}
        exec(code, space)
        ended = True
        try:
            space["f"]()
        except Error:
            pass
        except _Stop:
            ended = False
        yield tuple(seen), ended


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_do_what_is_said_of_them(seed):
    body = _random_block(random.Random(seed), 3)
    text = "def f():\n" + "".join(f"    {line}\n" for line in body.splitlines())
    module = Module(None, ast.parse(text))
    marks = [n for n in walk(module.tree) if isinstance(n, ast.Assign)]
    uses = [n for n in walk(module.tree) if isinstance(n, ast.Call) and getattr(n.func, "id", None) == "use"]
    names = {one.lineno: one.targets[0].id for one in marks}
    events = set(_events(text))
    runs, all_were_run = [run for run, _ in events], "try" not in body and all(ended for _, ended in events)
    for since, until in itertools.product(uses, uses):
        (name,) = {n.id for n in walk(since) if isinstance(n, ast.Name)} - {"use"}
        changed = any(_changed(run, since.lineno, until.lineno, name, names) for run in runs)
        followed = any(_lines_after(run, since.lineno, until.lineno) for run in runs)
        if followed and changed:
            assert not is_available(module, {name}, since, until), (text, since.lineno, until.lineno)
        if followed and not changed and all_were_run:
            assert is_available(module, {name}, since, until), (text, since.lineno, until.lineno)


def _lines_after(run, first, second):
    return first in run and second in run[run.index(first) :]


def _changed(run, since, until, name, names):
    """Between an event and the last one of another line before it, the name was bound."""
    clean = None
    for line in run:
        if line == since:
            clean = True
        elif names.get(line) == name:
            clean = clean and False
        if line == until and clean is False:
            return True
    return False
