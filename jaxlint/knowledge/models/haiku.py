"""haiku: parameters, and JAX's transforms under its own names."""

import jax

from jaxlint.knowledge.models import created, new_key


def get_parameter(name, shape, dtype=None, init=None):
    return created(init(shape, dtype), shape)


def get_state(name, shape=None, dtype=None, init=None):
    return created(init(shape, dtype), shape)


def next_rng_key():
    return new_key()


maybe_next_rng_key = next_rng_key
scan = jax.lax.scan
cond = jax.lax.cond
switch = jax.lax.switch
while_loop = jax.lax.while_loop
fori_loop = jax.lax.fori_loop
map = jax.lax.map
grad = jax.grad
value_and_grad = jax.value_and_grad
jit = jax.jit
remat = jax.checkpoint
eval_shape = jax.eval_shape


def vmap(fun=None, in_axes=0, out_axes=0, split_rng=None, **settings):
    if fun is None:
        return lambda function: jax.vmap(function, in_axes=in_axes)
    return jax.vmap(fun, in_axes=in_axes)


def layer_stack(num_layers, **settings):
    return jax.checkpoint
