"""The two readers of a fixture: jaxlint's report, and JAX's behaviour, each held against the markers.

Both answer with a list of complaints; an empty one means that the fixture tells the truth.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from jaxlint.verify.trial.compare import difference
from jaxlint.verify.trial.execution import Outcome, call, call_untraced, load, untraced
from jaxlint.verify.trial.inputs import SAMPLES
from tests.fixtures_on_jax.fixture import Fixture, Hazard, Run
from tests.fixtures_on_jax.reached import reached

Report = Callable[[Fixture], "set[tuple[int, str]]"]
Originals = dict[str, Outcome]


def static_complaints(fixture: Fixture, report: Report) -> list[str]:
    """Exactly the marked lines are reported, and no other."""
    found = report(fixture)
    missed = [f"line {line}: {code} is not reported" for line, code in sorted(fixture.expected - found)]
    return missed + [f"line {line}: {code} is a false alarm" for line, code in sorted(found - fixture.expected)]


def runtime_complaints(fixture: Fixture, fixed: bool = True) -> list[str]:
    """The bad form misbehaves as marked, the good one does not, and ``fixed`` forms give what the original gives."""
    module = load(fixture.path, fixture.text)
    outcomes = [(run, call(module, run.call, "random")) for run in fixture.runs]
    complaints = [] if fixture.runs else ["nothing is run"]
    for hazard in fixture.hazards:
        complaints += _unproved(fixture, hazard, outcomes, module)
    for run, outcome in outcomes:
        complaints += _unexpected(fixture, run, outcome)
        if fixed and run.fixed:
            complaints += _of_fixed_forms(fixture, run, outcome)
    return complaints


def _of_fixed_forms(fixture: Fixture, run: Run, outcome: Outcome) -> list[str]:
    """Each fixed form that this call can tell from the one before is compared with the original."""
    levels = _levels(fixture, run)
    if not levels:
        name = outcome.error_name
        return [f"line {run.line}: raises {name}, and no fix changes it: not-fixed"] if outcome.error else []
    before = {} if run.differs else _originals(fixture, run)
    complaints: list[str] = []
    for level in levels:
        still = level != levels[-1] and outcome.error is not None
        complaints += _changed(fixture, run, level, before, may_fail=still)
    return complaints


def _levels(fixture: Fixture, run: Run) -> list[str]:
    """The fixed forms that are other programs than the original, and than one another, for this call."""
    forms = {level: reached(fixture.fixed_text(level), run.call) for level in ("safe", "unsafe")}
    levels = ["safe"] if forms["safe"] != reached(fixture.text, run.call) else []
    return levels + (["unsafe"] if forms["unsafe"] != forms["safe"] else [])


def _unproved(fixture: Fixture, hazard: Hazard, outcomes: list[tuple[Run, Outcome]], module: ModuleType) -> list[str]:
    where = f"line {hazard.line}: "
    if hazard.raises is not None:
        if any(_raised_at(outcome, hazard) for _, outcome in outcomes):
            return []
        return [where + f"no run raises {hazard.raises} here"]
    function = fixture.function_at(hazard.line)
    if hazard.effect is not None:
        effect = getattr(module, f"effect_{function}", None)
        if effect is None:
            return [where + f"there is no effect_{function}()"]
        return [] if effect() is True else [where + f"effect_{function}() shows no effect"]
    earlier = (one for one in fixture.hazards if one.raises and one.line < hazard.line)
    if hazard.masked and any(fixture.function_at(one.line) == function for one in earlier):
        return []
    return [where + "says neither raises: nor effect:"]


def _raised_at(outcome: Outcome, hazard: Hazard) -> bool:
    return outcome.error is not None and outcome.error_name == hazard.raises and hazard.line in outcome.lines


def _unexpected(fixture: Fixture, run: Run, outcome: Outcome) -> list[str]:
    if outcome.error is None or any(_raised_at(outcome, hazard) for hazard in fixture.hazards):
        return []
    return [f"line {run.line}: raises {outcome.error_name} in lines {sorted(outcome.lines)}: {outcome.error!s:.200}"]


def _originals(fixture: Fixture, run: Run) -> Originals:
    """What the original gives, un-jitted, on the inputs that it runs on."""
    with untraced():
        original = load(fixture.path, fixture.text)
    found = {sample: call_untraced(original, run.call, sample) for sample in SAMPLES}
    return {sample: outcome for sample, outcome in found.items() if outcome.error is None}


def _changed(fixture: Fixture, run: Run, level: str, before: Originals, may_fail: bool) -> list[str]:
    """Compare the original, un-jitted, with the fixed form, as JAX runs it.

    After the safe fixes alone a call may still fail as it did before; after all of them it may not.
    """
    fixed = load(fixture.golden(level), fixture.fixed_text(level))
    first = call(fixed, run.call, "random")
    where = f"line {run.line} ({level}"
    if first.error is not None:
        return [] if may_fail else [f"{where}): the fixed form raises {first.error_name}: {first.error!s:.200}"]
    if run.differs:
        return []
    if len(before) < 2:
        return [f"{where}): the original runs on {len(before)} inputs only, un-jitted"]
    found = {
        sample: _against(original, call(fixed, run.call, sample), call_untraced(fixed, run.call, sample))
        for sample, original in before.items()
    }
    return [f"{where}, {sample}): {complaint}" for sample, complaint in found.items() if complaint]


def _against(before: Outcome, jitted: Outcome, unjitted: Outcome) -> str | None:
    if jitted.error is not None:
        return f"{jitted.error_name}: {jitted.error!s:.200}"
    found = difference(before.result, jitted.result, signed_zeros=False)
    if found or unjitted.error is not None:
        return found
    return difference(before.result, unjitted.result)
