"""Functions that give a tree like an argument: in each container the leaves are known, and no leaf is taken for a tree.

A program for each way of making such a tree, with two functions for each container: one maps over the tree that is made
and the one it is made of, which runs, and one branches on a leaf of it, which raises.
"""

import json

import jax
import pytest

from jaxlint.knowledge.libraries.trees import LIKE
from tests.cli.command_line import jaxlint

MAKERS = {
    "device_put": "jax.device_put(q)",
    "block_until_ready": "jax.block_until_ready(q)",
    "optimization_barrier": "jax.lax.optimization_barrier(q)",
    "broadcast": "jax.tree.broadcast(1.0 * x, q)",
    "unflatten": "jax.tree.unflatten(jax.tree.structure(q), jax.tree.leaves(q))",
    "unflatten computed": "unflattened(q, lambda leaf: leaf * x)",
    "treedef's own": "jax.tree.structure(q).unflatten(jax.tree.leaves(q))",
    "unravel": "ravel_pytree(q)[1](2.0 * ravel_pytree(q)[0])",
    "map_with_path": "jax.tree_util.tree_map_with_path(lambda path, leaf: 2.0 * leaf, q)",
    "map over eval_shape": "jax.tree.map(lambda s: jnp.ones(s.shape, s.dtype), jax.eval_shape(lambda t: t, q))",
    "linear_transpose": "jax.linear_transpose(lambda t: t, q)(q)[0]",
    "adam's mu": "optax.adam(0.1).init(q)[0].mu",
    "adam's nu, updated": "optax.adam(0.1).update(q, optax.adam(0.1).init(q))[1][0].nu",
    "mu of a chain": "optax.chain(optax.clip(1.0), optax.adamw(0.1)).init(q)[1][0].mu",
    "apply_updates": "optax.apply_updates(q, q)",
    "incremental_update": "optax.incremental_update(q, q, 0.5)",
    "tree.add": "optax.tree.add(q, q)",
    "tree.scale": "optax.tree.scale(0.5, q)",
    "tree.zeros_like": "optax.tree.zeros_like(q)",
    "tree.cast": "optax.tree.cast(q, jnp.float16)",
    "tree.where": "optax.tree.where(x > 0, q, q)",
    "tree_utils.tree_sub": "optax.tree_utils.tree_sub(q, q)",
    "tree_utils.tree_random_like": "optax.tree_utils.tree_random_like(jax.random.key(0), q)",
    "projection": "optax.projections.projection_non_negative(q)",
    "eqx.apply_updates": "eqx.apply_updates(q, q)",
    "unbox": "flax.linen.unbox(q)",
}
CONTAINERS = {
    "list": ("[jnp.ones(3), jnp.ones(2)]", "made[0]"),
    "tuple": ("(jnp.ones(3), jnp.ones(2))", "made[1]"),
    "dict": ('{"w": jnp.ones(3), "b": jnp.ones(2)}', 'made["w"]'),
    "nested": ('{"w": [jnp.ones(3), (jnp.ones(2),)]}', 'made["w"][1][0]'),
    "named": ("Named(jnp.ones(3), [jnp.ones(2)])", "made.second[0]"),
    "module": ("Module(jnp.ones(3), jnp.ones(2))", "made.second"),
    "record": ("Record(jnp.ones(3), {'w': jnp.ones(2)})", "made.second['w']"),
}
HEAD = '''"""One way of making a tree like another."""
import typing

import equinox as eqx
import flax
import jax
import jax.numpy as jnp
import optax
from jax.flatten_util import ravel_pytree


class Named(typing.NamedTuple):
    first: jax.Array
    second: list


class Module(eqx.Module):
    first: jax.Array
    second: jax.Array


@flax.struct.dataclass
class Record:
    first: jax.Array
    second: dict


def unflattened(tree, change):
    leaves, treedef = jax.tree.flatten(tree)
    return jax.tree.unflatten(treedef, [change(leaf) for leaf in leaves])
'''


def program(maker):
    """With the line of each branch, by its container."""
    lines, branches = HEAD.splitlines(), {}
    for name, (tree, leaf) in CONTAINERS.items():
        lines += f"""

@jax.jit
def {name}_runs(q, x):
    made = {MAKERS[maker]}
    q = jax.tree.map(lambda a, b: a - 0.5 * x * b, made, q)
    return jax.tree.map(lambda a, b: a - 0.5 * x * b, q, made)


@jax.jit
def {name}_raises(q, x):
    made = {MAKERS[maker]}
    if {leaf}.sum() > 0:
        return x
    return -x


def call_{name}(f):
    return f({tree}, jnp.float32(2.0))


call_{name}({name}_runs)
call_{name}({name}_raises)
""".splitlines()
        branches[name] = next(number for number in range(len(lines), 0, -1) if lines[number - 1].startswith("    if "))
    return "\n".join(lines) + "\n", branches


def of_libraries(test):
    for name in ("equinox", "flax", "optax"):
        test = pytest.mark.library(name)(test)
    return test


@pytest.mark.parametrize("maker", MAKERS)
def test_leaves_are_found_in_each_container(tmp_path, maker):
    text, branches = program(maker)
    (tmp_path / "trees.py").write_text(text)
    done = jaxlint("--no-cache", "--output-format", "json", "trees.py", cwd=tmp_path)
    errors = [one for one in json.loads(done.stdout)["findings"] if one["severity"] == "error"]
    assert [(one["line"], one["code"]) for one in errors] == [(line, "JAX301") for line in branches.values()]


@of_libraries
@pytest.mark.parametrize("maker", MAKERS)
def test_jax_runs_them_so(maker):
    space = {}
    text, branches = program(maker)
    definitions = "\n".join(line for line in text.splitlines() if not line.startswith("call_"))
    exec(compile(definitions, "trees.py", "exec"), space)
    for name in branches:
        space[f"call_{name}"](space[f"{name}_runs"])
        with pytest.raises(jax.errors.TracerBoolConversionError):
            space[f"call_{name}"](space[f"{name}_raises"])


@pytest.mark.slow
@of_libraries
def test_the_table_is_what_the_libraries_do():
    from tools.probe_trees import answers

    asked = {"optax.tree", "flax.jax_utils"}
    found = {name: like for home in sorted(asked) for name, like in answers(home).items()}
    assert found == {name: like for name, like in LIKE.items() if name.rpartition(".")[0] in asked}
