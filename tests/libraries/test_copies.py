"""Calls that give a changed copy of an argument: where they change nothing, they give that argument."""

from __future__ import annotations

from collections.abc import Callable

import jax
import numpy as np
import pytest

from jaxlint.knowledge.effects import COPIES

pytestmark = [pytest.mark.library(name) for name in ("equinox", "flax", "optax")]


def samples() -> dict[str, tuple[Callable[..., object], list[object]]]:
    """Each function, with arguments that ask for no change."""
    import equinox as eqx
    import flax.core
    import flax.linen as nn
    import jax.numpy as jnp
    import optax
    from jax.ad_checkpoint import checkpoint_name

    row, tree, zeros = jnp.arange(3.0), {"w": jnp.arange(3.0)}, {"w": jnp.zeros(3)}
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:1]), ("rows",))
    rows = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("rows"))
    nowhere = jnp.zeros(0, int)
    return {
        "optax.apply_updates": (optax.apply_updates, [tree, zeros]),
        "optax.incremental_update": (optax.incremental_update, [zeros, tree, 0.0]),
        "equinox.apply_updates": (eqx.apply_updates, [tree, zeros]),
        "equinox.tree_at": (eqx.tree_at, [lambda one: one["w"], tree, row]),
        "jax.lax.with_sharding_constraint": (jax.lax.with_sharding_constraint, [row, rows]),
        "jax.lax.stop_gradient": (jax.lax.stop_gradient, [tree]),
        "jax.ad_checkpoint.checkpoint_name": (checkpoint_name, [row, "name"]),
        "flax.linen.with_logical_constraint": (nn.with_logical_constraint, [row, ("rows",)]),
        "flax.core.freeze": (flax.core.freeze, [tree]),
        "flax.core.unfreeze": (flax.core.unfreeze, [flax.core.freeze(tree)]),
        "flax.core.copy": (flax.core.copy, [tree, {}]),
        "jax.numpy.append": (jnp.append, [row, nowhere]),
        "jax.numpy.insert": (jnp.insert, [row, nowhere, 1.0]),
        "jax.numpy.delete": (jnp.delete, [row, nowhere]),
    }


@pytest.mark.parametrize("name", sorted(COPIES))
def test_without_a_change_the_copy_equals_the_argument(name: str) -> None:
    function, arguments = samples()[name]
    result, given = function(*arguments), arguments[COPIES[name]]
    assert not isinstance(result, tuple)
    assert [leaf.tolist() for leaf in jax.tree.leaves(result)] == [leaf.tolist() for leaf in jax.tree.leaves(given)]
    assert jax.tree.leaves(given)
