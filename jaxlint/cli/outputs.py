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
    linted = {_identity(path) for path in options.paths if os.path.isfile(path)}
    taken: set[object] = set()
    for one in asked:
        place = None if one.file is None else _identity(one.file)
        if place in taken:
            named = one.file or "the standard output"
            raise BadOutput(f"-o: two reports can't both be written to {named}: give one of them a file, FORMAT=FILE")
        if one.file is not None and (place in linted or _is_source(one.file)):
            raise BadOutput(f"-o: {one.file} is a file that jaxlint reads: a report would overwrite it")
        taken.add(place)
    return asked


def _identity(path: str) -> object:
    """The same for all ways to write a place."""
    try:
        found = os.stat(path)
    except OSError:
        return os.path.realpath(path)
    return found.st_dev, found.st_ino


def _is_source(path: str) -> bool:
    """Is there one, which a run may come by in a folder?"""
    return os.path.isfile(path) and os.path.realpath(path).endswith((".py", ".ipynb"))


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
    return f"unknown format {name!r}; the formats are {', '.join(FORMATS)}"
