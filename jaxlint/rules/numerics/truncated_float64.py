"""`jnp.zeros(3, jnp.float64)` in a program that does not enable 64-bit numbers: JAX gives `float32`.

## Why
JAX computes in 32 bits unless `jax_enable_x64` is set before anything else: who asks for `float64`, `int64`, `uint64`
or `complex128` gets the narrower dtype and a UserWarning. Python's `float` and `int` ask for the default width and are
not meant.

Only programs are looked at, files with an `if __name__ == "__main__":`, as who imports a library decides for it; and
only where neither the files that are linted, nor what the program imports, nor settings and scripts around
(`conftest.py`, `pyproject.toml`, `Makefile` ...) name the switch.

## Bad
    total = jnp.sum(x, dtype=jnp.float64)

## Good
    jax.config.update("jax_enable_x64", True)
    total = jnp.sum(x, dtype=jnp.float64)

## Fix
None: whether the program needs 64 bits, or the narrower dtype, is for its author to say.

## At run time
`UserWarning: Explicitly requested dtype float64 requested in zeros is not available, and will be truncated to dtype
float32`. https://docs.jax.dev/en/latest/default_dtypes.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import WideDtype


def check(event: WideDtype) -> Hazard:
    return Hazard(f"`{event.wanted}` is asked for, but nothing here enables 64-bit numbers: JAX gives `{event.given}`")


RULE = Rule(
    code="JAX802",
    severity="warning",
    events=("wide-dtype",),
    runtime="UserWarning",
    check=check,
)
