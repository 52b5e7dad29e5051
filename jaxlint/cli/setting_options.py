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
        help="Make the fixes of these rules, and of no others.",
    ),
    click.option(
        "--unfixable",
        multiple=True,
        callback=words,
        metavar="RULES",
        shell_complete=rules,
        help="Make and offer no fixes of these rules.",
    ),
    click.option("--fix-only", is_flag=True, help="Apply the safe fixes, and tell of nothing else."),
    click.option("--show-fixes", is_flag=True, help="List what was fixed."),
    click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit status 1 where something was fixed, too."),
    click.option("--statistics", is_flag=True, help="Count the findings of each rule; no report."),
    click.option(
        "--config",
        multiple=True,
        metavar="FILE|KEY=VALUE",
        help="Take the settings from this file, or set one of them, in TOML; may be repeated.",
    ),
    click.option("--isolated", is_flag=True, help="Look for no settings file."),
    click.option(
        "--exclude",
        multiple=True,
        callback=words_or_none,
        metavar="PATTERNS",
        help="Leave out what matches these gitignore patterns, in place of the setting.",
    ),
    click.option(
        "--extend-exclude",
        multiple=True,
        callback=words,
        metavar="PATTERNS",
        help="Leave out what matches these, too.",
    ),
    click.option("--baseline", metavar="FILE", help="Leave out the findings that this file holds."),
    click.option("--update-baseline", is_flag=True, help="Make the baseline hold the findings of this run."),
    click.option("--prune-baseline", is_flag=True, help="Take out of the baseline what nobody finds any more."),
    click.option("--error-stale-baseline", is_flag=True, help="Exit status 2 where it holds such findings."),
    click.option(
        "--add-ignore",
        metavar="[=REASON]",
        help="Silence each finding by a comment in the code: --add-ignore, or --add-ignore=REASON.",
    ),
    click.option("--show-files", is_flag=True, help="List the files that would be checked; check nothing."),
    click.option("--show-settings", is_flag=True, help="Tell the settings that hold, and from where; check nothing."),
)


def setting_options(command: F) -> F:
    """In the order of the help."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
