"""May a parameter be traced?"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator

import jax
import numpy as np

from tools.probe import trial
from tools.probe.call import Call
from tools.probe.examples import values_for
from tools.probe.findings import CALLABLE, OTHER, STATIC, TRACED, UNKNOWN, Verdict
from tools.probe.values import holds_arrays, is_array, is_key, is_number, is_numeric

# Words of annotations that a number or an array may stand for.
_NUMERIC = ("Array", "int", "float", "complex", "bool", "Any", "Axis", "Shape", "Scalar", "Sequence", "Dim", "object")
_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class Bases:
    """The calls that trials start from.

    ``first``: works somehow; ``staged``: works under jit where nothing is traced, maybe for a parameter ``rescuer``
    that was added; None where there is no such call.
    """

    def __init__(self, calls: list[Call]) -> None:
        self.calls = calls
        self.first = calls[0]
        self.rescuer = ""
        self.staged: Call | None = self.first
        if not trial.under_jit(self.first, []).works:
            self.staged = self._rescued()

    def _rescued(self) -> Call | None:
        for name, parameter in self.first.signature.parameters.items():
            if name in self.first.arguments or (parameter.default is None and name == "axis"):
                continue
            for value in options(parameter):
                call = self.first.having(**{name: value})
                if trial.under_jit(call, []).works:
                    self.rescuer = name
                    return call
        return None


def options(parameter: inspect.Parameter) -> list[object]:
    """Values for an optional parameter, strings among them."""
    return [] if parameter.kind in _VARIADIC else values_for(parameter)


class Try:
    """One way of giving the parameter: what JAX said when ``value`` was traced in ``call``.

    ``base``: the call as it works under jit with nothing traced, or None.
    """

    def __init__(self, bases: Bases, call: Call, name: str) -> None:
        self.call = call
        self.value = call.arguments[name]
        self.base = call if trial.under_jit(call, []).works else _staged(bases, call)
        self.error = _refusal(call, self.base, name)
        self.word = STATIC if self.error is not None else TRACED if self.base is not None else UNKNOWN
        self.is_scalar = is_number(self.value) and not is_key(self.value) and np.ndim(self.value) == 0  # type: ignore[arg-type]


def judge(bases: Bases, parameter: inspect.Parameter) -> Verdict:
    """Try every way of giving the parameter; one that takes a tracer is enough to call it traced."""
    verdict = Verdict(parameter)
    if parameter.kind == inspect.Parameter.VAR_KEYWORD:
        return verdict
    given = [call.arguments[parameter.name] for call in bases.calls if parameter.name in call.arguments]
    if given and not any(map(is_numeric, given)):
        verdict.word = CALLABLE if callable(given[0]) and not inspect.isclass(given[0]) else OTHER
        return verdict
    if not given and isinstance(parameter.default, str):
        verdict.word = OTHER
        return verdict
    tries = [Try(bases, call, parameter.name) for call in itertools.islice(_ways(bases, parameter), 4)]
    if not tries and (not all(map(is_numeric, options(parameter))) or _takes_no_number(parameter)):
        verdict.word = OTHER
    if tries:
        _decide(verdict, tries)
    return verdict


def _as_array(leaf: object) -> object:
    return jax.numpy.asarray(leaf) if is_number(leaf) else leaf


def _takes_no_number(parameter: inspect.Parameter) -> bool:
    """Its annotation says so: ``DTypeLike | None``, ``str``, a sharding."""
    text = str(parameter.annotation)
    return parameter.annotation is not parameter.empty and not any(word in text for word in _NUMERIC)


def _decide(verdict: Verdict, tries: list[Try]) -> None:
    name = verdict.parameter.name
    is_star = verdict.parameter.kind == inspect.Parameter.VAR_POSITIONAL
    for word in (TRACED, STATIC, UNKNOWN):
        chosen = next((one for one in tries if one.word == word), None)
        if chosen is not None:
            break
    assert chosen is not None
    verdict.word = chosen.word
    verdict.container = isinstance(chosen.value, (tuple, list)) and not is_star
    verdict.array = is_array(chosen.value) or (is_star and holds_arrays(chosen.value)) or _wants_array(chosen, name)
    if verdict.word == TRACED:
        refused = [one.is_scalar for one in tries if one.word == STATIC]
        verdict.scalar_static = any(refused)
        verdict.array_static = bool(refused) and not all(refused)
    if verdict.word == STATIC:
        concrete = jax.tree_util.tree_map(_as_array, chosen.value)
        verdict.error = type(chosen.error).__name__
        verdict.plain = not trial.under_jit(chosen.call.having(**{name: concrete}), []).works
    for one in tries:
        if one.word == STATIC:
            verdict.rescuers += [other for other in _rescuers(one.call, name) if other not in verdict.rescuers]


def _ways(bases: Bases, parameter: inspect.Parameter) -> Iterator[Call]:
    """Calls that give the parameter a number or an array."""
    name = parameter.name
    given = [call for call in bases.calls if name in call.arguments and is_numeric(call.arguments[name])]
    if given:
        yield from given
        return
    start = bases.staged or bases.first
    shapes = set()
    for value in options(parameter):
        call = start.having(**{name: value})
        if not is_numeric(value) or _shape(value) in shapes:
            continue
        if trial.under_jit(call, []).works or trial.eager(call).works:
            shapes.add(_shape(value))
            yield call


def _shape(value: object) -> object:
    """Numbers and arrays are ways apart; of each, one is enough."""
    return "array" if holds_arrays(value) and np.ndim(value) else type(value)  # type: ignore[arg-type]


def _wants_array(one: Try, name: str) -> bool:
    """A list in its place is refused."""
    if one.word != TRACED or one.base is None or not is_array(one.value) or is_key(one.value):
        return False
    return not trial.under_jit(one.base.having(**{name: np.asarray(one.value).tolist()}), []).works


def _staged(bases: Bases, call: Call) -> Call | None:
    """The call with what rescues it under jit."""
    if not bases.rescuer or bases.staged is None:
        return None
    rescued = call.having(**{bases.rescuer: bases.staged.arguments[bases.rescuer]})
    return rescued if trial.under_jit(rescued, []).works else None


def _refusal(call: Call, base: Call | None, name: str) -> BaseException | None:
    """What JAX raises where this argument is a tracer.

    Under jit a call that lacks its rescuer fails whatever is traced: then vmap tells who is to blame.
    """
    if base is call:
        return trial.under_jit(call, [name]).error
    mapped = trial.under_vmap(call, [name]).error
    if base is None or mapped is not None:
        return mapped
    return trial.under_jit(base, [name]).error


def _rescuers(call: Call, name: str) -> list[str]:
    """Optional parameters that, once given, let this one be traced."""
    found = []
    for other, parameter in call.signature.parameters.items():
        if other == name or other in call.arguments or parameter.default is inspect.Parameter.empty:
            continue
        for value in options(parameter):
            if trial.under_jit(call.having(**{other: value}), [name]).works:
                found.append(other)
                break
    return found
