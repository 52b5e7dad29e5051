"""flax.training: the state of a training loop."""

from typing import Any

import optax
from flax import struct


@struct.dataclass
class TrainState:
    step: Any
    apply_fn: Any = struct.field(pytree_node=False)
    params: Any = struct.field(pytree_node=True)
    tx: Any = struct.field(pytree_node=False)
    opt_state: Any = struct.field(pytree_node=True)

    def apply_gradients(self, *, grads, **others):
        updates, opt_state = self.tx.update(grads, self.opt_state, self.params)
        params = optax.apply_updates(self.params, updates)
        return self.replace(step=self.step + 1, params=params, opt_state=opt_state, **others)

    @classmethod
    def create(cls, *, apply_fn, params, tx, **others):
        return cls(step=0, apply_fn=apply_fn, params=params, tx=tx, opt_state=tx.init(params), **others)
