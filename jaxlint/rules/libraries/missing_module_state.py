"""Module or optimizer called without the RNG, state or parameters it needs

## Why
The modules of `flax.linen` and haiku have no state of their own. `Dropout` draws from an RNG that
`apply` gets as `rngs=`, and `BatchNorm` updates a collection that `apply` must name in `mutable=`,
both only in training. `init` and `apply` run modules; with haiku, those of `hk.transform(f)`.
Optimizers such as `optax.adamw` decay or scale the parameters, and need them in each `update`.

## Bad
    import flax.linen as nn
    import jax
    import jax.numpy as jnp


    class Net(nn.Module):
        @nn.compact
        def __call__(self, x, train):
            return nn.Dropout(0.5, deterministic=not train)(x)


    net, x = Net(), jnp.ones(3)
    variables = net.init(jax.random.key(0), x, train=False)
    net.apply(variables, x, train=True)

## Good
    import flax.linen as nn
    import jax
    import jax.numpy as jnp


    class Net(nn.Module):
        @nn.compact
        def __call__(self, x, train):
            return nn.Dropout(0.5, deterministic=not train)(x)


    net, x = Net(), jnp.ones(3)
    variables = net.init(jax.random.key(0), x, train=False)
    net.apply(variables, x, train=True, rngs={"dropout": jax.random.key(1)})

## Ways out
- pass `rngs={"dropout": key}` with a new key in every step: the module is trained
- pass `mutable=["batch_stats"]`, and keep the updates: the module is trained
- turn training off, as with `deterministic=True`: it is evaluated
- pass the parameters, as in `tx.update(grads, state, params)`: the optimizer decays or scales them
- use `init` and `apply`, in haiku those of `hk.transform(f)`: a module is called directly

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the call is meant to raise, for example inside `pytest.raises`.

## JAX's error
`InvalidRngError`: "Dropout_0 needs PRNG for "dropout"", `ModifyScopeVariableError`: "Cannot update variable "mean"",
`CallCompactUnboundModuleError`, `ValueError`: "All `hk.Module`s must be initialized inside an `hk.transform`".
https://docs.jax.dev/en/latest/index.html#ecosystem
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.libraries import ModuleMisused


def check(event: ModuleMisused) -> Hazard:
    if "parameters" in event.says:
        return Hazard(event.says, ways=("pass the parameters",))
    if "needs to run" in event.says:
        return Hazard(event.says, ways=("use `init`",))
    return Hazard(event.says, ways=("pass `rngs" if "rngs" in event.says else "pass `mutable", "turn training off"))


RULE = Rule(
    code="JAX630",
    severity="error",
    events=("module-misused",),
    runtime="InvalidRngError, ModifyScopeVariableError, ValueError",
    check=check,
    unfixed="only you know which key or collection to pass",
)
