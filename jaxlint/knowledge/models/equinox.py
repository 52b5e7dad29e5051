"""equinox: functions with rules of their own, and what it does with whole models."""

import jax
import jax.numpy as jnp
import numpy as np

from jaxlint.knowledge.models import like, under_filter


def is_array(element):
    return isinstance(element, (jax.Array, np.ndarray, np.generic))


def is_inexact_array(element):
    return is_array(element) and jnp.issubdtype(element.dtype, jnp.inexact)


def is_array_like(element):
    return is_array(element) or isinstance(element, (float, complex, bool, int))


def filter_closure_convert(fn, *args, **kwargs):
    under_filter(fn, *args, **kwargs)
    return fn


class filter_custom_vjp:
    """Its rules are not followed: they say what the derivative is, and not the function."""

    def __init__(self, fn):
        self.fn = fn

    def __call__(self, *args, **kwargs):
        return self.fn(*jax.lax.stop_gradient(args), **kwargs)

    def def_fwd(self, fn):
        return fn

    def def_bwd(self, fn):
        return fn

    def def_jvp(self, fn):
        return fn

    def defjvp(self, fn):
        return fn


filter_custom_jvp = filter_custom_vjp


def filter_shard(x, device_or_shardings):
    return x


def error_if(x, pred, msg, **settings):
    return like(x, pred)


branched_error_if = error_if
