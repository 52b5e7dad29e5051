"""What becomes of the result of a call: whether anybody reads it."""

import ast

import pytest

from jaxlint.dataflow.faint import HANDS_ON, IGNORES, LOOKS, is_faint
from jaxlint.syntax.module import Module
from jaxlint.text.source import Source


def _module(text):
    return Module(Source("m.py", text), ast.parse(text))


def _place(module, name):
    """The first call of a function by that name."""
    call = next(n for n in ast.walk(module.tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == name)
    return module, module.function_of(call), call


def _ask(module, call):
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    return IGNORES if name == "load" else HANDS_ON if name in ("draw", "sin", "reshape") else LOOKS


def _in_function(*lines):
    return _module("def f(key, p, obj):\n" + "".join(f"    {line}\n" for line in lines))


def _is_faint_in(lines):
    """Beside the last call of the function, which may be the same."""
    module = _in_function(*lines)
    last = [node for node in ast.walk(module.tree) if isinstance(node, ast.Call)][-1]
    return is_faint([_place(module, "draw")], last, _ask)


FAINT = [
    ["draw(key)"],
    ["draw(key).reshape(3)"],
    ["_ = draw(key)", "print(_)"],
    ["x = draw(key)"],
    ["x = draw(key)", "x = 1", "return x"],
    ["x = draw(key)", "y = sin(x) + 1", "y = [y, -x]"],
    ["x = draw(key)", "x = load(p, x)", "return x"],
    ["x = draw(key)", "x = load(p, x)", "return lambda: x"],
    ["if p:", "    x = draw(key)", "else:", "    def g():", "        return x", "    x = 1", "    return g"],
    ["x, y = draw(key), p", "return y"],
    ["x = (p, draw(key))", "return x[0]"],
    ["x, y = [p, [draw(key)]]", "(z,), y = y, p", "return x"],
    ["x = y = draw(key) if p else p"],
    ["if p:", "    x = draw(key)", "else:", "    x = 1", "x = 2", "return x"],
    ["for x in p:", "    y = draw(key)", "    y = x", "return y"],
    ["x = draw(key)", "if p:", "    return x", "return other(key)"],
    ["x = draw(key)", "if p:", "    y = x", "else:", "    return other(key)", "return y"],
]
READ = [
    ["x = lambda: draw(key)"],
    ["return draw(key)"],
    ["print(draw(key))"],
    ["x = draw(key)", "return x"],
    ["x = draw(key)", "if p:", "    x = 1", "return x"],
    ["for q in p:", "    print(x)", "    x = draw(key)"],
    ["x = draw(key)", "if p:", "    y = other(key)", "return x"],
    ["x = draw(key)", "if p:", "    y = sin(x)", "else:", "    return p", "return y, other(key)"],
    ["x = draw(key)", "for q in p:", "    if q:", "        print(x)", "    else:", "        p = other(key)"],
    ["x = draw(key)", "y = sin(x)", "return p + y"],
    ["obj.x = draw(key)"],
    ["obj[draw(key)] = p"],
    ["x = draw(key)", "x += 1"],
    ["x = draw(key)", "return lambda: x"],
    ["g = lambda: x", "x = draw(key)", "return g"],
    ["for q in p:", "    g = lambda: x", "    p(g)", "    x = draw(key)"],
    ["if p:", "    x = draw(key)", "else:", "    x = 1", "return [lambda: x]"],
    ["global x", "x = draw(key)"],
    ["x = (p, draw(key))", "return x[1]"],
    ["x = (p, draw(key))", "return x[p]"],
    ["*x, y = p, draw(key)", "return x"],
    ["if draw(key):", "    pass"],
    ["yield draw(key)"],
    ["x = draw(key)", "obj.keep(x)"],
    ["return [x for x in draw(key)]"],
    ["x = draw(key)", "try:", "    p()", "except ValueError:", "    return x"],
]


@pytest.mark.parametrize("lines", FAINT, ids="; ".join)
def test_nobody_reads_it(lines):
    assert _is_faint_in(lines)


@pytest.mark.parametrize("lines", READ, ids="; ".join)
def test_somebody_may_read_it(lines):
    assert not _is_faint_in(lines)


def test_module_level_names_are_read_elsewhere():
    for name, faint in (("x", False), ("_", True)):
        place = _place(_module(f"{name} = draw(key)\n"), "draw")
        assert is_faint([place], place[2], _ask) is faint


HELPER = "def helper(key):\n    a, b = draw(key)\n    return 1, (2, b)\n"


@pytest.mark.parametrize(
    ("line", "faint"),
    [
        ("x, (y, z) = helper(key)\n    return x, y", True),
        ("x, (y, z) = helper(key)\n    return z", False),
        ("x, y = helper(key)\n    return y", False),
        ("x, y = helper(key)\n    return y[0]", True),
        ("return helper(key)", False),
        ("return helper(key)[0]", True),
        ("return vmap(helper)(key)[0]", False),
        ("helper(key)", True),
    ],
)
def test_results_are_followed_to_the_caller(line, faint):
    module = _module(f"{HELPER}def f(key):\n    {line}\n")
    outer = module.tree.body[1]
    call = next(n for n in ast.walk(outer) if isinstance(n, ast.Call))
    assert is_faint([(module, outer, call), _place(module, "draw")], call, _ask) is faint


CLASS = """
class Base:
    def __init__(self, key):
        self.x, self.y = draw(key)

class Net(Base):
    def __init__(self, key):
        super().__init__(key)

def make(obj, key):
    Base.__init__(obj, key)
"""


@pytest.mark.parametrize(
    ("line", "faint"),
    [
        ("net = Net(key)\n    net = load(p, net)\n    return net", True),
        ("net = Net(key)\n    return net", False),
        ("return Net(key).x", False),
        ("Net(key)", True),
    ],
)
def test_what_an_object_is_made_with_is_part_of_it(line, faint):
    module = _module(f"{CLASS}def f(key, p):\n    {line}\n")
    outer = module.tree.body[-1]
    calls = [node for node in ast.walk(module.tree) if isinstance(node, ast.Call)]
    made = next(call for call in calls if getattr(call.func, "id", "") == "Net")
    base = next(call for call in calls if ast.unparse(call.func) == "super().__init__")
    places = [(module, outer, made), (module, module.function_of(base), base), _place(module, "draw")]
    assert is_faint(places, made, _ask) is faint


def test_what_is_kept_in_an_object_that_was_there_before_is_read():
    module = _module(f"{CLASS}def f(key, p):\n    make(p, key)\n")
    calls = [node for node in ast.walk(module.tree) if isinstance(node, ast.Call)]
    base = next(call for call in calls if ast.unparse(call.func) == "Base.__init__")
    assert not is_faint([(module, module.function_of(base), base), _place(module, "draw")], base, _ask)
