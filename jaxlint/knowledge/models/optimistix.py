"""optimistix: roots, minima, fixed points."""

from equinox._enum import EnumerationItem

from jaxlint.knowledge.models import arrays, integer, like, static, under_filter


class Result(EnumerationItem):
    pass


class Solution:
    def __init__(self, value):
        self.value = value
        self.result = Result(integer(value))


def root_find(fn, solver, y0, args=None, options=None, has_aux=False, max_steps=256, **settings):
    static(max_steps, "max_steps")
    under_filter(fn, arrays(y0), args)
    return Solution(like(arrays(y0), args))


minimise = least_squares = fixed_point = root_find
