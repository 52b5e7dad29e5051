"""``jaxlint server``: the language server."""

from __future__ import annotations


def server() -> int:
    """The exit status."""
    from jaxlint.server.main import main

    return main()
