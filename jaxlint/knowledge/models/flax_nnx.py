"""flax.nnx: modules as pytrees."""

import jax
import jax.numpy as jnp
from flax import nnx

from jaxlint.knowledge.models import (
    anything,
    changed,
    copied,
    forget,
    like_reference,
    merged,
    under_filter,
    under_scan,
    updated,
    variable,
    written,
)


class Variable(variable):
    """Holds any pytree, and stands for it; ``value`` and ``raw_value`` name what it holds."""

    def __init__(self, value, **metadata):
        self.value = value
        for name in metadata:
            setattr(self, name, metadata[name])

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


class Module(nnx.Module):
    def train(self, **attributes):
        forget(self, ["deterministic", "use_running_average"])
        forget(self, [*attributes])

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


def with_vars(node, **settings):
    return copied(node)


vars_as = as_hijax_vars = as_ref_vars = as_immutable_vars = with_vars


def update(node, *states):
    for one in states:
        updated(node, one)


def clone(node, *settings, **named):
    return copied(node)


class Optimizer(nnx.Module):
    def __init__(self, model, tx, wrt=None):
        if wrt is None:
            changed("`nnx.Optimizer` needs `wrt`, as in `wrt=nnx.Param`", "0.11.0")
        self.tx = tx
        self.step = OptState(jnp.zeros((), jnp.uint32))

    def update(self, *model_and_grads, **named):
        written(self.step)
        if len(model_and_grads) == 1 and not named:
            changed("`update` of `nnx.Optimizer` takes the model first, as in `update(model, grads)`", "0.11.0")
        grads = model_and_grads[-1]
        self.tx.update(grads, anything(grads), grads)


def split_rngs(target=None, **settings):
    """A decorator, or it is given what holds the streams."""
    return (lambda function: function) if target is None else anything()


class StateAxes:
    def __init__(self, filter_to_axes):
        self.axes = filter_to_axes


def cached_partial(f, *args):
    return lambda *others, **named: f(*args, *others, **named)


shard_map = jax.shard_map
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
