"""equinox's enumerations, of which the results of solvers are items."""


class EnumerationItem:
    """Compared it asks for its number; its own truth is that of any object."""

    def __init__(self, value):
        self._value = value

    def __eq__(self, other):
        return self._value == 0

    def __ne__(self, other):
        return self._value != 0
