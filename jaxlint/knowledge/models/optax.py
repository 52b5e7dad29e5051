"""optax: optimizers, schedules and losses."""

from typing import NamedTuple

import jax.numpy as jnp

from jaxlint.knowledge.models import anything, array, integer, like, misused, scalar, shaped, static


class Optimizer:
    _fields = ("init", "update")

    def __init__(self, schedule=None):
        self.schedule = schedule

    def init(self, params):
        return anything(params)

    def update(self, updates, state, params=None, **extra):
        if self.schedule is not None:
            self.schedule(integer(state))
        return like(updates, state, params), anything(updates, state)


class ScaleByAdamState(NamedTuple):
    count: object
    mu: object
    nu: object


class ScaleByAdam(Optimizer):
    def init(self, params):
        return ScaleByAdamState(integer(), like(shaped(params)), like(shaped(params)))

    def update(self, updates, state, params=None, **extra):
        updates, _ = super().update(updates, state, params, **extra)
        return updates, like(state, updates)


class Adam(ScaleByAdam):
    """What it gives is a chain: the moments stand first in its state."""

    def init(self, params):
        return super().init(params), anything(params)


class Wrapper(Optimizer):
    def __init__(self, *parts):
        self.parts = parts

    def update(self, updates, state, params=None, **extra):
        for part in self.parts:
            updates, _ = part.update(updates, anything(state), params)
        return updates, like(state, updates)


class Chain(Wrapper):
    def init(self, params):
        return tuple([part.init(params) for part in self.parts])


class GradientTransformation(Optimizer):
    def __init__(self, init, update):
        self.init = init
        self.update = update


GradientTransformationExtraArgs = GradientTransformation


class Decaying(Optimizer):
    """One that adds a part of the parameters, or scales by them."""

    def update(self, updates, state, params=None, **extra):
        if params is None:
            misused("`update` of this optimizer needs the parameters: pass `params` as well")
        return super().update(updates, state, params, **extra)


class Stateless(Optimizer):
    def __init__(self, f):
        self.f = f

    def update(self, updates, state, params=None, **extra):
        return self.f(updates, params), state


class LeafByLeaf(Stateless):
    def update(self, updates, state, params=None, **extra):
        self.f(array(updates), array(params))
        return like(updates, state, params), state


def stateless(f):
    return Stateless(f)


def stateless_with_tree_map(f):
    return LeafByLeaf(f)


class DecayingAdam(Decaying, Adam):
    pass


def sgd(learning_rate=None, *settings, **named):
    return Optimizer(learning_rate)


def adam(learning_rate=None, *settings, **named):
    return Adam(learning_rate)


def adadelta(learning_rate=None, *settings, **named):
    return Decaying(learning_rate)


def adamw(learning_rate=None, *settings, **named):
    return DecayingAdam(learning_rate)


adafactor = adan = fromage = lars = lion = adadelta
adamaxw = lamb = nadamw = novograd = adamw
adagrad = noisy_sgd = optimistic_gradient_descent = rmsprop = rprop = sign_sgd = scale_by_learning_rate = sgd
adabelief = adamax = amsgrad = nadam = optimistic_adam = radam = sm3 = yogi = adam


def scale_by_schedule(step_size_fn):
    return Optimizer(step_size_fn)


def clip_by_global_norm(*settings, **named):
    return Optimizer()


def add_decayed_weights(*settings, **named):
    return Decaying()


def scale_by_adam(*settings, **named):
    return ScaleByAdam()


adaptive_grad_clip = keep_params_nonnegative = scale_by_trust_ratio = scale_by_factored_rms = add_decayed_weights
clip = clip_by_block_rms = scale = scale_by_rms = trace = clip_by_global_norm
scale_by_adamax = scale_by_amsgrad = scale_by_belief = scale_by_radam = scale_by_yogi = scale_by_adam
add_noise = centralize = ema = identity = zero_nans = set_to_zero = clip_by_global_norm
multi_transform = partition = lookahead = lbfgs = contrib = scale_by_lamb = clip_by_global_norm
normalize_by_update_norm = scale_by_lion = scale_by_lbfgs = clip_by_global_norm


