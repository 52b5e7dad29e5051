"""blackjax: samplers that follow the gradient of a density."""

from jaxlint.knowledge.models import anything, under_grad


class nuts:
    def __init__(self, logdensity_fn, *settings, **named):
        self.logdensity_fn = logdensity_fn

    def init(self, position, *others):
        under_grad(self.logdensity_fn, position)
        return anything(position)

    def step(self, rng_key, state):
        under_grad(self.logdensity_fn, anything(state))
        return anything(state), anything(state)


hmc = mala = mclmc = barker_proposal = ghmc = nuts
