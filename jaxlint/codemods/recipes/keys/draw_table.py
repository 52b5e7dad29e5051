"""Draws on the host by name: their parameters in order, and the draw of ``jax.random`` that is told from them."""

from __future__ import annotations

# The shape comes under the name ``size``, what an array is multiplied by under ``scale``, what is added as ``loc``.
_NUMPY = """
normal loc scale size
standard_normal size
randn *size
rand *size
random size
random_sample size
ranf size
sample size
uniform low high size
randint low high size dtype
integers low high size dtype endpoint
exponential scale size
standard_exponential size
gumbel loc scale size
laplace loc scale size
logistic loc scale size
standard_cauchy size
poisson lam size
beta a b size
gamma a scale size
standard_gamma a size
binomial n p size
geometric p size
chisquare df size
standard_t df size
dirichlet alpha size
rayleigh scale size
triangular left mode right size
multivariate_normal mean cov size
lognormal mean sigma size
weibull a size
pareto a size
choice a size replace p
permutation x
shuffle x
"""
_PYTHON = """
random
uniform low high
gauss loc scale
normalvariate loc scale
randint low last
randrange low high
betavariate a b
gammavariate a scale
expovariate rate
lognormvariate mean sigma
triangular left right mode
choice a
choices a weights cum_weights size
sample a count
shuffle x
"""
# Names under which ``jax.random`` has them, or a method of Draw tells them; the others are called the same.
_SAME_AS = {
    "standard_normal": "normal", "randn": "normal", "gauss": "normal", "normalvariate": "normal", "rand": "uniform",
    "random": "uniform", "random_sample": "uniform", "ranf": "uniform", "randrange": "randint", "integers": "randint",
    "standard_exponential": "exponential", "standard_gamma": "gamma", "standard_cauchy": "cauchy", "standard_t": "t",
    "betavariate": "beta", "gammavariate": "gamma", "lognormvariate": "lognormal",
}  # fmt: skip
# What ``jax.random`` is given before the shape.
DIRECT = {
    "poisson": "lam", "beta": "a b", "gamma": "a", "geometric": "p", "chisquare": "df", "t": "df",
    "dirichlet": "alpha", "triangular": "left mode right", "multivariate_normal": "mean cov",
}  # fmt: skip
DEFAULTS = {"lam": "1.0", "mean": "0.0", "sigma": "1.0"}
MOVED = ("normal", "gumbel", "laplace", "logistic", "exponential", "cauchy")
_OBJECTS = ("Generator", "RandomState", "Random")


def _read(table: str) -> dict[str, str]:
    return dict(line.partition(" ")[::2] for line in table.strip().splitlines())


_BY_LIBRARY = {"numpy.random": _read(_NUMPY), "random": _read(_PYTHON)}


def described(callee: str) -> tuple[str, str, str] | None:
    """Library, parameters and name in ``jax.random`` of ``numpy.random.normal``, or of a generator's method."""
    library, _, base = callee.rpartition(".")
    holder, _, last = library.rpartition(".")
    if last in _OBJECTS:
        library = holder
    parameters = _BY_LIBRARY.get(library, {}).get(base)
    if parameters is None:
        return None
    if library == "random" or base != "sample":
        return library, parameters, _SAME_AS.get(base, base)
    return library, parameters, "uniform"
