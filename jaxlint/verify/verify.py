"""Find the function, mend its file in memory, infer what to call it with, and have both forms run."""

from __future__ import annotations

import os

from jaxlint.diagnostic import Problem
from jaxlint.discovery.read import is_notebook, read
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.project.naming import Naming
from jaxlint.project.project import Project
from jaxlint.syntax.parse import NotParsed
from jaxlint.text.source import Source
from jaxlint.tracing.program import known_of
from jaxlint.verify.find import find
from jaxlint.verify.launch import launch
from jaxlint.verify.specs import NotInferred, call_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_RANDOMNESS = "JAX4"


class Trial:
    """What to verify.  ``function``: ``f``, ``Class.method``, ``Class(2).method``; ``others``: further files of it;
    ``memory``: gigabytes that it may take.
    """

    def __init__(
        self,
        path: str,
        function: str,
        given: dict[str, str],
        others: list[str],
        gradients: bool,
        seconds: float,
        memory: float,
    ) -> None:
        self.path = path
        self.function = function
        self.given = given
        self.others = others
        self.gradients = gradients
        self.seconds = seconds
        self.memory = memory


class Verdict:
    """One form.  ``level``: safe, unsafe, or unfixed where there is no fix.  ``outcome``: equal, differs or failed.

    ``redrawn``: codes of the rules whose fixes are meant to draw other random numbers.
    """

    def __init__(self, level: str, answer: dict[str, Any], redrawn: list[str]) -> None:
        self.level = level
        self.redrawn = redrawn
        self.outcome: str = answer["verdict"]
        self.said: str = answer["said"]
        self.inputs: str = answer["inputs"]
        self.rounds: int = answer["rounds"]


class Verified:
    """``call``: what was called."""

    def __init__(self, call: str, verdicts: list[Verdict]) -> None:
        self.call = call
        self.verdicts = verdicts


def verify(trial: Trial) -> Verified | Problem:
    """Nothing is written but in a temporary folder."""
    paths = list(dict.fromkeys([trial.path, *trial.others]))
    if is_notebook(trial.path):
        return Problem(trial.path, "notebooks can't be verified: save the function in a file")
    sources: dict[str, Source] = {}
    for path in paths:
        source = read(path)
        if isinstance(source, Problem):
            return source
        sources[path] = source
    project = Project()
    try:
        modules = [project.add(source) for source in sources.values()]
    except NotParsed as error:
        return error.problem
    function = find(modules[0], trial.function)
    if isinstance(function, Problem):
        return function
    try:
        value_of = known_of(project, project.run).recorded.get
        call = call_of(modules[0], function, trial.function, trial.given, value_of)
    except NotInferred as error:
        return Problem(trial.path, str(error))
    name, root = Naming().name_and_root(trial.path)
    texts = {os.path.abspath(path): source.text for path, source in sources.items()}
    forms = _forms(paths, texts)
    job = {
        "root": root,
        "module": name,
        "path": os.path.abspath(trial.path),
        "call": call,
        "original": texts,
        "forms": [{"texts": form} for _, form, _ in forms],
        "gradients": trial.gradients,
        "memory": int(trial.memory * 2**30),
    }
    answer = launch(job, trial.seconds)
    if "error" in answer:
        return Problem(trial.path, f"{call}: {answer['error']}")
    verdicts = [Verdict(level, one, codes) for (level, _, codes), one in zip(forms, answer["forms"], strict=True)]
    return Verified(call, verdicts)


def _forms(paths: list[str], texts: dict[str, str]) -> list[tuple[str, dict[str, str], list[str]]]:
    """The fixed forms that differ, and codes of fixes that draw anew; the text as it is where nothing is fixed."""
    found: list[tuple[str, dict[str, str], list[str]]] = []
    last = texts
    for level in ("safe", "unsafe"):
        outcome = run(Request(paths, fix=True, unsafe=level == "unsafe"))
        fixed = {**texts, **{os.path.abspath(path): source.text for path, source in outcome.sources.items()}}
        if fixed != last:
            redrawn = {one.code for one in outcome.fixed if one.code.startswith(_RANDOMNESS)}
            found.append((level, fixed, sorted(redrawn)))
            last = fixed
    return found or [("unfixed", texts, [])]
