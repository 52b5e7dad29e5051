"""Which JAX a project asks for: its lock file, else its requirements, else the dependencies in pyproject.toml."""

from __future__ import annotations

import os

from jaxlint.settings.locate import ancestors, project_root

_LOCKS = ("uv.lock", "poetry.lock", "pdm.lock", "pylock.toml")


def jax_requirement(path: str) -> str | None:
    """``==0.6.2`` or ``>=0.4.30,<0.6`` for the project that a file belongs to; None where nothing says."""
    folder = os.path.dirname(os.path.abspath(path))
    for candidate in _folders(folder):
        found = _locked(candidate) or _required(candidate) or _declared(candidate)
        if found is not None:
            return found
    return None


def _folders(folder: str) -> list[str]:
    """From the file's own up to the top of its repository, or of its project where there is no repository."""
    above = ancestors(folder)
    if os.path.exists(os.path.join(above[-1], ".git")):
        return above
    root = project_root(folder)
    return above[: above.index(root) + 1]


def _text(*parts: str) -> str:
    try:
        with open(os.path.join(*parts), encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except OSError:
        return ""


def _locked(folder: str) -> str | None:
    """A lock file may hold several versions, for several Pythons."""
    import re

    for name in _LOCKS:
        text = _text(folder, name)
        found = re.findall(r'^name = "jax"\s*\nversion = "([^"]{1,50})"', text, re.MULTILINE)
        if len(set(found)) == 1:
            return f"=={found[0]}"
        if found:
            ordered = sorted(found, key=lambda version: [int(part) for part in re.findall(r"\d+", version)])
            return f">={ordered[0]},<={ordered[-1]}"
    return None


def _required(folder: str) -> str | None:
    """requirements.txt and its kin, ``requirements/*.txt`` among them; the file with the plainest name first."""
    places = [folder, os.path.join(folder, "requirements")]
    files = []
    for place in places:
        try:
            names = os.listdir(place)
        except OSError:
            continue
        wanted = [name for name in names if name.endswith(".txt") and (place != folder or "requirements" in name)]
        files += [os.path.join(place, name) for name in sorted(wanted, key=lambda name: (len(name), name))]
    for file in files:
        for line in _text(file).splitlines():
            found = bounds(line)
            if found:
                return found
    return None


def _declared(folder: str) -> str | None:
    """``project.dependencies``, or poetry's."""
    text = _text(folder, "pyproject.toml")
    if "jax" not in text:
        return None
    import tomllib

    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError):  # broken, or nested without end
        return None
    listed = _at(document, "project", "dependencies")
    for line in listed if isinstance(listed, list) else ():
        found = bounds(str(line))
        if found:
            return found
    poetry = _at(document, "tool", "poetry", "dependencies", "jax")
    version = poetry.get("version") if isinstance(poetry, dict) else poetry
    if not isinstance(version, str) or version == "*":
        return None
    return version if version[:1] in "<>=~^!" else f"=={version}"


def _at(document: object, *keys: str) -> object:
    for key in keys:
        document = document.get(key) if isinstance(document, dict) else None
    return document


def bounds(line: str) -> str | None:
    """``jax[cuda12]>=0.4.30,<0.6 ; python_version > "3.9"  # why`` -> ``>=0.4.30,<0.6``; None for other packages."""
    import re

    line = " ".join(line.split())  # of a thousand blanks, a pattern asks for all ways to share them
    found = re.match(r"\s*jax\s*(?:\[[^\]]*\])?\s*\(?\s*((?:[=<>~!^]=?=?\s*[\w.*+]+\s*,?\s*)+)", line, re.IGNORECASE)
    if found is None or re.search(r"\d{10}", found[1]):  # no version has such a number
        return None
    return found[1].replace(" ", "").strip(",")
