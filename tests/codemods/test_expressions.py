"""A new expression in every position that Python has, with parentheses just where the meaning asks for them."""

import ast
import copy
import random

import pytest

from jaxlint.codemods.rewrite import Replace
from jaxlint.syntax.nodes import walk
from jaxlint.text.edit import apply_edits
from tests.codemods.workbench import edits_of, mended, module, substituted, with_expression

NEW = [
    "n",
    "1",
    "1.5",
    "-a",
    "not a",
    "a + b",
    "a * b",
    "a ** b",
    "a | b",
    "a < b",
    "a and b",
    "a or b",
    "a if b else c",
    "lambda: a",
    "(a, b)",
    "a, b",
    "[a]",
    "{a: b}",
    "{a for a in b}",
    "(a for a in b)",
    "f(a, b)[c].d",
    "a.b",
    "a @ b",
    "y := a",
]
POSITIONS = [
    "-OLD",
    "not OLD",
    "not(OLD)",
    "~OLD",
    "OLD + x",
    "x + OLD",
    "x - OLD - y",
    "OLD * x",
    "x * OLD",
    "x@OLD",
    "OLD ** 2",
    "2 ** OLD",
    "-OLD ** 2",
    "x << OLD",
    "x & OLD",
    "OLD | x",
    "x ^ OLD",
    "OLD.real",
    "OLD[0]",
    "OLD(0)",
    "x[OLD]",
    "x[OLD, 1]",
    "x[1:OLD]",
    "x[OLD::2, ...]",
    "f(OLD)",
    "f(OLD, 1)",
    "f(*OLD)",
    "f(**OLD)",
    "f(k=OLD)",
    "f(a for a in OLD)",
    "[OLD]",
    "[*OLD]",
    "(OLD,)",
    "OLD, 1",
    "{OLD}",
    "{OLD: 1}",
    "{1: OLD}",
    "{**OLD}",
    "[OLD for a in b]",
    "[a for a in OLD]",
    "[a for a in b if OLD]",
    "{OLD: a for a in b}",
    "(OLD for a in b)",
    "lambda: OLD",
    "lambda x=OLD: x",
    "(y := OLD)",
    "OLD < x",
    "x < OLD < y",
    "x in OLD",
    "x is not OLD",
    "OLD and x",
    "x or OLD",
    "OLD if x else y",
    "x if OLD else y",
    "x if y else OLD",
    "f'{OLD}'",
    "f'{OLD!r:>{w}}'",
    "f'{x:{OLD}}'",
    "f'{x} é {OLD}' 'tail'",
    "'head' + OLD",
    "(OLD)",
    "((OLD))",
    "(\n  OLD  # why\n)",
    "x = OLD",
    "x = y = OLD",
    "x += OLD",
    "x: int = OLD",
    "x: OLD = 1",
    "assert OLD, 'é'",
    "assert x, OLD",
    "raise OLD",
    "raise x from OLD",
    "del x[OLD]",
    "x[OLD] = 1",
    "é = 'ü😀' , OLD  # ñ",
    "if OLD: pass",
    "while OLD:\n  pass",
    "for i in OLD:\n\tpass",
    "with OLD as x: pass",
    "@OLD\ndef f(): pass",
    "@OLD\nclass A: pass",
    "def f(x=OLD): pass",
    "def f(x: OLD) -> int: pass",
    "class A(OLD): pass",
    "class A:\n    x = OLD",
    "class A:\n  @OLD\n  def f(self):\n    pass",
    "def f():\n    return OLD",
    "def f():\n    return(OLD)",
    "def f():\n    yield OLD",
    "def f():\n    x = yield OLD",
    "def f():\n    yield from OLD",
    "async def f():\n    await OLD",
    "async def f():\n    await OLD ** 2",
    "match OLD:\n    case 1: pass",
    "match x:\n    case 1 if OLD: pass",
    "try: pass\nexcept OLD: pass",
    "if x: pass\nelif OLD: pass",
    "a = 1; b = OLD; c = 3",
    "x = 'a'if OLD else'b'",
    "print('a' 'b', OLD)",
    "class A:\n    class B:\n        def f(self):\n            if self: return OLD",
]
# libcst asks for a blank between `return` or `not` and these even where parentheses part the two.
GLUED = {"def f():\n    return(OLD)", "not(OLD)"}
# `with (a, b):` enters two managers.
TWO_MANAGERS = ("with OLD as x: pass", "a, b")


@pytest.mark.parametrize("position", POSITIONS)
def test_meaning_is_that_of_the_substituted_tree(position: str) -> None:
    placed = 0
    for new in NEW:
        result = with_expression(position, new)
        if result is None:
            assert position in GLUED or (position, new.strip("()")) == TWO_MANAGERS, new
            continue
        placed += 1
        assert ast.dump(ast.parse(result)) == substituted(position, new), (result, new)
        before, after = position.split("OLD")
        assert result.startswith(before)
        assert result.endswith(after)
    assert placed >= len(NEW) - 4


