"""The way in: the streams that carry the protocol, kept apart from whatever else may print."""

from __future__ import annotations

import logging
import os
import sys

from jaxlint.server.features import make_server


def main() -> int:
    """Serve one client on stdin and stdout until it leaves; the exit status."""
    stdin, stdout = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a library prints would break the protocol: it goes where nobody reads messages.
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    logging.getLogger("pygls").setLevel(logging.ERROR)  # that a client takes back what is answered already is no news
    try:
        server = make_server()
    except (MemoryError, RuntimeError) as error:  # as where no thread can be started
        sys.stderr.write(f"error: the server can't start: {error or 'out of memory'}\n")
        return 2
    server.start_io(stdin, stdout)
    return server.exit_status
