"""Where the reports of a run go, and in which formats: several at once, each written as the run has come out."""

from __future__ import annotations

import os

from jaxlint.report.formats import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.cli.options import Options

VARIABLE = "JAXLINT_OUTPUT_FORMAT"
FILE_VARIABLE = "JAXLINT_OUTPUT_FILE"


class BadOutput(Exception):
    """A format that there is not, or two reports for one place."""


class Output:
    """``file``: None for the stream of the run; ``is_first``: the report that --diff and --statistics replace."""

    __slots__ = ("file", "format", "is_first")

    def __init__(self, format_: str, file: str | None, is_first: bool = False) -> None:
        self.format = format_
        self.file = file
        self.is_first = is_first or file is None


def outputs(options: Options, configured: str | None = None) -> list[Output]:
    """What ``-o`` asks for, and the report on the stream, where none of them takes its place.

    ``configured``: the format that the settings name.
    """
    asked = [_read(word) for word in options.output]
    file = options.output_file or os.environ.get(FILE_VARIABLE) or None
    typed = options.output_format is not None or file is not None
    if typed or all(one.file is not None for one in asked):
        asked.append(Output(_default(options.output_format, configured), file, is_first=True))
    taken: set[str | None] = set()
    for one in asked:
        if one.file in taken:
            place = "the standard output" if one.file is None else one.file
            raise BadOutput(f"-o: two reports can't both be written to {place}: give one of them a file, FORMAT=FILE")
        taken.add(one.file)
    return asked


def _default(typed: str | None, configured: str | None) -> str:
    if typed is not None:
        return typed
    name, place = os.environ.get(VARIABLE), VARIABLE
    if not name:
        name, place = configured or "text", "output-format"
    if name not in FORMATS:
        raise BadOutput(f"{place}: {_unknown(name)}")
    return name


def _read(word: str) -> Output:
    """``FORMAT``, ``FORMAT=FILE`` or ``FORMAT:FILE``."""
    ends = [at for at in (word.find("="), word.find(":")) if at >= 0]
    name, file = (word[: min(ends)], word[min(ends) + 1 :]) if ends else (word, None)
    if name not in FORMATS:
        hint = "" if ends else "; a file for the report is --output-file FILE"
        raise BadOutput(f"-o: {_unknown(name)}{hint}")
    if file == "":
        raise BadOutput(f"-o: {word!r} names no file")
    return Output(name, file)


def _unknown(name: str) -> str:
    return f"there is no format {name!r}; the formats are {', '.join(FORMATS)}"
