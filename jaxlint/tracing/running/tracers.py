"""The tracers that a process keeps of a project."""

from __future__ import annotations

from jaxlint.tracing.running.interpreter import Interpreter


class Tracers(dict["str | None", Interpreter]):
    """By the JAX that is aimed at."""
