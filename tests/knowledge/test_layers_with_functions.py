"""Which of Equinox's layers have a function among their leaves, asked of Equinox."""

import jax
import jax.numpy as jnp
import pytest

from jaxlint.knowledge.libraries.layers import LAYERS, WITH_FUNCTIONS

ARGUMENTS = {
    "Linear": (2, 2),
    "Identity": (),
    "Conv": (1, 1, 1, 1),
    "Conv1d": (1, 1, 1),
    "Conv2d": (1, 1, 1),
    "Conv3d": (1, 1, 1),
    "ConvTranspose": (1, 1, 1, 1),
    "Embedding": (2, 2),
    "LayerNorm": (2,),
    "GroupNorm": (1, 2),
    "RMSNorm": (2,),
    "Dropout": (),
    "MLP": (2, 2, 2, 1),
    "Lambda": (jnp.sin,),
    "Sequential": ([],),
    "MultiheadAttention": (1, 2),
    "AvgPool1d": (2,),
    "AvgPool2d": (2,),
    "MaxPool1d": (2,),
    "MaxPool2d": (2,),
    "PReLU": (),
}
KEYED = {"Linear", "Conv", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose", "Embedding", "MLP", "MultiheadAttention"}


@pytest.mark.library("equinox")
@pytest.mark.parametrize("name", sorted(LAYERS["equinox.nn."]))
def test_layers_with_functions(name):
    import equinox as eqx

    keyed = {"key": jax.random.key(0)} if name in KEYED else {}
    layer = getattr(eqx.nn, name)(*ARGUMENTS[name], **keyed)
    assert any(map(callable, jax.tree.leaves(layer))) == ("equinox.nn." + name in WITH_FUNCTIONS)
