"""What ends the search for a form without masked reads."""

from __future__ import annotations


class Escapes(Exception):
    """A masked value is used in a way that needs it as it is."""
