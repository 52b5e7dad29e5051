"""flax.nnx: modules as pytrees."""

import jax

from jaxlint.knowledge.models import anything, blurred, under_trace


def Param(value, **metadata):
    """Stands for its array: what reads or writes ``.value`` means the same."""
    return value


Variable = BatchStat = Cache = Intermediate = Perturbation = Param


class GraphDef:
    def __init__(self, module):
        self.module = module


def split(node, *filters):
    parts = [node for _ in filters] if filters else [node]
    return (GraphDef(node), *parts)


def merge(graphdef, state, *states):
    return state


def state(node, *filters):
    return node


def clone(node):
    return node


class Optimizer:
    def __init__(self, model, tx, wrt=None):
        self.model = model
        self.tx = tx

    def update(self, *model_and_grads, **named):
        grads = model_and_grads[-1]
        self.tx.update(grads, anything(grads), grads)


cond = jax.lax.cond
switch = jax.lax.switch
while_loop = jax.lax.while_loop
fori_loop = jax.lax.fori_loop


def scan(f=None, **settings):
    if f is None:
        return lambda function: scan(function, **settings)
    return lambda *args: under_trace(f, *[blurred(arg) for arg in args])


def eval_shape(f, *args, **kwargs):
    under_trace(f, *args, **kwargs)
    return anything()
