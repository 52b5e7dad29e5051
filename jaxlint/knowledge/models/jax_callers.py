"""JAX's own functions that call a function of the user's, beside the ones in tracing/transforms."""

import jax
import jax.numpy as jnp

from jaxlint.knowledge.models import anything, array, blurred, integer, like, shaped, under_trace


def linear_transpose(fun, *primals, reduce_axes=None):
    under_trace(fun, *primals)
    kept = shaped(primals)
    return lambda cotangents: like(kept, cotangents)


def closure_convert(fun, *example_args):
    under_trace(fun, *example_args)
    return fun, []


def linear_call(fun, fun_transpose, residual_args, linear_args):
    return under_trace(fun, residual_args, linear_args)


def custom_root(f, initial_guess, solve, tangent_solve, has_aux=False):
    under_trace(f, initial_guess)
    under_trace(solve, f, initial_guess)
    return anything(initial_guess) if has_aux else like(initial_guess)


def custom_linear_solve(matvec, b, solve, transpose_solve=None, symmetric=False, has_aux=False):
    under_trace(matvec, b)
    under_trace(solve, matvec, b)
    return anything(b) if has_aux else like(b)


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    under_trace(lambda row: func1d(row, *args, **kwargs), blurred(jnp.asarray(arr)))
    return array(arr)


def apply_over_axes(func, a, axes):
    return array(func(a, 0))


def fromfunction(function, shape, *, dtype=float, **kwargs):
    return under_trace(lambda *indices: function(*indices, **kwargs), *[integer() for _ in shape])


def piecewise(x, condlist, funclist, *args, **kw):
    for function in funclist:
        under_trace(lambda value: function(value, *args, **kw), blurred(x))
    return like(x)


def odeint(func, y0, t, *args, **settings):
    under_trace(func, y0, t[0], *args)
    return jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, jnp.shape(t) + jnp.shape(leaf)), y0)


def minimize(fun, x0, args=(), *, method=None, tol=None, options=None):
    under_trace(fun, x0, *args)
    return anything(x0)


def cg(A, b, x0=None, **settings):
    under_trace(A, b)
    return like(b), None


gmres = bicgstab = cg


def jet(fun, primals, series, **settings):
    under_trace(fun, *primals)
    return anything(*primals)
