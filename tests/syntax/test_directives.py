"""Comments that silence."""

import pytest

from jaxlint.syntax.directives import comments, directives
from jaxlint.text.source import Source

CODE, NAME = "JAX101", "single-argument-where"


SELECTORS = ("JAX", "JAX1", CODE, "shapes", NAME)


def hides(text, line=1, selectors=SELECTORS):
    return directives(Source("f.py", text)).hides(selectors, [line])


@pytest.mark.parametrize(
    "comment",
    [
        "# jaxlint: ignore",
        "# jaxlint:ignore",
        "# jaxlint: ignore[JAX101]",
        "# jaxlint: ignore[JAX103, JAX101] -- the mask is full here",
        "# jaxlint: ignore [single-argument-where]",
        "# jaxlint: ignore[JAX1]",
        "# jaxlint: ignore[JAX]",
        "# jaxlint: ignore[keys, Shapes]",
        "# type: ignore # jaxlint: ignore[jax101]",
        "# noqa",
        "# NOQA",
        "# noqa: JAX101",
        "# noqa:E501,JAX101",
        "# noqa: E501 JAX101 because",
        "# why  # noqa: JAX101",
    ],
)
def test_silenced(comment):
    assert hides(f"x = 1  {comment}\n")
    assert not hides(f"x = 1  {comment}\ny = 2\n", line=2)


@pytest.mark.parametrize(
    "comment",
    [
        "# jaxlint: ignore[JAX103]",
        "# jaxlint: ignore[]",
        "# jaxlint: ignored",
        "# jaxlint: ignore-files",
        "# noqa: E501",
        "# noqabc",
        "# jaxlint ignore",
        "",
    ],
)
def test_not_silenced(comment):
    assert not hides(f"x = 1  {comment}\n")


def test_strings_are_no_comments():
    assert not hides('x = "# noqa"\n')
    assert not hides('x = """\n# jaxlint: ignore\n"""\n', line=2)


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("# jaxlint: ignore-file", True),
        ("# jaxlint: ignore-file[JAX101]", True),
        ("# jaxlint: ignore-file[JAX103]", False),
    ],
)
def test_whole_file(comment, expected):
    assert hides(f"x = 1\n\n{comment}\n", line=1) is expected


ABOVE = """\
# jaxlint: ignore[JAX101] -- why

# another comment
x = 1
y = 2
"""
BLOCK = """\
def f():
    # jaxlint: disable[JAX101]
    x = 1
    if x:
        y = 2
    # jaxlint: enable[JAX101]
    z = 3
"""


def hidden_lines(text):
    return [line for line in range(1, text.count("\n") + 1) if hides(text, line)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (ABOVE, [1, 2, 3, 4]),
        (ABOVE.replace("# jaxlint: ignore[JAX101] -- why", "# noqa: JAX101"), [1]),
        (ABOVE.replace("ignore[JAX101]", "ignore[JAX103]"), []),
        ("# jaxlint: ignore\n", [1]),
        (BLOCK, [2, 3, 4, 5, 6]),
        (BLOCK.replace("enable[JAX101]", "enable"), [2, 3, 4, 5, 6]),
        (BLOCK.replace("enable[JAX101]", "enable[JAX103]"), [2, 3, 4, 5, 6, 7]),
        (BLOCK + "w = 4\n", [2, 3, 4, 5, 6]),
        (BLOCK.replace("    # jaxlint: enable[JAX101]\n", "") + "w = 4\n", [2, 3, 4, 5, 6]),
        ("x = 1\n# jaxlint: disable\ny = 2\nz = 3\n", [2, 3, 4]),
        ("x = 1  # jaxlint: disable[JAX1]\ny = 2  # jaxlint: enable[JAX1]\nz = 3\n", [1, 2]),
        ("x = 1  # jaxlint: disabled\n", []),
    ],
)
def test_lines_below_and_blocks(text, lines):
    assert hidden_lines(text) == lines


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_the_parser_does(end):
    text = end.join(["x = '''", "\f# noqa", "'''", "y = 1  # noqa: JAX101", ""])
    assert list(comments(Source("f.py", text))) == [(4, "# noqa: JAX101")]


def test_a_text_without_the_words_is_not_tokenized(monkeypatch):
    import tokenize

    monkeypatch.setattr(tokenize, "generate_tokens", lambda readline: pytest.fail("tokenized"))
    assert not hides("x = 1  # plain\n")
    with pytest.raises(pytest.fail.Exception):
        hides("x = 1  # noqa\n")
