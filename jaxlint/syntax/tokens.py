"""The tokens of a text, whose lines are counted as the parser counts them."""

from __future__ import annotations

import tokenize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.text.source import Source


def tokens(source: Source) -> Iterator[tokenize.TokenInfo]:
    """As far as it can be tokenized: the parser took it, and what was read so far counts."""
    ends = [*source.starts[1:], len(source.text)]
    rows = (source.text[start:end].rstrip("\r\n") + "\n" for start, end in zip(source.starts, ends, strict=True))
    try:
        yield from tokenize.generate_tokens(lambda: next(rows, ""))
    except (tokenize.TokenError, SyntaxError):
        return
