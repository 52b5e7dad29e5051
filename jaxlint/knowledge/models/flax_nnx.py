"""flax.nnx: modules as pytrees."""

import jax

from jaxlint.knowledge.models import anything, blurred, like_reference, under_trace, variable


class Variable(variable):
    """Holds any pytree, and stands for it; ``value`` and ``raw_value`` name what it holds."""

    def __init__(self, value, **metadata):
        self.value = value

    def get_value(self, *, index=...):
        return self[index]

    def set_value(self, value, *, index=None):
        if index is None:
            self.value = value
        else:
            self[index] = value

    def get_raw_value(self):
        return self.value

    def set_raw_value(self, value, **settings):
        self.value = value

    def copy_from(self, other):
        self.value = other.value

    def update_from_state(self, variable_state):
        self.value = variable_state.value

    def copy(self, value=None, **updates):
        return like_reference(self, value)

    def replace(self, value=None, **updates):
        return like_reference(self, value)

    def add_axis(self, axis_index, axis_name):
        return None

    remove_axis = add_axis


class Param(Variable):
    pass


class BatchStat(Variable):
    pass


class Cache(Variable):
    pass


class Intermediate(Variable):
    pass


class Perturbation(Intermediate):
    pass


class OptState(Variable):
    pass


class OptArray(OptState):
    pass


class OptVariable(OptState):
    pass


class LoRAParam(Param):
    pass


class RngState(Variable):
    pass


class RngCount(RngState):
    pass


class RngKey(RngState):
    pass


VariableState = Variable


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
