"""flax.linen: modules, and transforms that lift over them."""

import jax
from flax import linen

from jaxlint.knowledge.models import blurred, created, is_class, latent, new_key, row, under_trace


class Variable:
    def __init__(self, value):
        self.value = value


class Module(linen.Module):
    def param(self, name, init_fn, *init_args, **settings):
        return created(init_fn(new_key(), *init_args), *init_args)

    def variable(self, col, name, init_fn=None, *init_args, **settings):
        return Variable(created(init_fn(*init_args)))

    def make_rng(self, name="params"):
        return new_key()


def _lifted(module, prepare):
    def call(*args, **kwargs):
        return under_trace(module, *[prepare(arg) for arg in args], **kwargs)

    return call


def _lift(target, prepare):
    """A class makes objects that run under the transform; a method does so itself."""
    if is_class(target):
        return lambda *args, **kwargs: _lifted(target(*args, **kwargs), prepare)
    return lambda self, *args, **kwargs: under_trace(
        lambda *inner, **named: target(self, *inner, **named), *[prepare(arg) for arg in args], **kwargs
    )


def _same(value):
    return value


def remat(target=None, **settings):
    if "static_argnums" in settings:
        return target
    return (lambda inner: _lift(inner, _same)) if target is None else _lift(target, _same)


checkpoint = remat


def jit(target=None, **settings):
    if "static_argnums" in settings or "static_argnames" in settings:
        return target
    return (lambda inner: _lift(inner, _same)) if target is None else _lift(target, _same)


def vmap(target=None, variable_axes=None, split_rngs=None, in_axes=0, **settings):
    if target is None:
        return lambda inner: vmap(inner, variable_axes, split_rngs, in_axes)
    return _lift(target, row if in_axes == 0 else blurred)


def scan(target=None, **settings):
    if target is None:
        return lambda inner: scan(inner, **settings)
    if "in_axes" in settings:
        return lambda *args, **kwargs: latent
    if is_class(target):
        return lambda *args, **kwargs: _scanned(target(*args, **kwargs))
    return lambda self, carry, *xs: _scanned(lambda *inner: target(self, *inner))(carry, *xs)


def _scanned(step):
    def run(carry, *xs):
        return under_trace(step, carry, *[row(x) for x in xs])

    return run


def while_loop(cond_fn, body_fn, init_mod, init, **settings):
    under_trace(lambda carry: cond_fn(init_mod, carry), init)
    return under_trace(lambda carry: body_fn(init_mod, carry), init)


def cond(pred, true_fun, false_fun, mdl, *operands, **settings):
    return jax.lax.cond(pred, lambda *args: true_fun(mdl, *args), lambda *args: false_fun(mdl, *args), *operands)


def switch(index, branches, mdl, *operands, **settings):
    return jax.lax.switch(index, [lambda *args: branch(mdl, *args) for branch in branches], *operands)
