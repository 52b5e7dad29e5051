"""TOML to Settings, and what is wrong with it, with lines."""

from __future__ import annotations

import os

from jaxlint.diagnostic import Problem, Severity
from jaxlint.settings.locate import project_root, settings_file
from jaxlint.settings.model import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LISTS = ("select", "ignore", "extend-select", "exclude", "extend-exclude", "assume-traced")
_KEYS = (*_LISTS, "per-file-ignores", "target-jax", "severity", "fail-on", "public-api")
_SEVERITIES = ", ".join(f'"{one}"' for one in reversed(Severity.ALL))


class Loaded:
    """``problems`` end in exit status 2; ``warnings`` are told and forgotten."""

    __slots__ = ("problems", "settings", "warnings")

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []


def load(directory: str) -> Loaded:
    """The settings that hold in ``directory``.  What is broken is left out and told, the rest is used."""
    try:
        found = settings_file(directory)
    except OSError as error:
        loaded = Loaded(Settings(project_root(directory)))
        loaded.problems.append(Problem(str(error.filename), f"settings can't be read: {error.strerror}"))
        return loaded
    if found is None:
        return Loaded(Settings(project_root(directory)))
    return _parse(*found)


def _parse(path: str, data: bytes) -> Loaded:
    import tomllib  # 30 ms that only those who configure pay

    shown = _shown(path)
    loaded = Loaded(Settings(os.path.dirname(path), shown))
    try:
        text = data.decode()
        document = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        loaded.problems.append(Problem(shown, "settings can't be read: not UTF-8", line))
        return loaded
    except tomllib.TOMLDecodeError as error:
        loaded.problems.append(_toml_problem(shown, text, error))
        return loaded
    except (RecursionError, ValueError) as error:  # tables in tables, numbers of thousands of digits
        said = "nested too deep" if isinstance(error, RecursionError) else str(error)
        loaded.problems.append(Problem(shown, f"broken TOML: {said}"))
        return loaded
    table: object = document
    if os.path.basename(path) == "pyproject.toml":
        tool = document.get("tool", {})
        table = tool.get("jaxlint", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        loaded.problems.append(Problem(shown, "`tool.jaxlint` must be a table", _key_line(text, "jaxlint")))
        return loaded
    return _Reader(loaded, text, table).read()


class _Reader:
    """Takes the keys that are well-formed, and tells of the others."""

    def __init__(self, loaded: Loaded, text: str, table: dict[str, object]) -> None:
        self.loaded = loaded
        self.text = text
        self.table = table

    def read(self) -> Loaded:
        for key in self.table:
            if key not in _KEYS:
                self._warn(key)
        lists = {key.replace("-", "_"): self._strings(key, self.table[key]) for key in _LISTS if key in self.table}
        values: dict[str, Any] = {key: value for key, value in lists.items() if value is not None}
        values["per_file_ignores"] = self._per_file_ignores()
        values["target_jax"] = self._target_jax()
        values["public_api"] = self._public_api()
        values["severity"] = self._severity()
        values["fail_on"] = self._one_severity("fail-on", self.table.get("fail-on", Severity.INFO)) or Severity.INFO
        old = self.loaded.settings
        self.loaded.settings = Settings(old.root, old.path, lines=self._lines(), **values)
        return self.loaded

    def _strings(self, key: str, value: object) -> tuple[str, ...] | None:
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self._refuse(key, f"`{key}` must be a list of strings")
        return None

    def _target_jax(self) -> str | None:
        """``0.6.2``, ``>=0.4.30,<0.7``: a release, or bounds as in a requirement."""
        import re

        value = self.table.get("target-jax")
        if value is None:
            return None
        bound = r"(==|>=|<=|~=|<|>)?\s*\d{1,9}(\.\d{1,9})+(\.\*)?"
        if isinstance(value, str) and re.fullmatch(rf"\s*{bound}(\s*,\s*{bound})*\s*", value):
            return value
        self._refuse("target-jax", '`target-jax` must be a version such as "0.6.2" or ">=0.4.30"')
        return None

    def _public_api(self) -> bool:
        value = self.table.get("public-api", False)
        if not isinstance(value, bool):
            self._refuse("public-api", "`public-api` must be true or false")
        return value is True

    def _per_file_ignores(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        table = self._table("per-file-ignores", "pattern = [rules]")
        read = [(pattern, self._strings(pattern, rules)) for pattern, rules in table.items()]
        return tuple([(pattern, rules) for pattern, rules in read if rules is not None])

    def _severity(self) -> tuple[tuple[str, str], ...]:
        table = self._table("severity", 'rule = "error"')
        read = [(selector, self._one_severity(selector, value)) for selector, value in table.items()]
        return tuple([(selector, value) for selector, value in read if value is not None])

    def _one_severity(self, key: str, value: object) -> str | None:
        if value in Severity.ALL:
            return str(value)
        self._refuse(key, f"`{key}` must be one of {_SEVERITIES}")
        return None

    def _table(self, key: str, form: str) -> dict[str, object]:
        table = self.table.get(key, {})
        if isinstance(table, dict):
            return table
        self._refuse(key, f"`{key}` must be a table of {form}")
        return {}

    def _refuse(self, key: str, message: str) -> None:
        self.loaded.problems.append(Problem(self._path(), message, _key_line(self.text, key)))

    def _warn(self, key: str) -> None:
        from difflib import get_close_matches

        near = get_close_matches(key, _KEYS, 1, 0.5)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        self.loaded.warnings.append(Problem(self._path(), f"unknown setting `{key}`{hint}", _key_line(self.text, key)))

    def _path(self) -> str:
        return self.loaded.settings.path or ""

    def _lines(self) -> tuple[tuple[str, int], ...]:
        """Line of every quoted word after our header: tomllib keeps no positions."""
        import re

        head = _key_line(self.text, "jaxlint") or 1
        rows = self.text.split("\n")
        found: list[tuple[str, int]] = []
        for number in range(head, len(rows) + 1):
            found.extend((word, number) for word in re.findall(r"""["']([^"'\s]+)["']""", rows[number - 1]))
        return tuple(found)


def _key_line(text: str, key: str) -> int | None:
    """The line that sets ``key``, looked for after our header."""
    import re

    header = re.search(r"^\s*\[\s*tool\s*\.\s*jaxlint|^\s*tool\.jaxlint|^\s*jaxlint\s*[.=]", text, re.MULTILINE)
    start = header.start() if header else 0
    word = re.compile(rf"""(?<![\w-])["']?{re.escape(key)}["']?\s*[=.\]]""")
    found = word.search(text, start) or header
    return None if found is None else text.count("\n", 0, found.end()) + 1


def _toml_problem(path: str, text: str, error: Exception) -> Problem:
    import re

    message = str(error)
    place = re.search(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$", message)
    if place is None:
        return Problem(path, f"broken TOML: {message}")
    line = int(place[1]) if place[1] else text.rstrip("\n").count("\n") + 1
    return Problem(path, f"broken TOML: {message[: place.start()]}", line)


def _shown(path: str) -> str:
    """Relative to the working directory where it lies below it."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative
