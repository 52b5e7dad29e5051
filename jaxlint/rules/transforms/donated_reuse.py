"""`step(state); state + 1` where jit donates `state`: JAX has deleted it.

## Why
`donate_argnums` and `donate_argnames` of `jax.jit` and `jax.pmap`, and `donate` of `equinox.filter_jit`, let XLA write
the results where the argument lies. The array is deleted by the call, under all names that hold it: its shape and
dtype can still be asked for, its numbers cannot. Passed twice in one call, or held twice by one tree, one buffer would
be read and written at once.
Nothing is deleted inside another `jit`, of NumPy's arrays, of what the function does not use, and where no result has
as many elements of as many bits (JAX warns that the donated buffer was not usable).

A function that hands its own parameter to such a call donates it, too.
A warning where it is not known what was donated, or whether a result takes its memory, or what is asked of it.

## Bad
    new_state = step(state, batch)  # donate_argnums=0
    print(state)

    for batch in batches:
        loss = step(state, batch)

## Good
    state = step(state, batch)
    print(state)

    for batch in batches:
        state, loss = step(state, batch)

## Fix
None: bind the result to the name that was donated, donate `x.copy()`, or do not donate.

## At run time
`RuntimeError: Array has been deleted with shape=float32[4].`, or, where what reads it is compiled already, `ValueError:
INVALID_ARGUMENT: Invalid buffer passed to Execute()`; `JaxRuntimeError: INVALID_ARGUMENT: Attempt to donate the
same buffer twice in Execute()` of one call. https://docs.jax.dev/en/latest/buffer_donation.html
"""

from __future__ import annotations

from jaxlint.diagnostic import Severity
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.event import HELD, ITERATION, TWICE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import DonatedReuse


def check(event: DonatedReuse) -> Hazard | None:
    if not event.certain and event.module.is_test:
        return None  # what donation does is what it tests
    donated, read = quoted(event, event.donated), quoted(event, event.node)
    if event.how == ITERATION:
        says = f"{donated} is donated to `{event.callee}` in every iteration: the first one deletes it"
    elif event.how == TWICE:
        says = f"{read} is donated to `{event.callee}` and passed a second time in the same call"
    elif event.how == HELD:
        says = f"{read} holds {donated} twice, and is donated to `{event.callee}`: one buffer cannot be donated twice"
    else:
        word = "with" if read.startswith(donated.rstrip("`")) else "as"
        held = "" if read == donated else f" {word} {donated}"
        place = event.module.line_name(event.given)
        says = f"{read} was donated{held} to `{event.callee}` on {place}, which deletes it"
    return Hazard(says, severity=None if event.certain else Severity.WARNING)


RULE = Rule(
    code="JAX607",
    severity="error",
    events=("donated-reuse",),
    runtime="RuntimeError, ValueError",
    check=check,
    unfixed="whether the result takes its place, or a copy is donated, is not known",
)
