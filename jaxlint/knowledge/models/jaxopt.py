"""jaxopt: solvers that jit what they are given."""

from jaxlint.knowledge.models import anything, like, scalar, under_trace


class Result:
    def __init__(self, params, state):
        self.params = params
        self.state = state


class GradientDescent:
    def __init__(self, fun=None, *settings, **named):
        self.fun = fun

    def init_state(self, init_params, *args, **kwargs):
        return anything(init_params)

    def run(self, init_params, *args, **kwargs):
        under_trace(self.fun, init_params, *args, **kwargs)
        return Result(like(init_params, *args), anything(init_params))

    def update(self, params, state, *args, **kwargs):
        under_trace(self.fun, params, *args, **kwargs)
        return Result(like(params, *args), anything(params))


LBFGS = BFGS = NonlinearCG = GaussNewton = LevenbergMarquardt = ArmijoSGD = PolyakSGD = GradientDescent


class FixedPointIteration(GradientDescent):
    def __init__(self, fixed_point_fun=None, *settings, **named):
        self.fun = fixed_point_fun


AndersonAcceleration = FixedPointIteration


class Bisection(GradientDescent):
    def __init__(self, optimality_fun=None, *settings, **named):
        self.fun = optimality_fun

    def run(self, init_params=None, *args, **kwargs):
        under_trace(self.fun, scalar(), *args, **kwargs)
        return Result(scalar(*args), anything(*args))


Broyden = FixedPointIteration
