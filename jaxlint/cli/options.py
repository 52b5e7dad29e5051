"""The options of ``jaxlint check``, and their plain spelling, that needs no click."""

from __future__ import annotations

import os

from jaxlint.record import Record

COMPLETION = "_JAXLINT_COMPLETE"  # what the shell asks for, with the words so far in variables of their own
_OTHER_COMMANDS = ("clean", "rule", "trace", "verify", "config", "explain", "server", "completion")

FLAGS = {
    "--fix": "fix",
    "--unsafe-fixes": "unsafe_fixes",
    "--diff": "diff",
    "--exit-zero": "exit_zero",
    "--force-exclude": "force_exclude",
    "--no-cache": "no_cache",
    "--isolated-files": "isolated_files",
    "--named-only": "named_only",
    "--public-api": "public_api",
    "--quiet": "quiet",
    "-q": "quiet",
    "--fix-only": "fix_only",
    "--show-fixes": "show_fixes",
    "--exit-non-zero-on-fix": "exit_non_zero_on_fix",
    "--statistics": "statistics",
    "--update-baseline": "update_baseline",
    "--prune-baseline": "prune_baseline",
    "--error-stale-baseline": "error_stale_baseline",
    "--isolated": "isolated",
    "--show-files": "show_files",
    "--show-settings": "show_settings",
    "--verbose": "verbose",
    "-v": "verbose",
}


class Options(Record):
    """One field, one option, with its default."""

    paths: list[str]
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fixable: tuple[str, ...] | None = None
    unfixable: tuple[str, ...] = ()
    fix: bool = False
    fix_only: bool = False
    show_fixes: bool = False
    exit_non_zero_on_fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False
    output: tuple[str, ...] = ()
    output_format: str | None = None
    output_file: str | None = None
    statistics: bool = False
    baseline: str | None = None
    update_baseline: bool = False
    prune_baseline: bool = False
    error_stale_baseline: bool = False
    add_ignore: str | None = None  # the reason
    config: tuple[str, ...] = ()
    isolated: bool = False
    exclude: tuple[str, ...] | None = None
    extend_exclude: tuple[str, ...] = ()
    show_files: bool = False
    show_settings: bool = False
    stdin_filename: str | None = None
    exit_zero: bool = False
    fail_on: str | None = None
    force_exclude: bool = False
    isolated_files: bool = False
    jobs: int | None = None
    no_cache: bool = False
    shard: tuple[int, int] = (1, 1)
    cache_dir: str | None = None
    named_only: bool = False
    public_api: bool = False
    quiet: bool = False
    verbose: bool = False
    color: str = "auto"

    @property
    def speaks_of_baseline(self) -> bool:
        asks = self.update_baseline or self.prune_baseline or self.error_stale_baseline
        return asks or self.baseline is not None


def completes(arguments: list[str]) -> bool:
    """Does a shell ask how a command line may go on?"""
    return not arguments and COMPLETION in os.environ


def plain_options(arguments: list[str]) -> Options | None:
    """The options where there are only paths and flags; None where click has to read them (45 ms at start-up)."""
    if completes(arguments):
        return None
    words = arguments[1:] if arguments[:1] == ["check"] else arguments
    if arguments[:1] and arguments[0] in _OTHER_COMMANDS:
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
