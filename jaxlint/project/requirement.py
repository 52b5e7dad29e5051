"""Which release of a library a project asks for: its lock file, else its requirements, else what else declares it."""

from __future__ import annotations

import os
from functools import lru_cache

from jaxlint.settings.locate import ancestors, is_top, project_root
from jaxlint.syntax.nodes import walk
from jaxlint.syntax.parse import NotParsed, parse
from jaxlint.text.numbers import whole_number
from jaxlint.text.reading import read_if_there
from jaxlint.text.source import Source

_PACKAGES = ("jax", "flax", "optax")
_LOCKS = ("uv.lock", "poetry.lock", "pdm.lock", "pylock.toml")


def requirements(path: str) -> str:
    """Of all libraries whose releases matter, to be compared."""
    return " ".join(f"{package}{requirement(path, package) or ''}" for package in _PACKAGES)


def requirement(path: str, package: str) -> str | None:
    """``==0.6.2`` or ``>=0.4.30,<0.6`` for the project that a file belongs to; None where nothing says."""
    folder = os.path.dirname(os.path.abspath(path))
    for candidate in _folders(folder):
        for read in (_locked, _required, _declared, _set_up, _environment):
            found = read(candidate, package)
            if found is not None:
                return found
    return None


def _folders(folder: str) -> list[str]:
    """From the file's own up to the top of its repository, or of its project where there is no repository."""
    above = ancestors(folder)
    if is_top(above[-1]):
        return above
    root = project_root(folder)
    return above[: above.index(root) + 1]


def _locked(folder: str, package: str) -> str | None:
    """A lock file may hold several versions, for several Pythons."""
    for name in _LOCKS:
        found = _in_lock(read_if_there(os.path.join(folder, name))).get(package, [])
        if len(set(found)) == 1:
            return f"=={found[0]}"
        if found:
            ordered = sorted(found, key=_numbers)
            return f">={ordered[0]},<={ordered[-1]}"
    return None


@lru_cache(maxsize=8)
def _in_lock(text: str) -> dict[str, list[str]]:
    """The versions of each library."""
    import re

    known: dict[str, list[str]] = {}
    for package, version in re.findall(r'^name = "([^"]{1,50})"\s*\nversion = "([^"]{1,50})"', text, re.MULTILINE):
        known.setdefault(package, []).append(version)
    return known


def _numbers(version: str) -> list[int]:
    import re

    return [whole_number(part) or 0 for part in re.findall(r"\d+", version)]


def _required(folder: str, package: str) -> str | None:
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
        for line in read_if_there(file).splitlines():
            found = bounds(line, package)
            if found:
                return found
    return None


def _declared(folder: str, package: str) -> str | None:
    """In pyproject.toml or pixi.toml: dependencies first, then extras and groups."""
    for name in ("pyproject.toml", "pixi.toml"):
        document = _toml(read_if_there(os.path.join(folder, name)), package)
        found = _of_document(document, package) if document is not None else None
        if found is not None:
            return found
    return None


def _toml(text: str, package: str) -> dict[str, object] | None:
    if package not in text:
        return None
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):  # broken, or nested without end
        return None


def _of_document(document: dict[str, object], package: str) -> str | None:
    listed = [_at(document, "project", "dependencies")]
    tables = [_at(document, *keys, "dependencies") for keys in (("tool", "poetry"), ("tool", "pixi"), ())]
    tables += [_at(document, *keys, "pypi-dependencies") for keys in (("tool", "pixi"), ())]
    for groups in (_at(document, "project", "optional-dependencies"), _at(document, "dependency-groups")):
        listed += list(groups.values()) if isinstance(groups, dict) else []
    for keys in (("tool", "poetry", "group"), ("tool", "pixi", "feature"), ("feature",)):
        groups = _at(document, *keys)
        for group in groups.values() if isinstance(groups, dict) else ():
            tables += [_at(group, "dependencies"), _at(group, "pypi-dependencies")]
    for lines in listed:
        for line in lines if isinstance(lines, list) else ():
            if (found := bounds(str(line), package)) is not None:
                return found
    return next((found for table in tables if (found := _of_table(table, package)) is not None), None)


def _of_table(table: object, package: str) -> str | None:
    """``jax = "^0.4.30"``, or a table with a version."""
    given = table.get(package) if isinstance(table, dict) else None
    version = given.get("version") if isinstance(given, dict) else given
    if not isinstance(version, str) or not version.strip("* "):
        return None
    return version if version[:1] in "<>=~^!" else f"=={version}"


def _set_up(folder: str, package: str) -> str | None:
    """setup.cfg and setup.py: what is required to install first, then whatever asks for JAX."""
    text = read_if_there(os.path.join(folder, "setup.cfg"))
    if package in text:
        import configparser

        parser = configparser.ConfigParser(interpolation=None)
        try:
            parser.read_string(text)
        except configparser.Error:
            parser.clear()
        sections = [("options", "install_requires"), *((name, None) for name in parser.sections() if "require" in name)]
        for section, key in sections:
            values = parser[section].items() if parser.has_section(section) else ()
            for line in [line for name, value in values if key in (None, name) for line in value.splitlines()]:
                if (found := bounds(line, package)) is not None:
                    return found
    text = read_if_there(os.path.join(folder, "setup.py"))
    return _of_program(text, package) if package in text else None


def _of_program(text: str, package: str) -> str | None:
    """The strings of setup.py, those of ``install_requires`` first; nothing is run."""
    import _ast

    try:
        tree = parse(Source("setup.py", text)).tree
    except NotParsed:
        return None
    keywords = [one.value for one in walk(tree) if isinstance(one, _ast.keyword) and one.arg == "install_requires"]
    for place in [*keywords, tree]:
        for node in walk(place):
            written = node.value if isinstance(node, _ast.Constant) else None
            if isinstance(written, str) and (found := bounds(written, package)) is not None:
                return found
    return None


def _environment(folder: str, package: str) -> str | None:
    """Conda's environment.yml, with what pip installs there."""
    import re

    for name in ("environment.yml", "environment.yaml", "conda.yml", "conda.yaml"):
        for line in read_if_there(os.path.join(folder, name)).splitlines():
            found = re.match(r"\s*-\s*[\"']?(?:[\w.-]+::)?([^\"'#]*)", line)
            asked = bounds(found[1].rstrip(), package) if found else None
            if asked is not None:
                return asked
    return None


def _at(document: object, *keys: str) -> object:
    for key in keys:
        document = document.get(key) if isinstance(document, dict) else None
    return document


def bounds(line: str, package: str = "jax") -> str | None:
    """``jax[cuda12]>=0.4.30,<0.6 ; python_version > "3.9"  # why`` -> ``>=0.4.30,<0.6``; None for other packages."""
    import re

    line = " ".join(line.split())  # of a thousand blanks, a pattern asks for all ways to share them
    exported = re.match(rf"\s*{package}=([\w.+!]+)=\w+(?:$|\s|[\"'])", line, re.IGNORECASE)
    if exported is not None:  # ``jax=0.3.1=pypi_0``: version and build, as conda writes down what is installed
        return f"=={exported[1]}"
    found = re.match(
        rf"\s*{package}\s*(?:\[[^\]]*\])?\s*\(?\s*((?:[=<>~!^]=?=?\s*[\w.*+]+\s*,?\s*)+)", line, re.IGNORECASE
    )
    if found is None or re.search(r"\d{10}", found[1]):  # no version has such a number
        return None
    return found[1].replace(" ", "").strip(",")
