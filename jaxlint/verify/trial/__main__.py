"""``python -m jaxlint.verify.trial ANSWER``: a job as JSON on standard input, the answer into that file."""

from __future__ import annotations

import json
import sys


def main() -> None:
    """Whatever the user's code prints goes nowhere near the answer."""
    job = json.load(sys.stdin)
    try:
        import jax  # noqa: F401
    except ImportError as error:
        answer = {"error": f"JAX can't be imported by {sys.executable} ({error})"}
    else:
        from jaxlint.verify.trial.inputs import BadSpec
        from jaxlint.verify.trial.trial import tried

        try:
            answer = tried(job)
        except BadSpec as error:
            answer = {"error": str(error)}
        except (Exception, SystemExit) as error:
            first = (str(error).strip().split("\n") or [""])[0]
            answer = {"error": f"{type(error).__name__}: {first}"}
    with open(sys.argv[1], "w", encoding="utf-8") as stream:
        json.dump(answer, stream)


main()
