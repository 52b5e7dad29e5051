"""What was found out about one callable."""

from __future__ import annotations

import inspect

# How sure we are of a parameter.
TRACED = "traced"  # a tracer works
STATIC = "static"  # a tracer raises
CALLABLE = "callable"
OTHER = "other"  # no number: a string, a dtype, a structure
UNKNOWN = "unknown"  # no value that JAX takes was found


class Verdict:
    """One parameter.

    ``error``: what a tracer raises; ``rescuers``: parameters that let it pass; ``array``: an array was given;
    ``container``: a tuple or list of numbers or arrays was given; ``scalar_static``: an array may be traced, a number
    must be static; ``array_static``: the other way round; ``plain``: of a static one, a concrete array is refused,
    too; ``decides_kind``: the result's kind follows from its; ``makes_tuple``: a flag that asks for more
    than the one array.
    """

    __slots__ = (
        "array",
        "array_static",
        "container",
        "decides_kind",
        "error",
        "makes_tuple",
        "parameter",
        "plain",
        "rescuers",
        "scalar_static",
        "word",
    )

    def __init__(self, parameter: inspect.Parameter) -> None:
        self.parameter = parameter
        self.word = UNKNOWN
        self.error = ""
        self.rescuers: list[str] = []
        self.array = self.container = self.scalar_static = self.array_static = self.plain = False
        self.decides_kind = self.makes_tuple = False


class Finding:
    """One callable.  ``form`` and ``kinds`` tell of the result, see outputs.py; ``is_static``: no array comes out;
    ``tried``: a working call was found."""

    __slots__ = ("bound", "fails_in_jit", "form", "forms", "is_static", "key_use", "kinds", "name", "tried", "verdicts")

    def __init__(self, name: str) -> None:
        self.name = name
        self.verdicts: list[Verdict] = []
        self.bound: list[str] = []
        self.forms: list[str] = []
        self.fails_in_jit = self.is_static = self.tried = False
        self.form = self.kinds = self.key_use = ""
