"""The command line as click reads it."""

from __future__ import annotations

import click

from jaxlint.cli.completion import SHELLS, a_file, a_rule, command_or_path, complete, rules, script
from jaxlint.cli.options import Options, completes
from jaxlint.cli.setting_options import setting_options, words
from jaxlint.release import __version__
from jaxlint.report.formats import FORMATS
from jaxlint.report.paint import visible
from jaxlint.text.numbers import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_COMMANDS = ("check", "clean", "rule", "config", "explain", "trace", "verify", "server", "completion")


class _Default(click.Group):
    """``jaxlint src`` means ``jaxlint check src``; a directory called rule is ``./rule``."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if context.resilient_parsing and not args:  # the first word is being written
            return super().parse_args(context, args)
        if not args or args[0] not in (*_COMMANDS, "--help", "-h", "--version"):
            args = ["check", *args]
        return super().parse_args(context, args)

    def shell_complete(self, context: click.Context, incomplete: str) -> list[CompletionItem]:
        """What the first word may become: a path, too."""
        return command_or_path(super().shell_complete(context, incomplete), incomplete)


@click.group(cls=_Default, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="jaxlint", message="%(prog)s %(version)s")
def jaxlint() -> None:
    """Find and fix code that fails or silently misbehaves under JAX's tracing.

    `jaxlint PATH...` is short for `jaxlint check PATH...`.
    """


def _amount(context: click.Context, parameter: click.Parameter, value: float) -> float:
    """NaN lies between no two numbers."""
    if not 0.1 <= value <= 1e6:
        raise click.BadParameter("expected a number from 0.1 to 1000000")
    return value


def _shard(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, int]:
    """``2/4``"""
    if value is None:
        return 1, 1
    part, _, parts = value.partition("/")
    first, last = whole_number(part), whole_number(parts)
    if first is None or last is None or not 1 <= first <= last:
        raise click.BadParameter(f"expected I/N, got {value!r}")
    return first, last


@jaxlint.command()
@click.argument("paths", nargs=-1, shell_complete=a_file)
@click.option(
    "--select",
    multiple=True,
    callback=words,
    metavar="RULES",
    shell_complete=rules,
    help="Rules to enable: codes, prefixes (JAX1), groups (keys), names or ALL.",
)
@click.option(
    "--extend-select",
    multiple=True,
    callback=words,
    metavar="RULES",
    shell_complete=rules,
    help="Rules to enable in addition.",
)
@click.option(
    "--ignore", multiple=True, callback=words, metavar="RULES", shell_complete=rules, help="Rules to disable."
)
@click.option("--fix", is_flag=True, help="Apply safe fixes.")
@click.option("--unsafe-fixes", is_flag=True, help="Also apply fixes that may change results (with --fix or --diff).")
@setting_options
@click.option("--diff", is_flag=True, help="Show what --fix would change; write nothing.")
@click.option("--output-format", type=click.Choice([*FORMATS]), help="The format of the report (default: text).")
@click.option("-o", "--output", multiple=True, metavar="FORMAT[=FILE]", help="Additional report (repeatable).")
@click.option("--output-file", metavar="FILE", shell_complete=a_file, help="Write the report to this file.")
@click.option(
    "--stdin-filename", metavar="FILE", help="Read from stdin (also: PATH `-`), and report it under this name."
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even with findings.")
@click.option("--fail-on", type=click.Choice(["error", "warning", "info"]), help="Lowest severity that exits with 1.")
@click.option("--force-exclude", is_flag=True, help="Apply excludes to files given on the command line.")
@click.option("--isolated-files", is_flag=True, help="Analyze only these files, without their project.")
@click.option("--named-only", is_flag=True, help="Hide findings that these files cause in other files.")
@click.option("--shard", callback=_shard, metavar="I/N", help="Check only the I-th of N shards of the files.")
@click.option("-j", "--jobs", type=click.IntRange(1), metavar="N", help="Number of processes (default: one per core).")
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
@click.option("--cache-dir", metavar="DIR", help="Cache directory (default: `.jaxlint_cache` in the project root).")
@click.option("--public-api", is_flag=True, help="Also analyze exported functions as if users jit, vmap and grad them.")
@click.option("-q", "--quiet", is_flag=True, help="Hide the summary and warnings.")
@click.option("-v", "--verbose", is_flag=True, help="Explain skipped files and missing fixes.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Color (default: auto).")
def check(paths: tuple[str, ...], select: tuple[str, ...], **values: object) -> int:
    """Check files and directories.

    In a directory (default: the current one), all .py and .ipynb files below it are checked.
    Exit status: 0 no findings or all fixed, 1 findings, 2 error.
    """
    from jaxlint.cli.check import check as run

    return run(options_from(paths, select, values))


def options_from(paths: tuple[str, ...], select: tuple[str, ...], values: dict[str, object]) -> Options:
    """Click's words as the record that the plain parser makes, too."""
    options = Options(list(paths))
    options.select = select or None
    for name, value in values.items():
        setattr(options, name, value)
    return options


