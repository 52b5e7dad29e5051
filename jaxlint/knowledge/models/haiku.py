"""haiku: parameters, and JAX's transforms under its own names."""

import jax

from jaxlint.knowledge.models import anything, created, misused, new_key


class Transformed:
    """A function that makes modules, run by ``init`` and ``apply``."""

    _fields = ("init", "apply")

    def __init__(self, f):
        self.f = f

    def init(self, rng, *args, **kwargs):
        self.f(*args, **kwargs)
        return anything()

    def apply(self, params, rng, *args, **kwargs):
        return self.f(*args, **kwargs)

    def __call__(self, *args, **kwargs):
        misused("what `hk.transform` returns is not callable: use its `apply`")


class WithoutRng(Transformed):
    def apply(self, params, *args, **kwargs):
        return self.f(*args, **kwargs)


class WithState(Transformed):
    def init(self, rng, *args, **kwargs):
        self.f(*args, **kwargs)
        return anything(), anything()

    def apply(self, params, state, rng, *args, **kwargs):
        return self.f(*args, **kwargs), anything()


def transform(f, **settings):
    return Transformed(f)


def transform_with_state(f):
    return WithState(f)


def without_apply_rng(transformed):
    return WithoutRng(transformed.f) if type(transformed) is Transformed else anything()


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
