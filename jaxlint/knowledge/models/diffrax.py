"""diffrax: differential equations."""

from jaxlint.knowledge.models import arrays, blurred, static, under_filter, under_trace


class ODETerm:
    def __init__(self, vector_field):
        self.vector_field = vector_field

    def run(self, t, y, args):
        under_filter(self.vector_field, arrays(t), arrays(y), args)


class ControlTerm(ODETerm):
    def __init__(self, vector_field, control):
        self.vector_field = vector_field


WeaklyDiagonalControlTerm = ControlTerm


class MultiTerm:
    def __init__(self, *terms):
        self.terms = terms

    def run(self, t, y, args):
        for term in self.terms:
            term.run(t, y, args)


class Solution:
    def __init__(self, ys):
        self.ys = ys


def diffeqsolve(terms, solver, t0, t1, dt0, y0, args=None, *, max_steps=4096, throw=True, **settings):
    static(max_steps, "max_steps")
    static(throw, "throw")
    terms.run(t0, y0, args)
    return Solution(blurred(under_trace(lambda y: y, y0)))
