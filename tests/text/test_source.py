"""Offsets, lines and columns."""

import ast

import pytest

from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.source import Source
from jaxlint.text.span import Span


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("prefix", ["", "é = '日本𝒳'", "s = '\u2028\x85\x0c'", "\x0cx = 1"])
def test_segments_are_what_ast_says(prefix, end):
    text = end.join([prefix, "f('é', value)", "if a:", "\treturn_ = '𝒳' + b", ""])
    source = Source("f.py", text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            assert source.segment(node) == node.id
            line, column = source.position(source.span(node).start)
            assert line == node.lineno
            assert source.line(line)[column - 1 :].startswith(node.id)


def test_position_of_the_end():
    assert Source("f.py", "a\nb").position(3) == (2, 2)
    assert Source("f.py", "a\n").position(2) == (2, 1)
    assert Source("f.py", "").position(0) == (1, 1)


def test_edits_do_not_depend_on_their_order():
    edits = [Edit(Span(0, 1), "xx"), Edit(Span(4, 5), ""), Edit(Span(2, 2), "-")]
    assert apply_edits("abcde", edits) == apply_edits("abcde", edits[::-1]) == "xxb-cd"
