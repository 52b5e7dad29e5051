"""numpyro.infer: what runs a model."""

from jaxlint.knowledge.models import anything, in_trace


class NUTS:
    def __init__(self, model=None, *settings, **named):
        self.model = model


HMC = BarkerMH = SA = NUTS


class DiscreteHMCGibbs:
    def __init__(self, inner_kernel, *settings, **named):
        self.model = inner_kernel.model


MixedHMC = HMCGibbs = DiscreteHMCGibbs


class MCMC:
    def __init__(self, sampler, *settings, **named):
        self.sampler = sampler

    def run(self, rng_key, *args, extra_fields=(), init_params=None, **kwargs):
        in_trace(self.sampler.model, *args, **kwargs)

    def get_samples(self, group_by_chain=False):
        return anything()


class SVI:
    def __init__(self, model, guide, optim, loss, **static):
        self.model = model
        self.guide = guide

    def run(
        self,
        rng_key,
        num_steps,
        *args,
        progress_bar=True,
        stable_update=False,
        forward_mode_differentiation=False,
        init_state=None,
        init_params=None,
        **kwargs,
    ):
        in_trace(self.guide, *args, **kwargs)
        in_trace(self.model, *args, **kwargs)
        return anything()


class Predictive:
    def __init__(self, model, *settings, **named):
        self.model = model

    def __call__(self, rng_key, *args, **kwargs):
        in_trace(self.model, *args, **kwargs)
        return anything()
