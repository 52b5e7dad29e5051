"""Layers of flax.nnx that write what they hold when they are called."""

import jax.numpy as jnp
from flax import nnx

from jaxlint.knowledge.models import array, forget, is_known, like, static, written


class BatchStat(nnx.BatchStat):
    pass


class Cache(nnx.Cache):
    pass


class Param(nnx.Param):
    pass


class Dropout(nnx.Module):
    def __init__(self, rate, *, broadcast_dims=(), deterministic=False, rng_collection="dropout", rngs=None):
        static(rate, "rate")
        self.rate = rate
        self.drops = is_known(rate) and rate != 0.0 and rate != 1.0
        self.deterministic = deterministic
        self.rngs = None if rngs is None else rngs.fork()

    def __call__(self, inputs, *, deterministic=None, rngs=None):
        deterministic = self.deterministic if deterministic is None else deterministic
        rngs = self.rngs if rngs is None else rngs
        if self.rate == 0.0:
            return inputs
        static(deterministic, "deterministic")
        if self.drops and is_known(deterministic) and not deterministic and isinstance(rngs, nnx.RngStream):
            rngs()
        return like(inputs, inputs)

    def set_view(self, **settings):
        forget(self, ["deterministic"])


class BatchNorm(nnx.Module):
    def __init__(self, num_features, *, use_running_average=False, rngs=None, **settings):
        static(num_features, "num_features")
        self.mean = BatchStat(jnp.zeros(num_features))
        self.var = BatchStat(jnp.ones(num_features))
        self.scale = Param(jnp.ones(num_features))
        self.bias = Param(jnp.zeros(num_features))
        self.num_features = num_features
        self.use_running_average = use_running_average

    def __call__(self, x, use_running_average=None, *, mask=None):
        use_running_average = self.use_running_average if use_running_average is None else use_running_average
        static(use_running_average, "use_running_average")
        if is_known(use_running_average) and not use_running_average:
            written(self.mean)
            written(self.var)
        return array(x)

    def set_view(self, **settings):
        forget(self, ["use_running_average"])


class MultiHeadAttention(nnx.Module):
    def __init__(self, *sizes, dropout_rate=0.0, deterministic=None, decode=None, rngs=None, **settings):
        self.drops = is_known(dropout_rate) and dropout_rate != 0.0
        self.deterministic = deterministic
        self.decode = decode
        self.rngs = rngs.fork() if self.drops and settings.get("keep_rngs", True) else None
        self.cache_index = None

    def __call__(self, *inputs, mask=None, deterministic=None, rngs=None, decode=None, **settings):
        deterministic = self.deterministic if deterministic is None else deterministic
        rngs = self.rngs if rngs is None else rngs
        decode = self.decode if decode is None else decode
        static(decode, "decode")
        if is_known(decode) and decode and self.cache_index is not None:
            written(self.cache_index)
        if self.drops:
            static(deterministic, "deterministic")
            if is_known(deterministic) and not deterministic and isinstance(rngs, nnx.RngStream):
                rngs()
        return array(inputs)

    def init_cache(self, *shape):
        self.cache_index = Cache(jnp.zeros((), jnp.int32))

    def set_view(self, **settings):
        forget(self, ["deterministic", "decode", "cache_index"])


class Sequential(nnx.Module):
    def __init__(self, *fns):
        self.layers = list(fns)

    def __call__(self, *args, **kwargs):
        output = None
        for index, layer in enumerate(self.layers):
            if index == 0:
                output = layer(*args, **kwargs)
            elif isinstance(output, tuple):
                output = layer(*output, **kwargs)
            elif isinstance(output, dict):
                output = layer(**output)
            else:
                output = layer(output)
        return output