@pytest.mark.parametrize(
    ("text", "new", "result"),
    [
        ("x * OLD", "a * b", "x * (a * b)"),
        ("OLD * x", "a * b", "a * b * x"),
        ("f(OLD)", "a if b else c", "f(a if b else c)"),
        ("return_ = (OLD)", "a, b", "return_ = (a, b)"),
        ("2 ** OLD", "-a", "2 ** -a"),
        ("OLD.real", "1", "(1).real"),
        ("f'{OLD}'", "{1}", "f'{({1})}'"),
        ("x = OLD", "a +\nb", "x = (a +\nb)"),
        ("x = (OLD)", "a +\nb", "x = (a +\nb)"),
        ("def f():\n    x = OLD\n", "g(a,\n      b)", "def f():\n    x = g(a, b)\n"),
        ("def f():\n  x = OLD\n", "g(a,\n   b)", "def f():\n  x = g(a,\n   b)\n"),  # not as black has it
        ("def f():\r\n  x = OLD\r\n", "g(a,\n b)", "def f():\r\n  x = g(a,\r\n b)\r\n"),
    ],
)
def test_no_parentheses_too_many(text: str, new: str, result: str) -> None:
    assert with_expression(text, new) == result


@pytest.mark.parametrize("text", ["f'{OLD=}'", "f'{OLD = !r}'"])
def test_the_text_of_a_self_documenting_field_is_kept(text: str) -> None:
    assert with_expression(text, "n") is None


@pytest.mark.parametrize("new", ["d['k']", "'\\n'", "f(a,\nb)", "f(a # c\n)"])
def test_what_python_3_11_cannot_read_inside_an_f_string_is_refused(new: str) -> None:
    assert with_expression("f'{OLD}'", new) is None


def test_repeated_fields_of_an_f_string_are_told_apart_or_refused() -> None:
    tree = module('f"{x} {x}" f"{x}"\n')
    for number, node in enumerate([node for node in walk(tree.tree) if isinstance(node, ast.Name)]):
        result = mended(tree, [Replace(node, "n")])
        if result is not None:
            parts = ["x", "x", "x"]
            parts[number] = "n"
            assert result == 'f"{{{}}} {{{}}}" f"{{{}}}"\n'.format(*parts)


@pytest.mark.parametrize(
    ("text", "kind", "new", "result"),
    [
        ("return_ = x[1, :n]", ast.Tuple, "0, :m", "return_ = x[0, :m]"),
        ("x[(1), :n]", ast.Tuple, "0", "x[0]"),
        ("x[1, :n,]", ast.Tuple, "0,", "x[0,]"),
        ("x[1,]", ast.Tuple, "0", "x[0]"),
        ("x[(1, 2)]", ast.Tuple, "0", "x[0]"),
        ("x[a:b]", ast.Slice, "f(a, b)", "x[f(a, b)]"),
        ("x[a:b, 0]", ast.Slice, ":", "x[:, 0]"),
        ("y = (1, 2)if x else 3", ast.Tuple, "n", "y = (n)if x else 3"),
        ("y = ( ( 1, 2 ) )", ast.Tuple, "a + b", "y = ( a + b )"),
        ("y = (a for a in b)", ast.GeneratorExp, "n", "y = n"),
        ("f(a for a in b)", ast.GeneratorExp, "n", "f(n)"),
        ("f( # c\n  a for a in b)", ast.GeneratorExp, "n", "f( # c\n  n)"),
        ("def f():\n  x = (\n    1,\n    2\n  )\n", ast.Tuple, "n", "def f():\n  x = n\n"),
        ("x = (  # c\n  1, 2)\n", ast.Tuple, "n", "# c\nx = n\n"),
        ("x = f(a,  # c\n  b)\n", ast.Call, "n", "# c\nx = n\n"),
        (
            "def f():\n  # a\n  y=1; x = -f(  # c\n    b  # d\n  )  # e\n",
            ast.Call,
            "a + b",
            "def f():\n  # a\n  # c\n  # d\n  y=1; x = -(a + b)  # e\n",
        ),
        ("f(a,  # c\r\n  b)\r\n", ast.Call, "n", "# c\r\nn\r\n"),
        ("if f(  # c\n  a): pass\n", ast.Call, "n", None),
        ("if a: x = f(  # c\n  b)\n", ast.Call, "n", None),
        ("x[f(  # c\n  b):]\n", ast.Slice, "n:", "# c\nx[n:]\n"),
        ("def f():\n  x = f(a,  # c\n    b)", ast.Call, "n", "def f():\n  # c\n  x = n"),
        ("x = f(a,  # c\n  b)\n", ast.Call, "g(a,  # c\n  b)", "x = g(a,  # c\n  b)\n"),
        ("with f(): pass\n", ast.Call, "(a, b)", None),
        ("match x:\n  case a.b: pass\n", ast.Attribute, "c.d", None),
        ("match x:\n  case 1:\n    y = f(a)\n", ast.Call, "g(\n  b)", "match x:\n  case 1:\n    y = g(\n  b)\n"),
        ("f((a for a in b), 1)", ast.GeneratorExp, "n", "f(n, 1)"),
        ("f((), x)", ast.Tuple, "(1,)", "f((1,), x)"),
        ("y = (\n)\n", ast.Tuple, "a + b", "y = a + b\n"),
        ("f[0]((1, 2))", ast.Tuple, "n", "f[0](n)"),
        ("x = 'a' 'b'\n", ast.Constant, "n", "x = n\n"),
        ("x = ('a'\n     'b')\n", ast.Constant, "n", "x = (n)\n"),
        ("x = y.max (  ) # c\n", ast.Call, "jnp.max(y)", "x = jnp.max(y) # c\n"),
        ("x = (a\n     .b)\n", ast.Attribute, "c.b", "x = (c.b)\n"),
        ("f(*a)", ast.Starred, "b", None),
        ("x = 'é' if a else (b)", ast.IfExp, "w(a, 'é', b)", "x = w(a, 'é', b)"),
    ],
)
def test_nodes_that_ast_and_libcst_see_differently(text: str, kind: type, new: str, result: str | None) -> None:
    tree = module(text)
    node = next(node for node in walk(tree.tree) if isinstance(node, kind))
    assert mended(tree, [Replace(node, new)]) == result


