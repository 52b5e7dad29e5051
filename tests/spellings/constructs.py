"""The spellings of "if a question: one expression, else another", each the body of a function.

All of them do the same in Python, so jaxlint has to say the same about them.
"""

from __future__ import annotations

from textwrap import indent

# What the bodies use, and a question that no linter can answer.
HEAD = """\
import contextlib
import os
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


class OtherArm(ValueError):
    pass


def flag():
    return os.environ.get("NEVER") is None


"""
ARMS = "if QUESTION:\n    out = YES\nelse:\n    out = NO\n"
HELPERS = "def yes():\n    return YES\ndef no():\n    return NO\n"

CONSTRUCTS = {
    "if": ARMS + "return out",
    "if not": "if not (QUESTION):\n    out = NO\nelse:\n    out = YES\nreturn out",
    "answer in a name": "answer = QUESTION\n" + ARMS.replace("QUESTION", "answer") + "return out",
    "early return": "if QUESTION:\n    return YES\nreturn NO",
    "ternary": "return YES if QUESTION else NO",
    "and or": "return ((QUESTION) and [YES] or [NO])[0]",
    "comprehension": "return ([YES for _ in (0,) if QUESTION] or [NO])[0]",
    "match": "match bool(QUESTION):\n    case True:\n        out = YES\n    case _:\n        out = NO\nreturn out",
    "while else": "while QUESTION:\n    out = YES\n    break\nelse:\n    out = NO\nreturn out",
    "for else": "for _ in 1, 2:\n    if QUESTION:\n        out = YES\n        break\nelse:\n    out = NO\nreturn out",
    "if in a for": f"for _ in (0,):\n{indent(ARMS, '    ')}return out",
    "try": (
        "try:\n    if not (QUESTION):\n        raise OtherArm\n    out = YES\n"
        "except OtherArm:\n    out = NO\nreturn out"
    ),
    "assert": (
        "def guarded():\n    assert QUESTION\n    return YES\n"
        "try:\n    return guarded()\nexcept AssertionError:\n    return NO"
    ),
    "with": f"with contextlib.nullcontext():\n{indent(ARMS, '    ')}return out",
    "lambdas": "return ((lambda: YES) if QUESTION else (lambda: NO))()",
    "helpers": HELPERS + "return yes() if QUESTION else no()",
    "table of helpers": HELPERS + "return {True: yes, False: no}[bool(QUESTION)]()",
    "partial": HELPERS.replace("()", "(_)") + "return (partial(yes, None) if QUESTION else partial(no, None))()",
    "generator": f"def arms():\n{indent(ARMS.replace('out =', 'yield'), '    ')}return next(arms())",
}
# The first arm alone, which nothing asks about.
PLAIN = {
    "plain": "return YES",
    "plain helper": "def helper():\n    return YES\nreturn helper()",
    "another exception": "try:\n    return YES\nexcept KeyError:\n    return NO",
}


def spelled(construct: str, question: str, yes: str, no: str) -> str:
    """The body of a function, indented."""
    body = (CONSTRUCTS | PLAIN)[construct]
    for word, text in (("QUESTION", question), ("YES", yes), ("NO", no)):
        body = body.replace(word, text)
    return indent(body, "    ")
