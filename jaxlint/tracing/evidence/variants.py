"""``self.variant`` of chex: the test runs with and without jit, and the one with jit is looked at."""

from __future__ import annotations

from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.transforms.wrappers import apply_wrapper
from jaxlint.tracing.values.value import UNKNOWN, Const, Library, Mark, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

VARIANT = "variant"
_JITTED = "tests:variant"
_TRACING = ("with_jit", "with_pmap")


def variant_of(marks: tuple[Mark, ...]) -> Value:
    """What ``self.variant`` is; UNKNOWN where no decorator says so."""
    for mark in marks:
        if mark.name == "chex.all_variants":
            return Library(_JITTED)
        if mark.name == "chex.variants":
            traces = any(_is_true(mark.keywords.get(name)) for name in _TRACING)
            return Library(_JITTED if traces else "builtins.identity")
    return UNKNOWN


def _is_true(value: Value | None) -> bool:
    return isinstance(value, Const) and value.value is True


def jitted(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``self.variant(f, static_argnums=0)``."""
    return apply_wrapper(frame, node, "jax.jit", arguments)


FUNCTIONS[_JITTED] = jitted
