"""The entry point.  Imports what a run needs and no more: most runs are a hook's, on files without findings."""

from __future__ import annotations

import gc
import os
import sys

from jaxlint.cli.buffer import BUFFER, is_awaited
from jaxlint.cli.options import plain_options
from jaxlint.cli.streams import Unwritten, emit


def main() -> None:
    """Run, and leave at once: taking the trees of a large project apart again would cost a tenth of the run."""
    gc.disable()  # what the imports make stays, and looking for garbage among it costs a twentieth of a short run
    status = run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, AttributeError):  # the reader has gone, as in ``jaxlint | head``, or was never there
            pass
    os._exit(status)


def run(arguments: list[str]) -> int:
    """0 clean or all fixed, 1 findings are left, 2 could not do the job, 130 interrupted."""
    status = 2
    try:
        status = _run(arguments)
    finally:
        if status not in (0, 1) and is_awaited(arguments):
            try:
                BUFFER.give_back()
            except (Unwritten, OSError) as error:
                _last_words(f"error: {error}\n")
    return status


def _run(arguments: list[str]) -> int:
    try:
        if not _is_somewhere():
            _last_words("error: the working directory is gone\n")
            return 2
        named = _named_like_an_option(arguments)
        if named is not None:
            said = "is both an option and a file in this folder; for the file, put ./ before it"
            _last_words(f"error: {named!r} {said}\n")
            return 2
        options = plain_options(arguments)
        if options is not None:
            from jaxlint.cli.check import check

            return check(options)
        from jaxlint.cli.command import dispatch

        return dispatch(arguments)
    except KeyboardInterrupt:
        return 130
    except Unwritten as error:
        _last_words(f"error: {error}\n")
        return 2
    except Exception:
        import traceback

        _last_words(f"{traceback.format_exc()}jaxlint: internal error; please report it with the lines above\n")
        return 2


def _is_somewhere() -> bool:
    """Others may take the working directory away."""
    try:
        return bool(os.getcwd())
    except OSError:
        return False


def _named_like_an_option(arguments: list[str]) -> str | None:
    """Hooks pass file names on: one that a repository names like an option must not become an option."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return next((word for word in options if word.startswith("-") and os.path.lexists(word)), None)


def _last_words(text: str) -> None:
    try:
        emit(text, sys.stderr)
    except Unwritten:  # nobody is there to hear them
        pass
