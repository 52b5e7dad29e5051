"""A finding as one line of text, which jaxlint/knowledge/api.py reads.

``kinds,key use,flags,data-dependent parameters,forms of the call,form of the result;parameter;parameter...``
with parameters as ``name:kind and flags:rescuers:error=default``.
"""

from __future__ import annotations

import inspect

from tools.probe.findings import CALLABLE, OTHER, STATIC, TRACED, Finding, Verdict

_KINDS = {0: "o", 1: "p", 2: "v", 3: "k", 4: "w"}
_WORDS = {TRACED: "t", STATIC: "s", CALLABLE: "c", OTHER: "x"}


def pack(finding: Finding) -> str:
    flags = "t" * finding.is_static + "f" * finding.fails_in_jit + "u" * (not finding.tried)
    bound, forms = "+".join(finding.bound), "+".join(finding.forms)
    head = ",".join([finding.kinds, finding.key_use, flags, bound, forms, finding.form])
    return ";".join([head, *map(_parameter, finding.verdicts)])


def _parameter(verdict: Verdict) -> str:
    flags = _KINDS[int(verdict.parameter.kind)] + _WORDS.get(verdict.word, "")
    flags += "a" * verdict.array + "n" * verdict.container + "y" * verdict.plain
    flags += (
        "q" * verdict.decides_kind
        + "z" * verdict.makes_tuple
        + "d" * verdict.scalar_static
        + "e" * verdict.array_static
    )
    error = ":" + verdict.error if verdict.error else ""
    return f"{verdict.parameter.name}:{flags}:{'+'.join(verdict.rescuers)}{error}{_default(verdict.parameter)}"


def _default(parameter: inspect.Parameter) -> str:
    """Its source where that is short and the same in every run."""
    if parameter.default is parameter.empty:
        return ""
    text = repr(parameter.default)
    is_plain = len(text) < 40 and not set(text) & set(";\t\n<") and " at 0x" not in text
    return "=" + (text if is_plain else type(parameter.default).__name__)
