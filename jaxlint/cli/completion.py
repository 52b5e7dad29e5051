"""Completion in the shell: what a word of the command line may become.  click writes the scripts, and runs the rest."""

from __future__ import annotations

import os
import sys

import click

from jaxlint.cli.options import COMPLETION
from jaxlint.cli.streams import emit, tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

SHELLS = ("bash", "zsh", "fish")
_NAME = "jaxlint"


def script(command: click.Command, shell: str) -> int:
    """What a shell reads when it starts.  The exit status."""
    from click.shell_completion import ShellComplete, get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    # Not what the class makes of it: that of bash runs a bash first, to ask for its version.
    emit(ShellComplete.source(kind(command, {}, _NAME, COMPLETION)), sys.stdout)
    return 0


def complete(command: click.Command) -> int:
    """The answer to such a script, which has set ``_JAXLINT_COMPLETE``.  The exit status."""
    from click.shell_completion import CompletionItem, get_completion_class

    shell, _, asked = os.environ[COMPLETION].partition("_")
    kind = get_completion_class(shell)
    if kind is None or asked != "complete" or "COMP_WORDS" not in os.environ:
        tell("error", f"{COMPLETION} is for the scripts that `jaxlint completion SHELL` prints")
        return 2

    class Shell(kind):  # type: ignore[misc, valid-type]
        """What click leaves out: ``--select=JAX2``, of which bash makes three words and others one."""

        def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
            args = [word for word in args if word != "="]
            if not args and incomplete.startswith("-"):
                args = ["check"]
            found: list[CompletionItem] = super().get_completions(args, incomplete)
            option, equals, _ = incomplete.partition("=")
            if option.startswith("--") and equals:
                found = [CompletionItem(f"{option}={one.value}", one.type, one.help) for one in found]
            return found

    emit(Shell(command, {}, _NAME, COMPLETION).complete() + "\n", sys.stdout)
    return 0


def command_or_path(commands: list[CompletionItem], incomplete: str) -> list[CompletionItem]:
    """Where a shell is given words, it looks for no files: those with plain names in the directory are named beside."""
    from click.shell_completion import CompletionItem

    if not commands:
        return [CompletionItem(incomplete, type="file")]
    try:
        begun = [name for name in os.listdir() if name.startswith(incomplete) and name[0] != "."]
    except OSError:
        begun = []
    named = sorted(name for name in begun if name.endswith((".py", ".ipynb")) or os.path.isdir(name))
    words = {one.value for one in commands}
    plain = [name for name in named if name.replace(".", "").replace("-", "").isidentifier() and name not in words]
    return [*commands, *map(CompletionItem, plain)]


def a_file(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The shell knows best which there are."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def a_rule(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Codes and groups; names once one is begun."""
    return _rules("", incomplete)


def rules(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The same, behind the commas of a list."""
    before, comma, word = incomplete.rpartition(",")
    return _rules(before + comma, word)


def _rules(before: str, word: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from jaxlint.rules.registry import all_rules

    known = all_rules()
    said = {rule.code: rule.name for rule in known}
    said |= dict.fromkeys(
        sorted({group for rule in known for group in (rule.family, *rule.groups)}), "a group of rules"
    )
    said["ALL"] = "all rules"
    if word:
        said |= {rule.name: rule.code for rule in known}
    start = word.upper()
    return [CompletionItem(before + one, help=about) for one, about in said.items() if one.upper().startswith(start)]
