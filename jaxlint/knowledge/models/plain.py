"""Classes of libraries that know nothing of JAX: types, argparse, pytest."""


class SimpleNamespace:
    def __init__(self, mapping=(), **attributes):
        self.__dict__.update(mapping)
        self.__dict__.update(attributes)


Namespace = SimpleNamespace


class FixtureRequest:
    """What a fixture is handed as ``request``: the tracer sets ``param``."""
