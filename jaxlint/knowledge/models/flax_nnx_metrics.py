"""flax.nnx.metrics: objects that sum up over steps what they are shown."""

import jax.numpy as jnp
from flax import nnx

from jaxlint.knowledge.models import array, written


class MetricState(nnx.Variable):
    pass


class Metric(nnx.Module):
    pass


class Average(Metric):
    def __init__(self, argname="values"):
        self.total = MetricState(jnp.zeros(()))
        self.count = MetricState(jnp.zeros((), jnp.int32))

    def reset(self):
        written(self.total)
        written(self.count)

    def update(self, **named):
        written(self.total)
        written(self.count)

    def compute(self):
        return array(self.total.value)


class Welford(Average):
    pass


class Accuracy(Average):
    pass


class MultiMetric(Metric):
    def __init__(self, **metrics):
        self.metrics = metrics
        for name, metric in metrics.items():
            setattr(self, name, metric)

    def reset(self):
        for metric in self.metrics.values():
            metric.reset()

    def update(self, **updates):
        for metric in self.metrics.values():
            metric.update(**updates)

    def compute(self):
        return {name: metric.compute() for name, metric in self.metrics.items()}
