"""diffrax: differential equations."""

from equinox._enum import EnumerationItem

from jaxlint.knowledge.models import array, arrays, blurred, integer, static, under_filter, under_trace


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


class Result(EnumerationItem):
    pass


class Solution:
    def __init__(self, ys):
        self.ys = ys
        self.ts = array(ys)
        self.result = Result(integer(ys))
        self.stats = {one: integer(ys) for one in ("num_steps", "num_accepted_steps", "num_rejected_steps")}


def is_okay(result):
    return result == 0


is_successful = is_event = is_okay


def diffeqsolve(terms, solver, t0, t1, dt0, y0, args=None, *, max_steps=4096, throw=True, **settings):
    static(max_steps, "max_steps")
    static(throw, "throw")
    terms.run(t0, y0, args)
    return Solution(blurred(under_trace(lambda y: y, y0)))
