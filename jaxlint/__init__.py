"""A static twin of JAX's tracer: says what will fail under trace, why the value is traced, and rewrites it."""

from jaxlint.release import __version__ as __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def load_ipython_extension(shell: "Any") -> None:  # noqa: ANN401  IPython is no dependency
    """``%load_ext jaxlint``: each cell is checked when it is run."""
    from jaxlint.cli.ipython import load

    load(shell)


def unload_ipython_extension(shell: "Any") -> None:  # noqa: ANN401
    """``%unload_ext jaxlint``."""
    from jaxlint.cli.ipython import unload

    unload(shell)
