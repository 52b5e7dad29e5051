"""Bytes to text and back."""

import pytest

from jaxlint.diagnostic import Problem
from jaxlint.discovery.read import decode, read, rewritten


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (b"", "utf-8", ""),
        (b"x = 1\r\n", "utf-8", "x = 1\r\n"),
        ("é = 1".encode(), "utf-8", "é = 1"),
        (b"\xef\xbb\xbfx = 1\n", "utf-8", "x = 1\n"),
        (b"\xef\xbb\xbf# coding: utf-8\n", "utf-8", "# coding: utf-8\n"),
        (b"# -*- coding: latin-1 -*-\ns = '\xe9'\n", "iso8859-1", "# -*- coding: latin-1 -*-\ns = 'é'\n"),
        (b"#!/bin/python\n# vim: set fileencoding=cp1252 :\n'\x80'", "cp1252", None),
        (b"\r# coding: latin-1\r'\xe9'", "iso8859-1", None),
        ("x = 1\n# coding: latin-1\n'é'".encode(), "utf-8", None),
        ("x = 1  # encoding é\n".encode(), "utf-8", None),
    ],
)
def test_round_trip(data, encoding, text):
    source = decode("f.py", data)
    assert source.encoding == encoding
    assert text is None or source.text == text
    assert rewritten(data, source) == data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"x = 1\ny = '\xff'\n", "f.py:2: can't be read: not utf-8 (byte 0xff)"),
        (b"x = 1\n\ny\0\n", "f.py:3: can't be read: contains NUL bytes"),
        ("x = 1".encode("utf-16"), "f.py:1: can't be read: contains NUL bytes"),
        (b"\n# coding: klingon\n", "f.py:2: can't be read: unknown encoding klingon"),
        (b"# coding: ascii\n\n'\xe9'\n", "f.py:3: can't be read: not ascii (byte 0xe9)"),
        (
            b"\xef\xbb\xbf# coding: latin-1\n",
            "f.py:1: can't be read: declared as iso8859-1, but starts with a UTF-8 mark",
        ),
    ],
)
def test_what_is_no_text_is_a_problem_with_its_line(data, message):
    problem = decode("f.py", data)
    assert isinstance(problem, Problem)
    assert str(problem) == message


@pytest.mark.parametrize(
    "name", "rot13 hex zip undefined punycode idna mbcs utf-16 utf-32-le aliases __init__ utf_8_sig.x".split()
)
def test_a_codec_that_is_not_of_text(name):
    """Or that no text is written in: each raises something else."""
    problem = decode("f.py", b"# coding: " + name.encode() + b"\nx = '\xe9..\xff'\n")
    assert isinstance(problem, Problem)
    assert problem.line in (1, 2)
    assert problem.message.startswith("can't be read")


def test_a_text_that_would_not_be_written_as_it_was_read():
    data = b"# coding: utf-7\nx = '+AGE-'\n"
    assert decode("f.py", data).text == "# coding: utf-7\nx = 'a'\n"
    problem = rewritten(data, decode("f.py", data))
    assert str(problem) == "f.py: not fixed: utf-7 can't be written back as it was read"


def test_unreadable(tmp_path):
    link = tmp_path / "a.py"
    link.symlink_to("nowhere")
    assert str(read(str(link))) == f"{link}: can't be read: No such file or directory"
    assert str(read(str(tmp_path))) == f"{tmp_path}: can't be read: Is a directory"
