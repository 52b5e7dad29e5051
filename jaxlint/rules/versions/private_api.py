"""A private name of JAX: `jax._src`, or any name that begins with an underscore.

## Why
Private names change or vanish in any release, without a warning. Off by default: `extend-select = ["JAX703"]`.

## Bad
    from jax._src.core import Primitive

## Good
    from jax.extend.core import Primitive

## Fix
None: look for a public name, in `jax.extend` first.

## At run time
Nothing, until a release moves the name. https://docs.jax.dev/en/latest/api_compatibility.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import PrivateName


def check(event: PrivateName) -> Hazard | None:
    return Hazard(f"`{event.name}` is private to JAX: any release may move it")


RULE = Rule(
    code="JAX703",
    severity="info",
    events=("private-name",),
    runtime="nothing, until a release moves the name",
    check=check,
)
