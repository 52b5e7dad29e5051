"""flax.nnx: modules as pytrees."""

import jax
import jax.numpy as jnp
from flax import nnx

from jaxlint.knowledge.models import anything, copied, forget, merged, under_filter, under_scan, updated


def Param(value, **metadata):
    """Stands for its array: what reads or writes ``.value`` means the same."""
    return value


Variable = BatchStat = Cache = Intermediate = Perturbation = Param


class Module(nnx.Module):
    def train(self, **attributes):
        forget(self, ["deterministic", "use_running_average", *attributes])

    eval = train

    def set_attributes(self, *filters, **attributes):
        forget(self, [*attributes])

    set_mode = set_attributes


def List(items=()):
    return list(items)


def Dict(*items, **named):
    return dict(*items, **named)


@jax.tree_util.register_static
class GraphDef:
    def __init__(self, module):
        self.module = module


def graphdef(node):
    return GraphDef(node)


def split(node, *filters):
    parts = [copied(node) for _ in filters] if filters else [copied(node)]
    return (GraphDef(copied(node)), *parts)


def merge(graphdef, *states, **settings):
    return merged(graphdef.module, list(states))


def state(node, *filters):
    return [copied(node) for _ in filters] if len(filters) > 1 else copied(node)


pop = state


def update(node, *states):
    for one in states:
        updated(node, one)


def clone(node, *settings, **named):
    return copied(node)


class Optimizer(nnx.Module):
    def __init__(self, model, tx, wrt=None):
        self.tx = tx
        self.step = jnp.zeros((), jnp.uint32)

    def update(self, *model_and_grads, **named):
        grads = model_and_grads[-1]
        self.tx.update(grads, anything(grads), grads)


def split_rngs(target=None, **settings):
    """A decorator, or it is given what holds the streams."""
    return (lambda function: function) if target is None else anything()


def cached_partial(f, *args):
    return lambda *others, **named: f(*args, *others, **named)


cond = jax.lax.cond
switch = jax.lax.switch
while_loop = jax.lax.while_loop
fori_loop = jax.lax.fori_loop


def scan(f=None, *, in_axes=(nnx.Carry, 0), **settings):
    if f is None:
        return lambda function: scan(function, in_axes=in_axes)
    return lambda *args: under_scan(f, in_axes, *args)


def eval_shape(f, *args, **kwargs):
    return under_filter(f, *args, **kwargs)
