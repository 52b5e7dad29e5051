"""Which parameters of JAX's functions refuse what NumPy takes for an array.

l: lists and tuples, n: None, s: strings; N and S: those in a list, which itself is taken.

``python -m tools.probe_operands`` asks JAX and writes the table; tests/knowledge/test_array_operands.py asks again.
"""

from __future__ import annotations

from jaxlint.knowledge.tables import lines_of

TABLE = "operands.txt"
_NOTHING: dict[str, str] = {}
_refused: dict[str, dict[str, str]] = {}


def refused(name: str) -> dict[str, str]:
    """By parameter, what ``jax.numpy.sum`` refuses: ``{"a": "lns"}``."""
    if not _refused:
        for line in lines_of(TABLE):
            home, row, names = line.split(" | ")
            parameters = dict([part.split(":") for part in row.split()])
            _refused.update([(f"{home}.{short}", parameters) for short in names.split()])
    return _refused.get(name, _NOTHING)
