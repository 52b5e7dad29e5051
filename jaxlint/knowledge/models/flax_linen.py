"""flax.linen: modules, and transforms that lift over them."""

import jax
from flax import linen

from jaxlint.knowledge.models import (
    anything,
    created,
    is_function,
    new_key,
    under_jit,
    under_scan,
    under_trace,
    under_vmap,
)


class Variable:
    def __init__(self, value):
        self.value = value


class Module(linen.Module):
    def param(self, name, init_fn, *init_args, **settings):
        # Where the parameter is there already, apply asks its initializer for the shape, by eval_shape.
        return created(under_trace(lambda: init_fn(new_key(), *init_args)), *init_args)

    def variable(self, col, name, init_fn=None, *init_args, **settings):
        return Variable(created(init_fn(*init_args)))

    def make_rng(self, name="params"):
        return new_key()


class LiftedClass:
    """A module class under a transform: its constructor's arguments are static, its objects run under it."""

    def __init__(self, target, run):
        self.target = target
        self.run = run

    def __call__(self, *args, **kwargs):
        return LiftedModule(self.target(*args, **kwargs), self.run)


class LiftedModule:
    def __init__(self, module, run):
        self.module = module
        self.run = run

    def __call__(self, *args, **kwargs):
        return self.run(self.module, args, kwargs)

    def init(self, rngs, *args, method=None, mutable=None, **kwargs):
        if method is None:
            self.run(self.module, args, kwargs)
        return anything()

    def apply(self, variables, *args, rngs=None, method=None, mutable=False, **kwargs):
        result = self.run(self.module, args, kwargs) if method is None else anything()
        return anything(result) if mutable else result


def _lift(target, run):
    if not is_function(target):
        return LiftedClass(target, run)
    return lambda self, *args, **kwargs: run(lambda *inner, **named: target(self, *inner, **named), args, kwargs)


def jit(target=None, variables=True, rngs=True, static_argnums=(), static_argnames=(), **settings):
    def run(function, args, kwargs):
        return under_jit(function, static_argnums, static_argnames, *args, **kwargs)

    return (lambda inner: _lift(inner, run)) if target is None else _lift(target, run)


def remat(target=None, variables=True, rngs=True, concrete=False, prevent_cse=True, static_argnums=(), **settings):
    given = (static_argnums,) if isinstance(static_argnums, int) else static_argnums

    def run(function, args, kwargs):
        # From the end, one behind the last argument is counted: -2 is the last one, as linen shifts positions.
        static = tuple([number if number >= 0 else len(args) + number + 2 for number in given])
        return under_jit(function, static, (), *args, **kwargs)

    return (lambda inner: _lift(inner, run)) if target is None else _lift(target, run)


checkpoint = remat


def vmap(target=None, variable_axes=None, split_rngs=None, in_axes=0, **settings):
    def run(function, args, kwargs):
        return under_vmap(function, in_axes, *args)  # it ignores keywords

    return (lambda inner: _lift(inner, run)) if target is None else _lift(target, run)


def scan(
    target=None,
    variable_axes=None,
    variable_broadcast=False,
    variable_carry=False,
    split_rngs=None,
    in_axes=0,
    **settings,
):
    def run(function, args, kwargs):
        carry, *xs = args
        return under_trace(lambda c: under_scan(lambda *rows: function(c, *rows), in_axes, *xs), carry)

    return (lambda inner: _lift(inner, run)) if target is None else _lift(target, run)


def init(fn, module, *filters):
    return lambda rngs, *args, **kwargs: fn(module, *args, **kwargs)


init_with_output = init


def apply(fn, module, *filters):
    return lambda variables, *args, **kwargs: fn(module, *args, **kwargs)


def map_variables(target, *args, **settings):
    return _lift(target, lambda function, args, kwargs: function(*args, **kwargs))


def while_loop(cond_fn, body_fn, init_mod, init, **settings):
    under_trace(lambda carry: cond_fn(init_mod, carry), init)
    return under_trace(lambda carry: body_fn(init_mod, carry), init)


def cond(pred, true_fun, false_fun, mdl, *operands, **settings):
    return jax.lax.cond(pred, lambda *args: true_fun(mdl, *args), lambda *args: false_fun(mdl, *args), *operands)


def switch(index, branches, mdl, *operands, **settings):
    return jax.lax.switch(index, [lambda *args: branch(mdl, *args) for branch in branches], *operands)
