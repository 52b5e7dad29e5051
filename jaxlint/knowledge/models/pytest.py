"""pytest: what a fixture is handed."""


class FixtureRequest:
    """``request``: the tracer sets ``param``."""
