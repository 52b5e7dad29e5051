"""What a file imports, read off its text: to parse all files of a project would cost as much as to trace one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = "import"
_CALLS = ("_module(", "orskip(")  # import_module("a.b"), pytest.importorskip("a.b")
_LONGEST_NAME = 200

Name = tuple[str, str]  # as it is called there, and here
Import = tuple[str, tuple[Name, ...]]


def imports_of(text: str) -> list[Import]:
    """``from ..a import b, c as d`` -> ("..a", (("b", "b"), ("c", "d"))); ``import a.b`` -> ("a.b", ()).

    What a docstring says is taken for code: it costs a look at a file that is not imported.
    """
    found: dict[Import, None] = {}
    at = text.find(_WORD)
    while at >= 0:
        end = at + len(_WORD)
        found.update(dict.fromkeys(_read(text, at, end)))
        at = text.find(_WORD, end)
    return list(found)


def _read(text: str, start: int, end: int) -> Iterator[Import]:
    """The import that is written around one occurrence of the word."""
    if text.startswith(_CALLS, end):
        dotted = _first_string(text, text.index("(", end) + 1)
        if dotted:
            yield dotted, ()
        return
    if not text[end : end + 1].isspace() and text[end : end + 1] not in ("(", "*", "\\"):
        return
    before = text[text.rfind("\n", 0, start) + 1 : start]
    head = before.rpartition(";")[2].rpartition(": ")[2].strip()
    if not head:
        yield from ((dotted, ()) for dotted, _ in _listed(_line(text, end)))
    elif head.startswith("from"):
        home = "".join(head[len("from") :].split())
        if home.replace(".", "").isidentifier() or (home and not home.strip(".")):
            yield home, tuple(_listed(_names(text, end)))


def _first_string(text: str, start: int) -> str:
    """What a call's first argument says, where it is a string on one line."""
    argument = text[start : start + _LONGEST_NAME].lstrip()
    if argument[:1] not in ("'", '"'):
        return ""
    inside, closing, _ = argument[1:].partition(argument[0])
    return inside if closing else ""


def _names(text: str, end: int) -> str:
    """What stands behind ``from a import``."""
    line = _line(text, end)
    opened = line.find("(")
    if opened < 0 or line[:opened].strip():
        return line
    start = text.index("(", end) + 1
    closed = text.find(")", start)
    inside = text[start : closed if closed >= 0 else len(text)]
    while "#" in text[start : start + len(inside)] and _is_comment(inside):  # the bracket of a comment
        closed = text.find(")", start + len(inside) + 1)
        inside = text[start : closed if closed >= 0 else len(text)]
    return inside


def _is_comment(inside: str) -> bool:
    """Does the text end within a comment?"""
    return "#" in inside.rpartition("\n")[2]


def _line(text: str, start: int) -> str:
    """The rest of a line, with those that a backslash adds."""
    stop = text.find("\n", start)
    while stop > 0 and text[stop - 1] == "\\":
        stop = text.find("\n", stop + 1)
    return text[start : stop if stop >= 0 else len(text)].partition(";")[0]


def _listed(names: str) -> list[Name]:
    """``a as b, c  # d`` -> (a, b), (c, c)"""
    if "#" in names:
        names = "\n".join([row.partition("#")[0] for row in names.split("\n")])
    words = (part.split() for part in names.replace("\\", " ").split(","))
    return [(word[0], word[-1]) for word in words if word and _is_name(word[0])]


def _is_name(word: str) -> bool:
    return word == "*" or word.replace(".", "").isidentifier()