@pytest.mark.parametrize("new", ["", "x = 1", "a b", "(", "a)(b", "a); (b", "*a", "return"])
def test_a_source_that_is_no_expression_is_refused(new: str) -> None:
    assert with_expression("x = f(OLD)\n", new) is None


def test_edits_are_no_larger_than_the_nominated_nodes() -> None:
    text = "def f(x):\n    return g(OLD)  +  OLD2 # keep\n"
    tree = module(text)
    names = {node.id: node for node in walk(tree.tree) if isinstance(node, ast.Name)}
    made = edits_of(tree, [Replace(names["OLD"], "a"), Replace(names["OLD2"], "b * c")])
    assert made is not None
    assert [text[edit.span.start : edit.span.end] for edit in made] == ["OLD", "OLD2"]
    assert apply_edits(text, made) == "def f(x):\n    return g(a)  +  b * c # keep\n"


def test_one_replacement_inside_another_is_refused() -> None:
    tree = module("def f():\n    return g(OLD)\n")
    call = next(node for node in walk(tree.tree) if isinstance(node, ast.Call))
    assert mended(tree, [Replace(call, "a"), Replace(call.func, "b")]) is None


def test_replacements_in_several_functions_are_one_fix() -> None:
    tree = module("def f(): return A1\n\nclass C:\n    def g(self):\n        return A2\nx = A3\n")
    names = {node.id: node for node in walk(tree.tree) if isinstance(node, ast.Name)}
    result = mended(tree, [Replace(names[name], name.lower()) for name in ("A3", "A1", "A2")])
    assert result == "def f(): return a1\n\nclass C:\n    def g(self):\n        return a2\nx = a3\n"


def random_expression(dice: random.Random, depth: int) -> str:
    if depth == 0:
        return dice.choice(["a", "b", "é", "1", "'s'", "[a, b]"])
    left, right = random_expression(dice, depth - 1), random_expression(dice, depth - 1)
    return dice.choice(
        [
            f"({left} + {right})",
            f"f({left}, k={right})",
            f"(-{left})",
            f"({left}).a",
            f"({left} if {right} else a)",
            f"x[{left}:{right}]",
            f"[{left} for c in d if {right}]",
            f"(lambda c: {left})",
            f"({left} ** ({right}))",
            f"({left}, {right})",
            f"({left} < {right} < 3)",
        ]
    )


@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(one, marks=pytest.mark.slow) for one in range(2, 30))])
def test_any_node_of_a_random_expression_can_be_replaced(seed: int) -> None:
    dice = random.Random(seed)
    text = f"def f(a):\n\tz = 'ü'; return {random_expression(dice, 3)} # end\n"
    tree = module(text)
    nodes = [node for node in walk(tree.tree) if isinstance(node, ast.expr) and not isinstance(node, ast.Slice)]
    nodes = [node for node in nodes if not isinstance(getattr(node, "ctx", None), ast.Store)]
    for node in dice.sample(nodes, min(5, len(nodes))):
        new = dice.choice(NEW)
        result = mended(tree, [Replace(node, new)])
        assert result is not None, (text, ast.dump(node), new)
        assert ast.dump(ast.parse(result)) == expected(tree.tree, node, new), (text, ast.dump(node), new)


def expected(tree: ast.AST, node: ast.AST, new: str) -> str:
    value = ast.parse(f"({new})", mode="eval").body

    class Substitute(ast.NodeTransformer):
        def visit(self, item: ast.AST) -> ast.AST:
            return value if item is node else self.generic_visit(item)

    shared: dict[int, object] = {id(node): node}  # the copy keeps this very node, so that it can be found
    return ast.dump(Substitute().visit(copy.deepcopy(tree, shared)))
