"""numpyro.handlers: effects around a model, which calls it all the same."""


def seed(fn=None, rng_seed=None, **settings):
    return fn


def condition(fn=None, data=None, **settings):
    return fn


trace = substitute = block = replay = mask = scale = condition
