"""Numbers that libraries give a name to."""

from __future__ import annotations

from jaxlint.tracing.values.value import FALSE, NONE, Const, Library, Static, Value

_NUMBERS: dict[str, Value] = {
    "pi": Const(3.141592653589793),
    "e": Const(2.718281828459045),
    "tau": Const(6.283185307179586),
    "euler_gamma": Const(0.5772156649015329),
    "inf": Const(float("inf")),
    "nan": Static("float"),  # no constant: it does not equal itself
}
_HOMES = ("math.", "numpy.", "jax.numpy.", "scipy.constants.")
_VALUES: dict[str, Value] = {
    **{home + name: value for home in _HOMES for name, value in _NUMBERS.items()},
    "numpy.newaxis": NONE,
    # Settings that nobody sets in code: what they guard is for debugging, and runs without jit or on one's own request.
    **{"jax.config.jax_" + name: FALSE for name in "disable_jit debug_nans debug_infs check_tracer_leaks".split()},
    "jax.numpy.newaxis": NONE,
}


def library_name(dotted: str) -> Value:
    """What a name of a library holds: its number, or the name itself."""
    return _VALUES[dotted] if dotted in _VALUES else Library(dotted)