@jaxlint.command()
@click.argument("selector", required=False, shell_complete=a_rule)
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--all", "in_full", is_flag=True, help="Show the full pages of all rules that SELECTOR matches.")
def rule(selector: str | None, output_format: str, in_full: bool) -> int:
    """Explain a rule, or list them all."""
    from jaxlint.cli.rule import rule as run

    return run(selector, output_format, in_full)


@jaxlint.command()
@click.argument("key", required=False)
@click.option("--schema", is_flag=True, help="Print the JSON schema of the settings.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def config(key: str | None, schema: bool, output_format: str) -> int:
    """Explain a setting, or list them all."""
    from jaxlint.cli.config import config as run

    return run(key, schema, output_format)


@jaxlint.command()
@click.argument("what", metavar="TRACEBACK|FILE:LINE", default="-", shell_complete=a_file)
def explain(what: str) -> int:
    """Explain a JAX traceback: your line, the cause, the fix.

    TRACEBACK is a file with a traceback of Python, pytest, IPython or a notebook; `-` is stdin:
    `python train.py 2>&1 | jaxlint explain -`.  FILE:LINE explains a line without a traceback.
    """
    from jaxlint.cli.explain import explain as run

    return run(what)


@jaxlint.command()
@click.option("--cache-dir", metavar="DIR", help="Cache directory to delete.")
def clean(cache_dir: str | None) -> int:
    """Delete the cache of the current project."""
    from jaxlint.cli.clean import clean as run

    return run(cache_dir)


@jaxlint.command()
@click.argument("place", metavar="FILE:LINE[:COLUMN]", shell_complete=a_file)
@click.argument("others", nargs=-1, metavar="[FILE]...", shell_complete=a_file)
def trace(place: str, others: tuple[str, ...]) -> int:
    """Show which values on a line are traced, concrete or static.

    Lines and columns count from 1, as in reports; in a notebook, write FILE:cell N:LINE[:COLUMN].
    jaxlint also analyzes the files of the project that use FILE, and the further FILEs.
    """
    from jaxlint.cli.trace import trace as run

    return run(place, list(others))


@jaxlint.command()
@click.argument("place", metavar="FILE::FUNCTION", shell_complete=a_file)
@click.argument("others", nargs=-1, metavar="[FILE]...", shell_complete=a_file)
@click.option("--shapes", default="", metavar="SPECS", help='Arguments, e.g. "x=f32[3,4], n=3".')
@click.option("--gradients", is_flag=True, help="Compare gradients instead of results.")
@click.option(
    "--timeout", type=float, callback=_amount, default=120.0, show_default=True, metavar="SECONDS", help="Time limit."
)
@click.option(
    "--memory", type=float, callback=_amount, default=8.0, metavar="GIGABYTES", help="Memory limit, default 8."
)
def verify(place: str, others: tuple[str, ...], shapes: str, gradients: bool, timeout: float, memory: float) -> int:
    """Compare a function with its fixed version on generated inputs.

    This runs your code, with JAX, in its own process: the original without jit, the fixed version under jit.  Shapes
    come from --shapes, jaxtyping annotations, or calls in the given files.
    Exit status: 0 equal, 1 differs, 2 inconclusive.
    """
    from jaxlint.cli.verify import run

    return run(place, shapes, list(others), gradients, timeout, memory)


@jaxlint.command()
def server() -> int:
    """Run the language server on stdin and stdout."""
    from jaxlint.cli.server import server as run

    return run()


@jaxlint.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> int:
    """Print the completion script for a shell.

    \b
    bash: eval "$(jaxlint completion bash)" in ~/.bashrc
    zsh:  eval "$(jaxlint completion zsh)" in ~/.zshrc, after compinit
    fish: jaxlint completion fish > ~/.config/fish/completions/jaxlint.fish
    """
    return script(jaxlint, shell)


def dispatch(arguments: list[str]) -> int:
    """The exit status."""
    if completes(arguments):
        return complete(jaxlint)
    # Its value is optional, and stands behind `=`: what follows is a path.
    arguments = ["--add-ignore=" if word == "--add-ignore" else word for word in arguments]
    try:
        status = jaxlint.main(arguments, prog_name="jaxlint", standalone_mode=False)
    except click.ClickException as error:
        object.__setattr__(error, "message", visible(error.message))  # it is declared final
        error.show()
        return error.exit_code
    except click.Abort:
        return 130
    return status if isinstance(status, int) else 0
