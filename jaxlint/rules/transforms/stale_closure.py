"""A jitted function reads a name that is bound anew between two calls: the compiled code keeps what it held at first.

## Why
JAX finds what it has compiled by the function, and by shapes, dtypes and static values of the arguments. What else the
function reads is looked at once, while it is traced, and becomes a constant; that the name holds something else since
then, the compiled code does not see.

Reported is a name of the scope that the function is defined in, where the function is called, the name bound anew by
this scope, and the function called again with arguments of the same kinds.

## Bad
    rate = 0.1

    @jax.jit
    def step(x):
        return x - rate * x

    x = step(x)
    rate = 0.01
    x = step(x)  # with 0.1

## Good
    @jax.jit
    def step(x, rate):
        return x - rate * x

    x = step(x, 0.1)
    x = step(x, 0.01)

## Fix
None: make it a parameter, and pass it.

## At run time
No exception: the old value counts. `jax.config.update("jax_log_compiles", True)` shows that nothing is compiled anew.
https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html
"""

from __future__ import annotations

import _ast

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import StaleRead


def check(event: StaleRead) -> Hazard:
    callee = quoted(event, event.node.func) if isinstance(event.node, _ast.Call) else "it"
    line, first = event.module.line_name(event.binding), event.module.line_name(event.compiled)
    when = "in an earlier iteration" if event.compiled is event.node else f"on {first}"
    name = quoted(event, event.binding)
    return Hazard(f"{callee} was compiled {when} with the {name} of then: it does not see that of {line}")


RULE = Rule(
    code="JAX608",
    severity="warning",
    events=("stale-read",),
    runtime="none: the old value counts",
    check=check,
    unfixed="all that call it have to pass the value",
)
