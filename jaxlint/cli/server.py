"""``jaxlint server``: the language server, where pygls is installed."""

from __future__ import annotations

from jaxlint.cli.streams import tell

_OURS = "jaxlint"


def server() -> int:
    """The exit status: 2 where pygls is missing."""
    try:
        from jaxlint.server.main import main
    except ImportError as error:
        if (error.name or "").startswith(_OURS):
            raise
        tell("error", "the language server needs pygls: python -m pip install 'pygls>=2,<3' installs it")
        return 2
    return main()
