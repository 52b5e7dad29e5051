"""Which parameters that take an array refuse a list, a tuple, None or a string, whatever is in it?

And which of those that take a list refuse None or a string in it?  All ways of giving the parameter are tried: one that
is taken, or fails for another reason, is enough to say nothing.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator

import jax.numpy as jnp
import numpy as np

from tools.probe import examples, trial
from tools.probe.call import Call, signature_of
from tools.probe.hints import NEVER_CALLED
from tools.probe.parameters import options
from tools.probe.values import holds_arrays, is_array, is_number, names

# What JAX says where the type of an argument is the reason, and nothing else.
_REASONS = (
    "requires ndarray or scalar arguments",
    "is not a valid JAX type",
    "is not a valid JAX array type",
    "do not have a corresponding JAX array type",
    "as an abstract array. The problematic value is of type",
    "as a JAX value. The problematic value is of type",
    "expected ArrayLike, got",
    "is not a valid value for jnp.array",
    "Either both or neither of the x and y arguments",
)
Run = Callable[[Call], trial.Outcome]
# By parameter, in their order: l (lists and tuples), n (None), s (strings), N (None in a list), S (strings in one).
Refused = dict[str, str]


def refused(name: str, function: Callable[..., object]) -> Refused:
    """``name``: without a form; those that hints.py tells of are tried, too."""
    signature = signature_of(function)
    if signature is None or name in NEVER_CALLED:
        return {}
    function = examples.bind_axis(name, function)
    forms = [name, *(f"{name}#{form}" for form in examples.forms(name))]
    calls = [call for form in forms for call in examples.working_calls(form, function, signature)]
    if any(_holds_functions(value) for call in calls for value in call.arguments.values()):
        return {}  # what is refused, the function that is passed may refuse
    run = trial.eager if any(not _stage(call).works for call in calls) else _stage
    calls = [call for call in calls if run(call).works]
    return {one.name: _letters(run, calls, one) for one in signature.parameters.values() if calls}


def _holds_functions(value: object) -> bool:
    return callable(value) or (isinstance(value, (list, tuple)) and any(map(callable, value)))


def _stage(call: Call) -> trial.Outcome:
    """No time is spent on compiling what is then run once."""
    return trial.under_jit(call, [])


def _letters(run: Run, calls: list[Call], parameter: inspect.Parameter) -> str:
    ways = list(itertools.islice(_ways(run, calls, parameter), 6))
    if not ways:
        return ""
    letters = "lns" if all(_takes_arrays(call, parameter) for call in ways) else ""
    found = "".join(letter for letter in letters if all(_refuses(run, call, parameter, letter) for call in ways))
    if "l" in found or not all(holds_arrays(call.arguments[parameter.name]) for call in ways):
        return found
    return found + "".join(letter for letter in "NS" if all(_refuses(run, call, parameter, letter) for call in ways))


def _ways(run: Run, calls: list[Call], parameter: inspect.Parameter) -> Iterator[Call]:
    """Calls that give the parameter something."""
    given = [call for call in calls if parameter.name in call.arguments]
    yield from given
    if given or parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        return
    for value in options(parameter):
        call = calls[0].having(**{parameter.name: value})
        if holds_arrays(value) and run(call).works:
            yield call


def _takes_arrays(call: Call, parameter: inspect.Parameter) -> bool:
    """An array, or a number in the place of one."""
    given = call.arguments[parameter.name]
    if parameter.kind == parameter.VAR_POSITIONAL:
        return bool(given) and all(map(is_number, given))  # type: ignore[call-overload]
    return is_array(given) or (is_number(given) and not isinstance(given, bool))


def _refuses(run: Run, call: Call, parameter: inspect.Parameter, letter: str) -> bool:
    return all(_is_refusal(run(other)) for other in _changed(call, parameter, letter))


def _is_refusal(outcome: trial.Outcome) -> bool:
    text = str(outcome.error)
    return isinstance(outcome.error, (TypeError, ValueError)) and any(reason in text for reason in _REASONS)


def _changed(call: Call, parameter: inspect.Parameter, letter: str) -> Iterator[Call]:
    given = call.arguments[parameter.name]
    if parameter.kind != parameter.VAR_POSITIONAL:
        for value in _instead(given, letter):
            yield call.having(**{parameter.name: value})
        return
    items = tuple(given)  # type: ignore[call-overload]
    for place, item in enumerate(items):
        for value in _instead(item, letter):
            yield call.having(**{parameter.name: (*items[:place], value, *items[place + 1 :])})


def _instead(given: object, letter: str) -> Iterator[object]:
    if letter == "n":
        yield None
    elif letter in "NS":
        wrong = None if letter == "N" else "a"
        items = list(given) if isinstance(given, (list, tuple)) else [given]
        yield from ([wrong], [*items, wrong], [wrong, *items], (*items, wrong), [[1.0, wrong]], [1.0, wrong])
    elif letter == "s":
        yield from ("", "a", "ij")
    else:
        for one in _lists(given):
            yield from (one, tuple(one))


def _lists(given: object) -> Iterator[list[object]]:
    """Of numbers, of arrays, of rows; the same numbers among them."""
    vector = names()["V"]
    yield from ([], [1], [1.0, 2.0], [True, False, True], [[1.0, 2.0], [3.0, 4.0]], [vector], [vector, vector])
    yield [jnp.float32(1.0), jnp.float32(2.0)]
    try:
        plain = np.asarray(given).tolist()
    except Exception:  # typed keys
        return
    yield plain if isinstance(plain, list) else [plain]
    if np.ndim(given):  # type: ignore[arg-type]
        yield list(given)  # type: ignore[call-overload]
