"""Runs of statements replaced: indentation, comments, line ends and one-line suites."""

import ast
import random

import pytest

from jaxlint.codemods.rewrite import Replace
from jaxlint.syntax.nodes import walk
from tests.codemods.workbench import comments, edits_of, mended, module, with_statements


@pytest.mark.parametrize(
    ("text", "new", "result"),
    [
        # whole lines, in the file's own indentation
        ("def f():\n    OLD\n    x\n", "a\nb", "def f():\n    a\n    b\n    x\n"),
        ("def f():\n\tif x:\n\t\tOLD\n\ty\n", "if a:\n    b", "def f():\n\tif x:\n\t\tif a:\n\t\t\tb\n\ty\n"),
        ("def f():\n  OLD\n", "if a:\n    b\nelse:\n    c", "def f():\n  if a:\n    b\n  else:\n    c\n"),
        ("class A:\n  def f(self):\n    OLD\n", "if a:\n    b", "class A:\n  def f(self):\n    if a:\n      b\n"),
        ("def f():\n    OLD\n    OLD\n    x\n", "a", "def f():\n    a\n    x\n"),
        ("OLD\n", "a = 1", "a = 1\n"),
        ("x\n\n\nOLD\n\n\ny", "a", "x\n\n\na\n\n\ny"),
        # no final newline, CRLF, form feed
        ("def f():\n    OLD", "a\nb", "def f():\n    a\n    b"),
        ("OLD", "a", "a"),
        ("def f():\r\n    OLD\r\n    x\r\n", "a\nb", "def f():\r\n    a\r\n    b\r\n    x\r\n"),
        ("def f():\r\n    OLD", "a\nb", "def f():\r\n    a\r\n    b"),
        ("x\n\f\ndef f():\n    OLD\n", "a", "x\n\f\ndef f():\n    a\n"),
        # comments
        ("def f():\n    # up\n    OLD  # end\n", "a", "def f():\n    # up\n    a  # end\n"),
        ("def f():\n    OLD # é\n    # mid\n    OLD # two\n", "a", "def f():\n    # é\n    # mid\n    a # two\n"),
        ("def f():\n    OLD(  # in\n      1)\n    x\n", "a", "def f():\n    # in\n    a\n    x\n"),
        ("if OLD:  # h\n    a  # b\n    # foot\nx\n", "y = 1", "# h\n# b\n# foot\ny = 1\nx\n"),
        ("def f():\n    OLD  # c\n    x\n", "if a:\n    b", "def f():\n    # c\n    if a:\n        b\n    x\n"),
        ("def f():\n    OLD  # c\n", "a  # c", "def f():\n    a  # c\n"),
        ("def f():\n    OLD  # c\n", "# d\na", "def f():\n    # d\n    a  # c\n"),
        ("def f():\n    OLD # same\n    OLD # same\n", "a  # same", "def f():\n    # same\n    a  # same\n"),
        ("x\n\n# about\nOLD\n", "a", "x\n\n# about\na\n"),
        # deletion
        ("def f():\n    OLD\n    x\n", "", "def f():\n    x\n"),
        ("def f():\n    OLD\n", "", "def f():\n    pass\n"),
        ("def f():\n    OLD  # c\n", "", "def f():\n    # c\n    pass\n"),
        ("def f():\n    x\n    # up\n    OLD  # c\n    y\n", "", "def f():\n    x\n    # up\n    # c\n    y\n"),
        ("def f():\n    x\n    OLD  # c\n\n\ny\n", "", "def f():\n    x\n    # c\n\n\ny\n"),
        ("class A:\n    def f(self):\n        OLD\n", "", "class A:\n    def f(self):\n        pass\n"),
        ("x\nOLD\ny\n", "", "x\ny\n"),
        ("OLD\n", "", ""),
        # several on one line
        ("a; OLD; c\n", "b", "a; b; c\n"),
        ("a; OLD; c # end\n", "if x:\n    b", "a\nif x:\n    b\nc # end\n"),
        ("def f():\n    a; OLD  # end\n", "b; c", "def f():\n    a\n    b; c  # end\n"),
        ("def f():\n    OLD; b\n", "", "def f():\n    b\n"),
        ("def f():\n    a; OLD;\n", "b", "def f():\n    a; b;\n"),
        ("a = 1; OLD\nx\n", "b", "a = 1; b\nx\n"),
        # one-line suites
        ("if x: OLD\n", "return_ = 1", "if x: return_ = 1\n"),
        ("if x: OLD  # c\n", "a", "if x: a  # c\n"),
        ("if x: OLD\nelse: y\n", "a\nb", "if x:\n    a\n    b\nelse: y\n"),
        ("def f():\n  if x: OLD  # c\n  y\n", "a\nb", "def f():\n  if x:  # c\n    a\n    b\n  y\n"),
        ("def f(): OLD\n", "", "def f(): pass\n"),
        ("def f(): a; OLD; b\n", "c", "def f(): a; c; b\n"),
        ("def f(): a; OLD\n", "", "def f():\n    a\n"),
        ("class A:\n\tdef f(self): a; OLD; b\n", "c\nd", "class A:\n\tdef f(self):\n\t\ta\n\t\tc\n\t\td\n\t\tb\n"),
        ("if x: OLD", "a\nb", "if x:\n    a\n    b"),
        # else, finally, elif bodies
        ("if x:\n  a\nelif y:\n  OLD\nelse:\n  c\n", "b", "if x:\n  a\nelif y:\n  b\nelse:\n  c\n"),
        ("try:\n  a\nfinally:\n  OLD\n", "b", "try:\n  a\nfinally:\n  b\n"),
    ],
)
def test_the_new_text(text: str, new: str, result: str) -> None:
    assert with_statements(text, new) == result


