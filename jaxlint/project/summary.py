"""What the rest of a project has to know of a file: its imports and its classes, read off its text."""

from __future__ import annotations

import _ast

from jaxlint.project.imports import Import, imports_of
from jaxlint.record import Record
from jaxlint.text.shapes import read_json

# Of these, no object comes out of a transform.
_NO_PYTREES = frozenset(
    "ABC Enum IntEnum StrEnum Protocol Generic Exception object str int float dict list tuple".split()
)
_REGISTERS = ("register_pytree", "register_dataclass(", "register_static(", "register_node")
_NEAR = 120  # characters behind such a word in which a class is named
_LONGEST_HEADER = 2000
_PACKED = ([(str, [(str, str)])], [(str, [str], [str], bool)], [str])
_HEADERS = ("if", "elif", "else", "try", "except", "finally")


class ClassLine(Record):
    """``bases``: the last part of each base's name; ``methods``: the functions that its body defines.

    ``may_be_pytree``: registered, decorated, or below another class.
    """

    name: str
    bases: list[str]
    methods: list[str]
    may_be_pytree: bool


class Summary(Record):
    """``registers``: what stands behind each word that makes a class a pytree."""

    imports: list[Import]
    classes: list[ClassLine]
    registers: list[str]

    def said_of_pytrees(self) -> list[str]:
        """What tells which classes the file makes pytrees."""
        if not self.registers:
            return []
        return [*self.registers, *(one.name for one in self.classes), *(str(one) for one in self.imports)]


def summarize(text: str) -> Summary:
    """A docstring is taken for code: whoever follows a name to this file looks at its tree."""
    imports, registers = imports_of(text), registrations(text)
    return Summary(imports, _classes(text, _originals(imports), bool(registers)), registers)


def registrations(text: str) -> list[str]:
    """What stands behind each word that makes a class a pytree."""
    if "register_" not in text:
        return []
    found = []
    for word in _REGISTERS:
        at = text.find(word)
        while at >= 0:
            found.append(_without_bases(text[at + len(word) : at + len(word) + _NEAR]))
            at = text.find(word, at + 1)
    return found


def _without_bases(behind: str) -> str:
    """A decorator is about the class below it, not about what that derives from."""
    head = behind.find("\nclass ")
    return behind if head < 0 else behind[:head] + behind[head:].partition("(")[0].partition(":")[0]


def _originals(imports: list[Import]) -> dict[str, str]:
    """Names that stand for others: ``import Base as _Base``."""
    return {here: there for _, names in imports for there, here in names if there != here}


def _classes(text: str, originals: dict[str, str], registers: bool) -> list[ClassLine]:
    """Those at the top of the file, also under an ``if`` or a ``try``."""
    found: list[ClassLine] = []
    heads = _heads(text) if "class " in text else []
    for place, (at, column, word) in enumerate(heads):
        if word != "class " or (column and not _is_conditional(text, at - column)):
            continue
        node = _parsed(_header(text, at))
        if node is None:
            continue
        bases = [name for base in node.bases for name in _names(base, originals)]
        decorated = _line_before(text, at - column).lstrip().startswith(("@", ")"))
        may_be = registers or decorated or any(name not in _NO_PYTREES for name in bases)
        found.append(ClassLine(node.name, bases, _methods(text, heads, place), may_be))
    return found


def _heads(text: str) -> list[tuple[int, int, str]]:
    """Where lines begin with ``class`` or ``def``, with their column and the word."""
    found = []
    for word in ("class ", "def "):
        at = text.find(word)
        while at >= 0:
            before = text[text.rfind("\n", 0, at) + 1 : at]
            indent = len(before) - len(before.lstrip())
            if indent == len(before) or before.strip() == "async":
                found.append((at, indent, word))
            at = text.find(word, at + 1)
    return sorted(found)


def _methods(text: str, heads: list[tuple[int, int, str]], place: int) -> list[str]:
    """The functions right below a class."""
    inside = []
    for at, column, word in heads[place + 1 :]:
        if column <= heads[place][1]:
            break
        inside.append((at, column, word))
    own = min((column for _, column, _ in inside), default=0)
    starts = [at + len("def ") for at, column, word in inside if column == own and word == "def "]
    return [text[start : start + 100].partition("(")[0].strip() for start in starts]


def _is_conditional(text: str, line: int) -> bool:
    """Is the last line above that is not indented an ``if`` or a ``try``?"""
    while line > 0:
        above = text.rfind("\n", 0, line - 1) + 1
        if text[above] not in " \t\n\r#)":
            return text[above : line - 1].split(None, 1)[0].rstrip(":") in _HEADERS
        line = above
    return False


def _line_before(text: str, line: int) -> str:
    return text[text.rfind("\n", 0, max(line - 1, 0)) + 1 : max(line - 1, 0)]


def _header(text: str, start: int) -> str:
    """``class A(B, C[int])`` without the colon."""
    depth, at, stop = 0, start, min(len(text), start + _LONGEST_HEADER)
    while at < stop and not (text[at] == ":" and depth <= 0):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        at += 1
    return text[start:at]


def _parsed(header: str) -> _ast.ClassDef | None:
    """The node of a class with nothing in it; None where this is no such line, as in a text about classes."""
    try:
        tree = compile(
            _without_type_parameters(header) + ": pass", "<class>", "exec", _ast.PyCF_ONLY_AST, dont_inherit=True
        )
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return tree.body[0] if isinstance(tree.body[0], _ast.ClassDef) else None  # type: ignore[attr-defined]


def _without_type_parameters(header: str) -> str:
    """``class A(B[T])`` of ``class A[T](B[T])``, which Python 3.11 does not read."""
    start = header.find("[")
    if start < 0 or "(" in header[:start]:
        return header
    depth = 0
    for at in range(start, len(header)):
        depth += (header[at] == "[") - (header[at] == "]")
        if depth == 0:
            return header[:start] + header[at + 1 :]
    return header


def _names(base: _ast.expr, originals: dict[str, str]) -> list[str]:
    """How a base may be called where it is defined."""
    if isinstance(base, _ast.Subscript):
        base = base.value
    if isinstance(base, _ast.Attribute):
        return [base.attr]
    if not isinstance(base, _ast.Name):
        return []
    return list(dict.fromkeys((base.id, originals.get(base.id, base.id))))


def packed(summary: Summary) -> str:
    """As text, to be kept."""
    import json

    classes = [[one.name, one.bases, one.methods, one.may_be_pytree] for one in summary.classes]
    return json.dumps([summary.imports, classes, summary.registers], separators=(",", ":"))


def unpacked(text: str) -> Summary:
    """Raises ValueError for what is no summary."""
    imports, classes, registers = read_json(text, _PACKED)
    named = [(home, tuple((there, here) for there, here in names)) for home, names in imports]
    return Summary(named, [ClassLine(*one) for one in classes], registers)
