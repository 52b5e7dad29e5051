"""The options of ``jaxlint check``, and their plain spelling, that needs no click."""

from __future__ import annotations

import os

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


class Options:
    """One field, one option, with its default."""

    __slots__ = (
        "add_ignore",
        "baseline",
        "cache_dir",
        "color",
        "config",
        "diff",
        "error_stale_baseline",
        "exclude",
        "exit_non_zero_on_fix",
        "exit_zero",
        "extend_exclude",
        "extend_select",
        "fail_on",
        "fix",
        "fix_only",
        "fixable",
        "force_exclude",
        "ignore",
        "isolated",
        "isolated_files",
        "jobs",
        "named_only",
        "no_cache",
        "output",
        "output_file",
        "output_format",
        "paths",
        "prune_baseline",
        "public_api",
        "quiet",
        "select",
        "shard",
        "show_files",
        "show_fixes",
        "show_settings",
        "statistics",
        "stdin_filename",
        "unfixable",
        "unsafe_fixes",
        "update_baseline",
        "verbose",
    )

    def __init__(self, paths: list[str]) -> None:
        self.paths = paths
        self.select: tuple[str, ...] | None = None
        self.extend_select: tuple[str, ...] = ()
        self.ignore: tuple[str, ...] = ()
        self.fixable: tuple[str, ...] | None = None
        self.unfixable: tuple[str, ...] = ()
        self.fix = False
        self.fix_only = False
        self.show_fixes = False
        self.exit_non_zero_on_fix = False
        self.unsafe_fixes = False
        self.diff = False
        self.output: tuple[str, ...] = ()
        self.output_format: str | None = None
        self.output_file: str | None = None
        self.statistics = False
        self.baseline: str | None = None
        self.update_baseline = False
        self.prune_baseline = False
        self.error_stale_baseline = False
        self.add_ignore: str | None = None  # the reason
        self.config: tuple[str, ...] = ()
        self.isolated = False
        self.exclude: tuple[str, ...] | None = None
        self.extend_exclude: tuple[str, ...] = ()
        self.show_files = False
        self.show_settings = False
        self.stdin_filename: str | None = None
        self.exit_zero = False
        self.fail_on: str | None = None
        self.force_exclude = False
        self.isolated_files = False
        self.jobs: int | None = None
        self.no_cache = False
        self.shard = (1, 1)
        self.cache_dir: str | None = None
        self.named_only = False
        self.public_api = False
        self.quiet = False
        self.verbose = False
        self.color = "auto"

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