def test_a_decorated_function_goes_with_its_decorators() -> None:
    text = "x\n\n\n# why\n@d  # how\n@e\ndef OLD():\n    pass\n\n\ny\n"
    tree = module(text)
    assert mended(tree, [Replace([tree.tree.body[1]], "def new(): pass")]) == (
        "x\n\n\n# why\n# how\ndef new(): pass\n\n\ny\n"
    )


def test_the_body_of_a_case() -> None:
    text = "def f():\n  match x:\n    case 1:\n      a  # c\n    case _: b\n"
    tree = module(text)
    cases = [node for node in walk(tree.tree) if isinstance(node, ast.match_case)]
    result = mended(tree, [Replace(cases[0].body, "c\nd"), Replace(cases[1].body, "e")])
    assert result == "def f():\n  match x:\n    case 1:\n      c\n      d  # c\n    case _: e\n"


def test_a_method_can_be_replaced_whole() -> None:
    text = "class A:\n  x = 1\n\n  @p\n  async def f(self):\n    return 1\n  y = 2\n"
    tree = module(text)
    cls = tree.tree.body[0]
    assert isinstance(cls, ast.ClassDef)
    result = mended(tree, [Replace([cls.body[1]], "@p\ndef f(self):\n    return 2")])
    assert result == "class A:\n  x = 1\n\n  @p\n  def f(self):\n    return 2\n  y = 2\n"


def test_an_elif_is_no_statement_of_its_own() -> None:
    tree = module("if x:\n    a\nelif y:\n    b\n")
    outer = tree.tree.body[0]
    assert isinstance(outer, ast.If)
    assert mended(tree, [Replace(outer.orelse, "c")]) is None


def test_lifted_continuation_lines_keep_their_place() -> None:
    text = "def f():\n    if x:\n        OLD = g(1,\n                2)\n"
    new = "y = g(1,\n                2)\nz = h(\n    3,\n)"
    assert with_statements(text, new) == (
        "def f():\n    if x:\n        y = g(1,\n                2)\n        z = h(\n            3,\n        )\n"
    )


def test_strings_of_several_lines_are_left_alone() -> None:
    text = 'def f():\n    OLD = """a\n    b\n"""\n'
    assert with_statements(text, 'y = """a\n    b\n"""') == 'def f():\n    y = """a\n    b\n"""\n'


def test_not_neighbours_are_refused() -> None:
    tree = module("def f():\n    a\n    b\n    c\n")
    function = tree.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    assert mended(tree, [Replace([function.body[0], function.body[2]], "x")]) is None