def chain(*parts):
    return Chain(*parts)


def named_chain(*parts):
    return Wrapper(*[part for _, part in parts])


def masked(inner, mask, **settings):
    return Wrapper(inner)


def apply_if_finite(inner, max_consecutive_errors):
    return Wrapper(inner)


def MultiSteps(opt, every_k_schedule, **settings):
    return Wrapper(opt)


def inject_hyperparams(inner_factory, **settings):
    return inner_factory


class Schedule:
    def __call__(self, count):
        return scalar(count)


def constant_schedule(*settings, **named):
    return Schedule()


linear_onecycle_schedule = piecewise_constant_schedule = piecewise_interpolate_schedule = constant_schedule
sgdr_schedule = constant_schedule


# Their lengths are asked while the schedule is made: is there anything to do at all?
def linear_schedule(init_value, end_value, transition_steps, transition_begin=0):
    static(transition_steps, "transition_steps")
    return constant_schedule(init_value, end_value)


def polynomial_schedule(init_value, end_value, power, transition_steps, transition_begin=0):
    static(transition_steps, "transition_steps")
    static(transition_begin, "transition_begin")
    return constant_schedule(init_value, end_value)


def cosine_decay_schedule(init_value, decay_steps, alpha=0.0, exponent=1.0):
    static(decay_steps, "decay_steps")
    return constant_schedule(init_value)


def exponential_decay(init_value, transition_steps, decay_rate, transition_begin=0, staircase=False, end_value=None):
    static(transition_steps, "transition_steps")
    static(decay_rate, "decay_rate")
    static(staircase, "staircase")
    return constant_schedule(init_value)


def warmup_constant_schedule(init_value, peak_value, warmup_steps):
    static(warmup_steps, "warmup_steps")
    return constant_schedule(init_value, peak_value)


def warmup_cosine_decay_schedule(init_value, peak_value, warmup_steps, decay_steps, end_value=0.0, exponent=1.0):
    static(warmup_steps, "warmup_steps")
    static(decay_steps, "decay_steps")
    return constant_schedule(init_value, peak_value)


def warmup_exponential_decay_schedule(init_value, peak_value, warmup_steps, transition_steps, decay_rate, **settings):
    static(warmup_steps, "warmup_steps")
    static(transition_steps, "transition_steps")
    static(decay_rate, "decay_rate")
    return constant_schedule(init_value, peak_value)


def cosine_onecycle_schedule(transition_steps, peak_value, **settings):
    static(transition_steps, "transition_steps")
    return constant_schedule(peak_value)


def join_schedules(schedules, boundaries):
    def joined(count):
        for schedule in schedules:
            schedule(count)
        return scalar(count)

    return joined


def l2_loss(predictions, targets=0.0, *settings, **named):
    return jnp.multiply(0.5, predictions - (0.0 if targets is None else targets))


squared_error = log_cosh = huber_loss = hinge_loss = sigmoid_binary_cross_entropy = sigmoid_focal_loss = l2_loss


def softmax_cross_entropy(logits, labels, axis=-1, *settings, **named):
    return jnp.sum(jnp.multiply(1.0, logits - labels), axis)


kl_divergence = kl_divergence_with_log_targets = convex_kl_divergence = softmax_cross_entropy
cosine_similarity = cosine_distance = poly_loss_cross_entropy = softmax_cross_entropy


def softmax_cross_entropy_with_integer_labels(logits, labels, *settings, **named):
    return jnp.multiply(jnp.max(logits), labels)


def smooth_labels(labels, alpha, *settings, **named):
    return array(labels, alpha)


def global_norm(updates):
    return scalar(updates)


tree_norm = global_norm


def safe_norm(x, min_norm, *settings, **named):
    return array(x)
