"""The options of ``jaxlint check``, and their plain spelling, that needs no click."""

from __future__ import annotations

FLAGS = {
    "--fix": "fix",
    "--unsafe-fixes": "unsafe_fixes",
    "--diff": "diff",
    "--exit-zero": "exit_zero",
    "--force-exclude": "force_exclude",
    "--public-api": "public_api",
    "--quiet": "quiet",
    "-q": "quiet",
    "--verbose": "verbose",
    "-v": "verbose",
}


class Options:
    """One field, one option, with its default."""

    __slots__ = (
        "color",
        "diff",
        "exit_zero",
        "extend_select",
        "fail_on",
        "fix",
        "force_exclude",
        "ignore",
        "output_file",
        "output_format",
        "paths",
        "public_api",
        "quiet",
        "select",
        "stdin_filename",
        "unsafe_fixes",
        "verbose",
    )

    def __init__(self, paths: list[str]) -> None:
        self.paths = paths
        self.select: tuple[str, ...] | None = None
        self.extend_select: tuple[str, ...] = ()
        self.ignore: tuple[str, ...] = ()
        self.fix = False
        self.unsafe_fixes = False
        self.diff = False
        self.output_format = "text"
        self.output_file: str | None = None
        self.stdin_filename: str | None = None
        self.exit_zero = False
        self.fail_on: str | None = None
        self.force_exclude = False
        self.public_api = False
        self.quiet = False
        self.verbose = False
        self.color = "auto"


def plain_options(arguments: list[str]) -> Options | None:
    """The options where there are only paths and flags; None where click has to read them (45 ms at start-up)."""
    words = arguments[1:] if arguments[:1] == ["check"] else arguments
    if arguments[:1] in (["rule"], ["trace"], ["verify"]):
        return None
    options = Options([])
    for word in words:
        if word in FLAGS:
            setattr(options, FLAGS[word], True)
        elif word.startswith("-") and word != "-":
            return None
        else:
            options.paths.append(word)
    return options
