"""Syntax of a newer Python than the one that runs us gives the tree that the newer one makes, at the same places."""

import ast
import subprocess
import sys

import pytest

from jaxlint.syntax.newer import NotRead, parse_newer
from jaxlint.syntax.parse import NotParsed, parse
from jaxlint.text.source import Source

# Newer text, and what any Python reads as the same program; the layout may differ.
SAME = [
    ("type Pair = tuple[int, int]", "Pair = tuple[int, int]"),
    ("type  Many[T] = list[T]", "Many = list[T]"),
    ("type Many[\n    T,\n] = (list)", "Many = list"),
    ("def first[T](x: T, *rest) -> T: return x", "def first(x: T, *rest) -> T: return x"),
    ("async def first[T: int = bool, *Ts, **P](x): return x", "async def first(x): return x"),
    ("def first[\n    T,\n    U,\n](x): return x", "def first(x): return x"),
    ("class Box[T]: pass", "class Box: pass"),
    ("class Box[T](Base, key=1): pass", "class Box(Base, key=1): pass"),
    ("try: pass\nexcept A, b.B: pass", "try: pass\nexcept (A, b.B): pass"),
    ("try: pass\nexcept A,B, C: pass\nexcept D: pass", "try: pass\nexcept (A, B, C): pass\nexcept D: pass"),
    ("try: pass\nexcept* A, B: pass", "try: pass\nexcept* (A, B): pass"),
    ("lazy import numpy as np", "import numpy as np"),
    ("lazy  from a import (b)", "from a import (b)"),
    ("y = [*a for a in b if a]", "y = [_each for a in b if a for _each in a]"),
    ("y = {*(a) for a in b}", "y = {_each for a in b for _each in a}"),
    ("y = sum(*a for a in b)", "y = sum(_each for a in b for _each in a)"),
    ('y = f"{d["k"]}"', "y = f\"{d['k']}\""),
    ('y = f"é {d["k"]!r:>{w}} {z=} {{}}\\n"', "y = f\"é {d['k']!r:>{w}} {z=} {{}}\\n\""),
    ('y = f"{d["k"]}{e = :.2f}{a, b}{(a, b)}{c}"', "y = f\"{d['k']}{e = :.2f}{a, b}{(a, b)}{c}\""),
    ("y = f'{\"\\n\".join(x)}'", 'y = f"{NEWLINE.join(x)}"'),
    ('y = "a" f"{d["k"]}" "b" f"{c}"', 'y = "a" f"{d[\'k\']}" "b" f"{c}"'),
    ('y = (f"{d["k"]}"\n     "b")', 'y = (f"{d[\'k\']}"\n     "b")'),
    ('y = f"{\n    d["k"]  # why\n}"', "y = f\"{d['k']}\""),
    ('y = f"{f"{f"{1 + 1}"}"}" + f""', "y = f\"{f'''{f'{1 + 1}'}'''}\" + f\"\""),
    ('y = rf"\\d{d["k"]}"', "y = rf\"\\d{d['k']}\""),
    ('y = t"{x} and {d["k"]:.2f}"', "y = f\"{x} and {d['k']:.2f}\""),
    ('print(f"{x:%Y-{d["k"]}}", end="")', 'print(f"{x:%Y-{d[\'k\']}}", end="")'),
]


_BROKEN_LINE = "Name(id='NEWLINE', ctx=Load())"  # no f-string of Python 3.11 holds a backslash
_NEWLINE = "Constant(value='\\n')"
_NOTHING = ", Constant(value='')])"  # Python 3.12.1 ends a format so where a field is the last thing in it


def old(text):
    return compile(text, "old.py", "exec", ast.PyCF_ONLY_AST)


@pytest.mark.parametrize(("newer", "same"), SAME)
def test_the_same_program(newer, same):
    expected = ast.dump(old(same)).replace(_BROKEN_LINE, _NEWLINE).replace(_NOTHING, "])")
    assert ast.dump(parse_newer(newer + "\n", old)) == expected


@pytest.mark.parametrize("newer", [newer for newer, _ in SAME])
def test_every_name_stands_where_it_is_written(newer):
    text = "x = 1\r\n" + newer + "\nlast = x\n"
    source = Source("new.py", text)
    tree = parse_newer(text, old)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id != "_each":
            assert source.segment(node) == node.id
        if isinstance(node, (ast.FormattedValue, ast.JoinedStr, ast.Attribute, ast.BinOp)):
            assert source.segment(node).strip()


@pytest.mark.parametrize("text", ["x = (\n", "def f[T:\n", "f'{'\n", "except A, B:\n    pass\n", "print 'hello'\n"])
def test_what_no_python_reads_is_a_syntax_error(text):
    with pytest.raises(NotParsed, match="syntax error") as caught:
        parse(Source("broken.py", text))
    assert "newer" not in str(caught.value)


def test_what_has_no_older_spelling_says_that_a_newer_python_may_read_it():
    text = "x = 1\n\x0ctry: pass\nexcept A, B: pass\n"
    with pytest.raises(NotRead):
        parse_newer(text, old)
    if sys.version_info < (3, 14):
        with pytest.raises(NotParsed, match="newer Python may read"):
            parse(Source("new.py", text))


def test_a_plain_mistake_costs_no_import_of_libcst():
    program = (
        "import sys; from jaxlint.text.source import Source; from jaxlint.syntax.parse import NotParsed, parse\n"
        "try: parse(Source('a.py', 'y = f\"{x}\"\\nx = (\\n'))\n"
        "except NotParsed: pass\n"
        "print('libcst' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
