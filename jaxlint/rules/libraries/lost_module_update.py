"""Module updated under `jax.jit`, which hands the function a copy of it

## Why
Since flax 0.11, modules of nnx are pytrees, and `jax.jit` takes them. It hands the function a copy,
so what the function writes to a parameter, a running average or an RNG count is lost unless it is
returned: the training step runs, and nothing is learned. `nnx.jit` writes updates back.

## Bad
    import jax
    import jax.numpy as jnp
    from flax import nnx


    class Counter(nnx.Module):
        def __init__(self):
            self.count = nnx.Variable(jnp.zeros((), jnp.int32))


    @jax.jit
    def tick(counter):
        counter.count[...] += 1
        return counter.count[...]


    counter = Counter()
    tick(counter)
    print(counter.count[...])  # prints 0

## Good
    import jax
    import jax.numpy as jnp
    from flax import nnx


    class Counter(nnx.Module):
        def __init__(self):
            self.count = nnx.Variable(jnp.zeros((), jnp.int32))


    @nnx.jit
    def tick(counter):
        counter.count[...] += 1
        return counter.count[...]


    counter = Counter()
    tick(counter)
    print(counter.count[...])  # prints 1

## Ways out
- use `nnx.jit`: it writes the updates back to the module that was passed
- return `nnx.state(module)`, and use `nnx.update`: the function stays pure

## Fix safety
Unsafe: `nnx.jit` instead of `jax.jit`, with the same options.

## How to silence
When the update is meant to be dropped, as a dropout count in an evaluation.

## How to confirm
Compare `nnx.state(module)` before and after the call.
https://docs.jax.dev/en/latest/stateful-computations.html
"""

from __future__ import annotations

import _ast

from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.libraries import UpdateLost


_JAX_ALONE = ("compiler_options",)  # options that `nnx.jit` does not take


def check(event: UpdateLost) -> Hazard:
    message = (
        f"`{event.callee}` updates a `{event.kind_of}` of a module, but `jax.jit` passes a copy: the update is lost"
    )
    return Hazard(message, ways=("use `nnx.jit`", "return `nnx.state"))


def fix(event: UpdateLost, site: Site) -> Rewrite | None:
    node = event.node.func if isinstance(event.node, _ast.Call) else event.node
    if any(keyword.arg in _JAX_ALONE for keyword in getattr(event.node, "keywords", ())):
        return None
    if not isinstance(node, (_ast.Name, _ast.Attribute)) or site.text(node).rpartition(".")[2] != "jit":
        return None
    return Rewrite(UNSAFE, "use `nnx.jit`", [Replace(node, site.name_of("flax.nnx.jit"))])


RULE = Rule(
    code="JAX632",
    severity="warning",
    events=("update-lost",),
    runtime="none: the module stays as it was",
    check=check,
    fix=fix,
    unfixed="the transform is applied in a way that jaxlint does not rewrite",
)
