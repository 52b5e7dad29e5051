"""Places that go with their lines."""

import pytest

from jaxlint.cache.places import ByLines, Unmoved
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.source import Source
from jaxlint.text.span import Span

OLD = "import a\n\n\ndef f(x):\n    # why\n    y = x\n    return y\n"
NEW = "# top\nimport a\n\ndef f(x):\n    # why\n    # and how\n    y = x\n\n    return y\n"


def places(text, reads):
    return ByLines(lambda path: Source(path, text), reads)


def moved(text, start, end, new=NEW):
    """What an edit of the old text makes of the new one."""
    kept = places(OLD, False).ends("m.py", Span(start, end))
    span = Span(*places(new, True).offsets("m.py", kept))
    return apply_edits(new, [Edit(span, text)])


def test_lines():
    old, new = places(OLD, False), places(NEW, True)
    assert [new.line("m.py", old.line("m.py", number)) for number in (1, 4, 6, 7)] == [2, 4, 7, 9]
    with pytest.raises(Unmoved):
        old.line("m.py", 5)
    with pytest.raises(Unmoved):
        new.line("m.py", 6)


def test_lines_of_other_files_stay():
    assert ByLines(lambda path: None, reads=False).line("jax/core.py", 5) == 5


def test_words():
    old, new = places(OLD, False), places(NEW, True)
    said = old.words("m.py", "`line 7` is read on line 6 and line 7")
    assert new.words("m.py", said) == "`line 7` is read on line 7 and line 9"
    for other in ("used on line 3", "used on line 4 of another file", "used on line 4 of `b.py`"):
        with pytest.raises(Unmoved):
            old.words("m.py", other)


def test_edits():
    at = OLD.index("y = x")
    assert moved("z = x", at, at + 5) == NEW.replace("y = x", "z = x")
    line = OLD.index("    return")
    assert moved("    z = y\n", line, line) == NEW.replace("    return", "    z = y\n    return")
    below = OLD.index("\n") + 1
    assert moved("import b\n", below, below) == NEW.replace("import a\n", "import a\nimport b\n")
    assert moved("", line, len(OLD)) == NEW.replace("    return y\n", "")


def test_edits_that_hold_comments_stay():
    start, end = OLD.index("def"), OLD.index("return y")
    with pytest.raises(Unmoved):
        moved("", start, end)
    start = OLD.index("y = x")
    with pytest.raises(Unmoved):  # a line has come between
        moved("", start, end)
    together = NEW.replace("\n\n    return", "\n    return")
    assert moved("", start, end, together) == together.replace("y = x\n    return", "return")
