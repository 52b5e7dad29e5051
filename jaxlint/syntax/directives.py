"""Comments that silence: ``# jaxlint: ignore[JAX101] -- reason``, ``# noqa: JAX101``, ``# jaxlint: ignore-file``."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jaxlint.text.source import Source

_EVERYTHING = "*"


class Directives:
    """What the comments of one file silence: selectors of rules, by line and for the whole file."""

    __slots__ = ("by_line", "whole_file")

    def __init__(self) -> None:
        self.by_line: dict[int, set[str]] = {}
        self.whole_file: set[str] = set()

    def hides(self, selectors: Iterable[str], lines: Iterable[int]) -> bool:
        """True where a finding of the rule that they mean, and that belongs to any of ``lines``, is silenced."""
        asked = {_EVERYTHING, *selectors}
        if not asked.isdisjoint(self.whole_file):
            return True
        return any(not asked.isdisjoint(self.by_line.get(line, ())) for line in lines)


def directives(source: Source) -> Directives:
    """Read the comments.  Tokenizing costs as much as parsing, so it is done only for texts that say the words."""
    found = Directives()
    text = source.text
    if "jaxlint:" not in text and "noqa" not in text.lower():
        return found
    for line, comment in comments(source):
        _read(comment, line, found)
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
    import tokenize

    ends = [*source.starts[1:], len(source.text)]
    rows = (source.text[start:end].rstrip("\r\n") + "\n" for start, end in zip(source.starts, ends, strict=True))
    try:
        for token in tokenize.generate_tokens(lambda: next(rows, "")):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
    except (tokenize.TokenError, SyntaxError):
        return  # the parser took it: what was read so far counts


def _read(comment: str, line: int, found: Directives) -> None:
    import re

    for match in re.finditer(r"#\s*jaxlint:\s*ignore(-file)?(?![\w-])(?:\s*\[([^\]]*)\])?", comment):
        target = found.whole_file if match[1] else found.by_line.setdefault(line, set())
        target.update([_EVERYTHING] if match[2] is None else _selectors(match[2]))
    for match in re.finditer(r"(?i)#\s*noqa(?![\w-])(?:\s*:\s*([A-Z][\w-]*(?:[\s,]+[A-Z]+[0-9]+\b)*))?", comment):
        found.by_line.setdefault(line, set()).update([_EVERYTHING] if match[1] is None else _selectors(match[1]))


def _selectors(text: str) -> list[str]:
    """Codes in capitals, names in small letters, however they were typed."""
    words = text.replace(",", " ").split()
    return [word.upper() if word[-1].isdigit() or word.upper() in ("JAX", "ALL") else word.lower() for word in words]
