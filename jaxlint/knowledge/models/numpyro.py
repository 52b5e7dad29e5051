"""numpyro: models that inference runs under jit."""

from jaxlint.knowledge.models import latent, static


def sample(name, fn, obs=None, rng_key=None, **settings):
    return latent() if obs is None else obs


class plate:
    def __init__(self, name, size, subsample_size=None, dim=None):
        static(size, "size")
        static(subsample_size, "subsample_size")


def param(name, init_value=None, **settings):
    return latent()


def deterministic(name, value):
    return value


def factor(name, log_factor):
    return None
