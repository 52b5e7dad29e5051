"""lineax: linear solves."""

from equinox._enum import EnumerationItem

from jaxlint.knowledge.models import arrays, integer, like, under_trace


class FunctionLinearOperator:
    def __init__(self, fn, input_structure, tags=()):
        self.fn = fn

    def run(self, vector):
        under_trace(self.fn, vector)


class Result(EnumerationItem):
    pass


class Solution:
    def __init__(self, value):
        self.value = value
        self.result = Result(integer(value))


def linear_solve(operator, vector, *settings, **named):
    operator.run(like(vector))
    return Solution(arrays(like(vector)))
