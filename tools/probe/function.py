"""All experiments on one callable."""

from __future__ import annotations

from collections.abc import Callable

from tools.probe import examples, trial
from tools.probe.call import signature_of
from tools.probe.findings import Finding, Verdict
from tools.probe.hints import NEVER_CALLED
from tools.probe.keys import key_use
from tools.probe.outputs import data_dependent, describe
from tools.probe.parameters import Bases, judge
from tools.probe.shapes import form_of


def probe(name: str, function: Callable[..., object]) -> Finding | None:
    """``name`` may end in ``#form``; None where there is nothing to ask, not even parameters."""
    signature = signature_of(function)
    if signature is None:
        return None
    finding = Finding(name)
    function = examples.bind_axis(name, function)
    finding.forms = [] if "#" in name else examples.forms(name)
    calls = [] if name in NEVER_CALLED else examples.working_calls(name, function, signature)
    if not calls:
        finding.verdicts = [Verdict(parameter) for parameter in signature.parameters.values()]
        return finding
    finding.tried = True
    bases = Bases(calls)
    finding.fails_in_jit = not trial.under_jit(bases.first, []).works
    finding.verdicts = [judge(bases, parameter) for parameter in signature.parameters.values()]
    finding.bound = data_dependent(finding, bases)
    finding.key_use = key_use(name, bases.first)
    if describe(finding, bases):
        finding.form = form_of(finding, bases.staged or bases.first)
    return finding
