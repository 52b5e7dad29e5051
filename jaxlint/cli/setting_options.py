"""Options of ``jaxlint check`` that speak of settings and of fixes."""

from __future__ import annotations

import click

from jaxlint.cli.completion import rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    F = TypeVar("F", bound=Callable[..., object])


def words(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Comma-separated, and the option may be repeated."""
    return tuple([word.strip() for value in values for word in value.split(",") if word.strip()])


def words_or_none(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...] | None:
    """None where the option is not given."""
    return words(context, parameter, values) or None


_OPTIONS = (
    click.option(
        "--fixable",
        multiple=True,
        callback=words_or_none,
        metavar="RULES",
        shell_complete=rules,
        help="Rules whose fixes to apply.",
    ),
    click.option(
        "--unfixable", multiple=True, callback=words, metavar="RULES", shell_complete=rules, help="Rules never to fix."
    ),
    click.option("--fix-only", is_flag=True, help="Apply fixes without reporting remaining findings."),
    click.option("--show-fixes", is_flag=True, help="List the fixes that were applied."),
    click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with status 1 if anything was fixed."),
    click.option("--statistics", is_flag=True, help="Show the number of findings per rule."),
    click.option(
        "--config",
        multiple=True,
        metavar="FILE|KEY=VALUE",
        help="Settings file, or a KEY=VALUE override in TOML (repeatable).",
    ),
    click.option("--isolated", is_flag=True, help="Ignore settings files."),
    click.option(
        "--exclude",
        multiple=True,
        callback=words_or_none,
        metavar="PATTERNS",
        help="Gitignore patterns to exclude (replaces the setting).",
    ),
    click.option(
        "--extend-exclude",
        multiple=True,
        callback=words,
        metavar="PATTERNS",
        help="Gitignore patterns to exclude in addition.",
    ),
    click.option("--baseline", metavar="FILE", help="Hide the findings listed in this file."),
    click.option("--update-baseline", is_flag=True, help="Write the current findings to the baseline."),
    click.option("--prune-baseline", is_flag=True, help="Remove stale entries from the baseline."),
    click.option("--error-stale-baseline", is_flag=True, help="Exit with status 2 if the baseline has stale entries."),
    click.option(
        "--add-ignore",
        metavar="[=REASON]",
        help="Add an ignore comment for every finding: --add-ignore, or --add-ignore=REASON.",
    ),
    click.option("--show-files", is_flag=True, help="List the files that would be checked, and exit."),
    click.option("--show-settings", is_flag=True, help="Show the resolved settings and their sources, and exit."),
)


def setting_options(command: F) -> F:
    """In the order of the help."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
