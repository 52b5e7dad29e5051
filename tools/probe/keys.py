"""What a function does to a PRNG key."""

from __future__ import annotations

import jax

from tools.probe import trial
from tools.probe.call import Call
from tools.probe.values import is_key


def key_use(name: str, call: Call) -> str:
    """consumes, splits (consumes, makes others), derives (makes one, the old one stays good), makes (from a seed)."""
    keys = [parameter for parameter, value in call.arguments.items() if is_key(value)]
    if not keys:
        return "makes" if name.startswith("jax.random.") and _serves_as_key(call) else ""
    found = trial.attempt(lambda: _signature(call, keys[0]))
    if not found.works:
        return ""
    consumes, produces = found.result  # type: ignore[misc]
    if consumes:
        return "splits" if produces else "consumes"
    return "derives" if produces else ""


def _serves_as_key(call: Call) -> bool:
    return trial.attempt(lambda: jax.random.bits(call())).works  # type: ignore[arg-type]


def _signature(call: Call, key: str) -> tuple[bool, bool]:
    """Asks JAX's own checker of key reuse."""
    from jax.experimental.key_reuse._core import function_type_signature

    def run(value: object) -> list[object]:
        leaves = jax.tree_util.tree_leaves(call.having(**{key: value})())
        return [leaf for leaf in leaves if isinstance(leaf, jax.Array)]

    found = function_type_signature(run, call.arguments[key])
    return bool(list(found.sinks)), bool(list(found.sources))
