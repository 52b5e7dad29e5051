"""Comments that silence.

``# jaxlint: ignore[JAX101] -- reason`` at the end of a line, or on a line of its own for the one below;
``expect`` in place of ``ignore`` is the same, but that it is told where nothing is silenced;
``# jaxlint: disable[JAX101]`` to ``# jaxlint: enable[JAX101]``, or to the end of the block; ``# jaxlint: ignore-file``;
``# noqa: JAX101``.
"""

from __future__ import annotations

from jaxlint.record import Record
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from re import Match

    from jaxlint.text.source import Source


class Word(Record):
    """A selector of a directive, as it is compared, and where it is written."""

    selector: str
    span: Span
    used = False


class Directive(Record):
    """``kind``: ignore, expect, ignore-file, disable or noqa; ``span``: from its ``#`` on.

    ``lines``: those that it is about, None for the whole file.
    ``words``: None where it silences everything; ``used``: by something that it silenced.
    """

    kind: str
    span: Span
    lines: range | None
    words: list[Word] | None
    used = False

    def silences(self, selectors: set[str], lines: set[int]) -> bool:
        """Is a finding of the rule that they mean silenced?  What did it is marked as used."""
        if self.lines is not None and all(line not in self.lines for line in lines):
            return False
        if self.words is None:
            self.used = True
            return True
        meant = [word for word in self.words if word.selector in selectors]
        for word in meant:
            self.used = word.used = True
        return bool(meant)


class Directives:
    """What the comments of one file silence."""

    __slots__ = ("all",)

    def __init__(self) -> None:
        self.all: list[Directive] = []

    def hides(self, selectors: Iterable[str], lines: Iterable[int]) -> bool:
        """True where a finding of the rule that they mean, and that belongs to any of ``lines``, is silenced."""
        asked, places = set(selectors), set(lines)
        hidden = False
        for one in self.all:  # each is asked: all that silence it are used
            hidden = one.silences(asked, places) or hidden
        return hidden


def speaks(source: Source) -> bool:
    """Tokenizing costs as much as parsing, so it is done only for texts that say the words."""
    return "jaxlint:" in source.text or "noqa" in source.text.lower()


def directives(source: Source) -> Directives:
    """Read the comments."""
    found = Directives()
    if speaks(source):
        reader = _Reader(source)
        for line, comment in comments(source):
            reader.read(comment, line)
        found.all = reader.found
    return found


def traced_directives(source: Source) -> dict[int, tuple[str, ...]]:
    """Lines of ``# jaxlint: traced`` and ``# jaxlint: traced(static: n, axis)``, with the names that stay static."""
    import re

    found: dict[int, tuple[str, ...]] = {}
    for line, comment in comments(source):
        match = re.search(r"#\s*jaxlint:\s*traced\b(?:\s*\(\s*static\s*:\s*([^)]*)\))?", comment)
        if match is not None:
            found[line] = tuple(name.strip() for name in (match[1] or "").split(",") if name.strip())
    return found


def comments(source: Source) -> Iterator[tuple[int, str]]:
    """Line and text of each comment; a string that looks like one is none."""
    from tokenize import COMMENT  # brings re, that only who speaks to us pays for

    from jaxlint.syntax.tokens import tokens

    for token in tokens(source):
        if token.type == COMMENT:
            yield token.start[0], token.string


class _Reader:
    """Comments to directives, in the order of the text."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.found: list[Directive] = []

    def read(self, comment: str, line: int) -> None:
        import re

        row = self._source.line(line)
        start = self._source.starts[line - 1] + row.rindex(comment)  # a comment ends its line
        is_alone = row.lstrip().startswith(comment)
        own = r"#\s*jaxlint:\s*(ignore-file|ignore|expect|disable|enable)(?![\w-])(?:\s*\[([^\]]*)\])?[^#]*"
        for match in re.finditer(own, comment):
            kind = match[1]
            if kind == "enable":
                self._enable(line, None if match[2] is None else {word.selector for word in _words(match, start)})
                continue
            self._add(kind, match, start, self._lines(kind, line, is_alone))
        foreign = r"(?i)#\s*noqa(?![\w-])(?:\s*:\s*([A-Z][\w-]*(?:[\s,]+[A-Z]+[0-9]+\b)*))?[^#]*"
        for match in re.finditer(foreign, comment):
            self._add("noqa", match, start, range(line, line + 1))

    def _add(self, kind: str, match: Match[str], start: int, lines: range | None) -> None:
        span = Span(start + match.start(), start + len(match.string[: match.end()].rstrip()))
        listed = match[match.re.groups]
        self.found.append(Directive(kind, span, lines, None if listed is None else _words(match, start)))

    def _lines(self, kind: str, line: int, is_alone: bool) -> range | None:
        if kind == "ignore-file":
            return None
        if kind == "disable":
            return range(line, self._end_of_block(line))
        below = self._next(line) if is_alone else None
        return range(line, line + 1) if below is None else range(line, below + 1)

    def _enable(self, line: int, selectors: set[str] | None) -> None:
        """Ends what is disabled: all of it, or what names the same."""
        for one in self.found:
            if one.kind == "disable" and one.lines is not None and line in one.lines:
                named = None if one.words is None else {word.selector for word in one.words}
                if selectors is None or named == selectors:
                    one.lines = range(one.lines.start, line + 1)

    def _next(self, line: int) -> int | None:
        """The line of the next code."""
        return next((at for at in range(line + 1, self._last + 1) if self._is_code(at)), None)

    def _end_of_block(self, line: int) -> int:
        """The first line of code that is indented less."""
        depth = _depth(self._source.line(line))
        below = (at for at in range(line + 1, self._last + 1) if self._is_code(at))
        return next((at for at in below if _depth(self._source.line(at)) < depth), self._last + 1)

    @property
    def _last(self) -> int:
        return len(self._source.starts)

    def _is_code(self, line: int) -> bool:
        row = self._source.line(line).strip()
        return bool(row) and not row.startswith("#")


def _depth(row: str) -> int:
    return len(row) - len(row.lstrip())


def _words(match: Match[str], start: int) -> list[Word]:
    """Codes in capitals, names in small letters, however they were typed."""
    import re

    group = match.re.groups
    first = start + match.start(group)
    made = re.finditer(r"[^\s,]+", match[group])
    return [Word(_selector(one[0]), Span(first + one.start(), first + one.end())) for one in made]


def _selector(word: str) -> str:
    return word.upper() if word[-1].isdigit() or word.upper() in ("JAX", "ALL") else word.lower()
