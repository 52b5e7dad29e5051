"""The entry point.  Imports what a run needs and no more: most runs are a hook's, on files without findings."""

from __future__ import annotations

import os
import sys

from jaxlint.cli.buffer import BUFFER, is_awaited
from jaxlint.cli.options import plain_options


def main() -> None:
    """Run, and leave at once: taking the trees of a large project apart again would cost a tenth of the run."""
    status = run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # the reader has gone, as in ``jaxlint | head``
            pass
    os._exit(status)


def run(arguments: list[str]) -> int:
    """0 clean or all fixed, 1 findings are left, 2 could not do the job, 130 interrupted."""
    status = 2
    try:
        status = _run(arguments)
    finally:
        if status not in (0, 1) and is_awaited(arguments):
            BUFFER.give_back()
    return status


def _run(arguments: list[str]) -> int:
    try:
        options = plain_options(arguments)
        if options is not None:
            from jaxlint.cli.check import check

            return check(options)
        from jaxlint.cli.command import dispatch

        return dispatch(arguments)
    except KeyboardInterrupt:
        return 130
    except Exception:
        import traceback

        traceback.print_exc()
        print("jaxlint: internal error; please report it with the lines above", file=sys.stderr)
        return 2
