"""What of a text counts."""

import pytest

from jaxlint.text.source import Source


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# a\nx = f()\n\n  # b\ny = x", [2, 5]),
        ("f(x)  # a\n", [1]),
        ('x = """\n# a\n\n"""\n# b\n', [1, 2, 3, 4]),
        ("x = '''\n# a\n'''  # b\n", [1, 2, 3]),
        ('x = "\\\n# a"\n# b\n', [1, 2]),
        ("x = '\\'#'\n# a\n", [1]),
        ('# """\nf(x)\n# """\n', [2]),
        ("f(\n    # a\n    1,\n)\n", [1, 3, 4]),
        ("# jaxlint: ignore\nx = 1\n# noqa\n# type: ignore\n# %%\n", [1, 2, 3, 4, 5]),
        ("f()\r\n# a\r\nf()\r\n", [1, 3]),
        ("", []),
    ],
)
def test_lines_that_say_something(text, lines):
    code = Source("m.py", text).code
    assert code.lines == lines
    assert len(code.text) == len(text)


def test_comments_are_blank_in_their_place():
    source = Source("m.py", "# jit\nx = 1  # jit\n\t# vmap\ny = '''\n# vmap'''\n")
    assert source.code.text == "     \nx = 1  # jit\n       \ny = '''\n# vmap'''\n"
    assert source.says("vmap")
    assert not Source("m.py", "# vmap\n").says("vmap")


def test_lines_between():
    code = Source("m.py", "f()\n# a\n\nf()\nf()\n").code
    assert [code.count(1, 1), code.count(1, 4), code.count(2, 3), code.count(2, 5)] == [1, 2, 0, 2]


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("x = 1\nLAST = 2\n", ["LAST", "x"]),
        ("f()\nx = 1\n# a\n_last = 'a'\n\n", ["_last", "x"]),
        ("f(x)\nx = 1\n", []),
        ("f()\nx = g()\n", []),
        ("f()\n__all__ = 'x'\n", []),
        ("y = \\\nx = 1\n", []),
        ("def f():\n    x = 1\n", []),
        ("y = 'a\\\nx = 1'\n", []),
    ],
)
def test_constants_that_nobody_reads_are_not_counted(text, unread):
    code = Source("m.py", text).code
    assert code.unread == unread
    assert len(code.lines) == len(Source("m.py", f"{text}f()\n").code.lines) - 1 - len(unread)