def test_runs_and_expressions_of_one_rewrite_meet_in_one_body() -> None:
    text = "def f():\n    a = 1  # one\n    b = g(a)\n    c = 3\n    return a\n"
    tree = module(text)
    function = tree.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    call = next(node for node in walk(function) if isinstance(node, ast.Call))
    last, first = Replace(function.body[3:], "return b"), Replace(function.body[:1], "a = 0\nz = 1")
    result = mended(tree, [last, first, Replace(call, "h(a)")])
    assert result == "def f():\n    a = 0\n    z = 1  # one\n    b = h(a)\n    c = 3\n    return b\n"


def test_a_broken_source_is_refused() -> None:
    assert with_statements("def f():\n    OLD\n", "if x") is None
    assert with_statements("def f():\n    OLD\n", "  x\ny") is None


def random_program(dice: random.Random) -> str:
    unit = dice.choice(["  ", "    ", "\t"])
    lines: list[str] = []

    def body(depth: int, indent: str) -> None:
        for _ in range(dice.randint(1, 3)):
            if dice.random() < 0.3:
                lines.append(dice.choice(["", f"{indent}# c{len(lines)} ü"]))
            kind = dice.random()
            if depth and kind < 0.25:
                lines.append(f"{indent}if a{len(lines)}:  # h{len(lines)}")
                body(depth - 1, indent + unit)
                if dice.random() < 0.5:
                    lines.append(f"{indent}else:")
                    body(depth - 1, indent + unit)
            elif depth and kind < 0.4:
                lines.append(f"{indent}@d")
                lines.append(f"{indent}def f{len(lines)}(self):")
                body(depth - 1, indent + unit)
            elif kind < 0.55:
                lines.append(f"{indent}if é: b{len(lines)}; c{len(lines)}  # s{len(lines)}")
            elif kind < 0.7:
                lines.append(f"{indent}a{len(lines)} = 1; b{len(lines)} = f(2)  # t{len(lines)}")
            else:
                lines.append(f"{indent}x{len(lines)} = g('ü',\n{indent}   {len(lines)}  # w{len(lines)}\n{indent})")

    body(3, "")
    newline = dice.choice(["\n", "\r\n"])
    return "\n".join(lines).replace("\n", newline) + dice.choice(["", newline])


NEW = ["", "n = 1", "n = 1\nm = 2  # new", "if n:\n    m = 1\nelse:\n    m = 2", "# new\nn = f(\n    1,\n)"]


@pytest.mark.parametrize("seed", range(60))
def test_any_run_of_a_random_program_can_be_replaced(seed: int) -> None:
    dice = random.Random(seed)
    text = random_program(dice)
    tree = module(text)
    bodies = [
        body
        for node in walk(tree.tree)
        for field in ("body", "orelse")
        if isinstance(body := getattr(node, field, None), list) and body and not is_elif(text, body)
    ]
    for _ in range(4):
        body = dice.choice(bodies)
        low = dice.randrange(len(body))
        run = body[low : dice.randint(low + 1, len(body))]
        new = dice.choice(NEW)
        made = edits_of(tree, [Replace(run, new)])
        assert made is not None, (text, [ast.unparse(item) for item in run], new)
        result = mended(tree, [Replace(run, new)])
        assert result is not None
        assert ast.dump(ast.parse(result)) == expected(text, body, run, new), (text, result)
        assert comments(result) == comments(text) + comments(new)
        span = made[0].span
        assert len(made) == 1
        assert result.startswith(text[: span.start])
        assert result.endswith(text[span.end :])
        if "\r" in text:
            assert not set("\r\n") & set(result.replace("\r\n", ""))


def is_elif(text: str, body: list[ast.stmt]) -> bool:
    return len(body) == 1 and text.splitlines()[body[0].lineno - 1].lstrip().startswith("elif")


def expected(text: str, body: list[ast.stmt], run: list[ast.stmt], new: str) -> str:
    root = ast.parse(text)
    position = (body[0].lineno, body[0].col_offset)
    for node in walk(root):
        for field in ("body", "orelse"):
            other = getattr(node, field, None)
            if isinstance(other, list) and other and (other[0].lineno, other[0].col_offset) == position:
                low = body.index(run[0])
                other[low : low + len(run)] = ast.parse(new).body
                if not other and not isinstance(root, type(node)):
                    other.append(ast.Pass())
                return ast.dump(root)
    raise AssertionError
