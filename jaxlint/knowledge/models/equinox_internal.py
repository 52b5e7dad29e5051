"""equinox.internal: loops that run as JAX's do, and what hands an array through while it keeps a transform away."""

import jax
import jax.numpy as jnp

from jaxlint.knowledge.models import like


def while_loop(cond_fun, body_fun, init_val, *, max_steps=None, buffers=None, kind=None, checkpoints=None, base=16):
    return jax.lax.while_loop(cond_fun, body_fun, init_val)


def scan(f, init, xs, length=None, *, buffers=None, kind=None, checkpoints=None):
    return jax.lax.scan(f, init, xs, length)


def error_if(x, pred, msg, **settings):
    return like(x, pred)


def branched_error_if(x, pred, index, msgs, **settings):
    return like(x, pred, index)


def nondifferentiable(x, **settings):
    return x


nondifferentiable_backward = nonbatchable = nontraceable = nondifferentiable


def unvmap_any(x):
    return jnp.any(x)


def unvmap_all(x):
    return jnp.all(x)


def unvmap_max(x):
    return jnp.max(x)


def nextafter(x):
    return jnp.asarray(x)


prevbefore = nextafter


def buffer_at_set(buffer, item, x, *, pred=True, **settings):
    return buffer.at[item].set(x)


def left_broadcast_to(arr, shape):
    return jnp.broadcast_to(arr.reshape(arr.shape + (1,) * (len(shape) - arr.ndim)), shape)


def closure_to_pytree(fn):
    return fn
