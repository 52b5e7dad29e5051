"""flax.nnx.Rngs: keys by name, each of which moves a count on."""

import jax.numpy as jnp
from flax import nnx

from jaxlint.knowledge.models import anything, array, new_key, written


class RngKey(nnx.RngKey):
    pass


class RngCount(nnx.RngCount):
    pass


class RngStream(nnx.Module):
    """One seed and a count, which each key moves on."""

    def __init__(self, key=None, *, tag=None):
        self.key = RngKey(anything())
        self.count = RngCount(jnp.zeros((), jnp.uint32))

    def __call__(self):
        written(self.count)
        return new_key(self.count.value)

    def fork(self, *settings, **named):
        self()
        return RngStream()

    split = broadcast = fork

    def _drawn(self, *settings, **named):
        return array(self())

    bits = uniform = randint = permutation = choice = normal = multivariate_normal = truncated_normal = _drawn
    bernoulli = beta = cauchy = dirichlet = exponential = gamma = loggamma = poisson = gumbel = categorical = _drawn
    laplace = logistic = pareto = t = chisquare = f = rademacher = maxwell = weibull_min = orthogonal = _drawn
    ball = rayleigh = wald = geometric = triangular = lognormal = binomial = multinomial = _drawn


class Rngs(RngStream):
    """Streams by name; one of them stands for all."""

    def __init__(self, default=None, **streams):
        self.default = RngStream()

    def __getattr__(self, name):
        return self.default

    __getitem__ = __getattr__

    def __call__(self):
        return self.default()

    def __contains__(self, name):
        return anything()

    def __iter__(self):
        return anything()

    def __len__(self):
        return anything()

    def items(self):
        return anything()

    def fork(self, *settings, **named):
        self.default()
        return Rngs()

    split = broadcast = fork
