"""64-bit dtype without `jax_enable_x64`

## Why
Unless `jax_enable_x64` is set, JAX computes in 32 bits: `float64`, `int64`, `uint64` and
`complex128` are truncated to the 32-bit dtype with a UserWarning. Python's `float` and `int` mean
the default width and are not reported. Reported only in programs and notebooks for which no file,
import, setting or script mentions the switch.

## Bad
    import jax.numpy as jnp


    def main():
        steps = jnp.full(10, 0.1, dtype=jnp.float64)
        print(jnp.sum(steps).dtype)  # prints float32


    if __name__ == "__main__":
        main()

## Good
    import jax
    import jax.numpy as jnp


    def main():
        jax.config.update("jax_enable_x64", True)
        steps = jnp.full(10, 0.1, dtype=jnp.float64)
        print(jnp.sum(steps).dtype)  # prints float64


    if __name__ == "__main__":
        main()

## Ways out
- set `jax.config.update("jax_enable_x64", True)` at the start: the computation needs 64 bits
- use the 32-bit type, such as `jnp.float32`: 32 bits are enough

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the environment of the program sets `JAX_ENABLE_X64`.

## How to confirm
Print the dtype. JAX warns: "Explicitly requested dtype float64 requested in full is not available, and will be
truncated to dtype float32". https://docs.jax.dev/en/latest/default_dtypes.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.shapes import WideDtype


def check(event: WideDtype) -> Hazard:
    return Hazard(f"`{event.wanted}` is truncated to `{event.given}`: `jax_enable_x64` is off")


RULE = Rule(
    code="JAX802",
    severity="warning",
    events=("wide-dtype",),
    runtime="UserWarning",
    check=check,
    unfixed="only you know whether 64 bits are required",
)
