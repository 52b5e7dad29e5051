"""TOML to Settings, and what is wrong with it, with lines."""

from __future__ import annotations

import os

from jaxlint.diagnostic import Problem, Severity, internal_error
from jaxlint.settings.locate import project_root, settings_file
from jaxlint.settings.model import MAX_FILE_SIZE, SMALL_FILE, Settings
from jaxlint.settings.overrides import Overrides, below
from jaxlint.text.reading import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

_MOST_EXTENDED = 20  # files in one chain
_MOST_REPORTED = 20  # mistakes of a kind, each of which is looked for in the text


class Loaded:
    """``problems`` end in exit status 2; ``warnings`` are told and forgotten."""

    __slots__ = ("problems", "settings", "warnings")

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []


def load(directory: str, overrides: Overrides | None = None) -> Loaded:
    """The settings that hold in ``directory``.  What is broken is left out and told, the rest is used."""
    try:
        loaded = _from_file(directory, overrides)
    except Exception as error:
        loaded = Loaded(Settings(project_root(directory)))
        loaded.problems.append(internal_error(_shown(directory), "the settings", error))
    if overrides is not None:
        for word in overrides.values:
            _take(word, loaded)
        _leave_out(overrides, loaded)
    return loaded


def _from_file(directory: str, overrides: Overrides | None) -> Loaded:
    loaded = Loaded(Settings(project_root(directory)))
    files = [] if overrides is None else overrides.files
    if len(files) > 1 or (files and overrides is not None and overrides.isolated):
        said = "can't be given with --isolated" if len(files) == 1 else "names more than one file"
        loaded.problems.append(Problem("--config", f"{said}: {', '.join(files)}"))
        return loaded
    try:
        if files:  # as if it lay at the top of the project
            return _parse(files[0], read_file(files[0]), loaded.settings.root)
        found = None if overrides is not None and overrides.isolated else settings_file(directory)
    except OSError as error:
        loaded.problems.append(Problem(_shown(str(error.filename)), f"settings can't be read: {error.strerror}"))
        return loaded
    return loaded if found is None else _parse(*found)


def _take(word: str, loaded: Loaded) -> None:
    """``KEY=VALUE``; a value that is no TOML is a string."""
    import tomllib

    key, _, value = word.partition("=")
    try:
        table = tomllib.loads(word)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        try:
            table = tomllib.loads(f"{key} = '{value.strip()}'") if value.strip()[:1].isalpha() else {}
        except (tomllib.TOMLDecodeError, RecursionError, ValueError):
            table = {}
        if not table:
            loaded.problems.append(Problem("--config", f"{word!r} is neither a file nor KEY=VALUE in TOML: {error}"))
            return
    reader = _Reader(loaded, word, table, "--config")
    reader.read()


def _leave_out(overrides: Overrides, loaded: Loaded) -> None:
    """What the command line excludes."""
    root = loaded.settings.root
    if overrides.exclude is not None:
        loaded.settings = loaded.settings.but(exclude=tuple([below(root, one) for one in overrides.exclude]))
    if overrides.extend_exclude:
        more = [below(root, one) for one in overrides.extend_exclude]
        loaded.settings = loaded.settings.but(extend_exclude=(*loaded.settings.extend_exclude, *more))


def _parse(path: str, data: bytes, root: str | None = None, above: tuple[str, ...] = ()) -> Loaded:
    """``above``: the files that extend this one."""
    import tomllib  # 30 ms that only those who configure pay

    shown = _shown(path)
    loaded = Loaded(Settings(root or os.path.dirname(path), shown))
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
    if "extend" in table:
        loaded = _extended(loaded, path, table["extend"], _key_line(text, "extend"), above)
    return _Reader(loaded, text, table, shown).read()


def _extended(loaded: Loaded, path: str, base: object, line: int | None, above: tuple[str, ...]) -> Loaded:
    """``extend``: what another file says, where this one says nothing."""
    from jaxlint.settings.extend import inherited

    own = loaded.settings
    if not isinstance(base, str) or not base or "\0" in base:
        loaded.problems.append(Problem(own.path or path, "`extend` must be the path of a settings file", line))
        return loaded
    other = os.path.normpath(os.path.join(os.path.dirname(path), os.path.expanduser(base)))
    if len(above) >= _MOST_EXTENDED - 1:
        said = f"`extend` chains more than {_MOST_EXTENDED} files, from {_shown(above[-1])} on"
        loaded.problems.append(Problem(own.path or path, said, line))
        return loaded
    if other in (path, *above):
        loaded.problems.append(Problem(own.path or path, f"`extend` leads back to {_shown(other)}", line))
        return loaded
    try:
        found = _parse(other, read_file(other), above=(path, *above))
    except OSError as error:
        said = f"`extend` names {_shown(other)}, which can't be read: {error.strerror}"
        loaded.problems.append(Problem(own.path or path, said, line))
        return loaded
    loaded.problems += found.problems
    loaded.warnings += found.warnings
    loaded.settings = inherited(found.settings, own.root, own.path)
    return loaded


class _Reader:
    """Takes the keys that are well-formed, and tells of the others."""

    def __init__(self, loaded: Loaded, text: str, table: dict[str, object], place: str) -> None:
        self.loaded = loaded
        self.text = text
        self.table = table
        self.place = place

    def read(self) -> Loaded:
        from jaxlint.settings.keys import KEYS, LISTS

        unknown = [key for key in self.table if key not in KEYS]
        for key in unknown[:_MOST_REPORTED]:
            self._warn(key, KEYS)
        if len(unknown) > _MOST_REPORTED:
            said = f"{len(unknown) - _MOST_REPORTED:,} more unknown settings"
            self.loaded.warnings.append(Problem(self.place, said))
        names = [key for key in KEYS if key in self.table and KEYS[key].kind in LISTS]
        lists = {key.replace("-", "_"): self._strings(key, self.table[key]) for key in names}
        values: dict[str, Any] = {key: value for key, value in lists.items() if value is not None}
        singles: dict[str, Callable[[], object]] = {
            "per-file-ignores": self._per_file_ignores,
            "target-jax": self._target_jax,
            "severity": self._severity,
            "fail-on": self._fail_on,
            "unsafe-fixes": lambda: self._is_true("unsafe-fixes"),
            "public-api": lambda: self._is_true("public-api"),
            "named-only": lambda: self._is_true("named-only"),
            "output-format": lambda: self._string("output-format"),
            "baseline": lambda: self._string("baseline"),
            "max-file-size": lambda: self._bytes("max-file-size"),
        }
        values.update({key.replace("-", "_"): read() for key, read in singles.items() if key in self.table})
        old = self.loaded.settings
        self.loaded.settings = old.but(lines={**old.lines, **self._lines()}, **values)
        return self.loaded

    def _strings(self, key: str, value: object) -> tuple[str, ...] | None:
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self._refuse(key, f"`{key}` must be a list of strings")
        return None

    def _string(self, key: str) -> str | None:
        value = self.table[key]
        if isinstance(value, str) and "\0" not in value:
            return value or None
        self._refuse(key, f"`{key}` must be a string")
        return None

    def _bytes(self, key: str) -> int:
        value = self.table[key]
        if isinstance(value, int) and not isinstance(value, bool) and value >= SMALL_FILE:
            return value
        self._refuse(key, f"`{key}` must be a number of bytes, at least {SMALL_FILE:_}")
        return MAX_FILE_SIZE

    def _is_true(self, key: str) -> bool:
        value = self.table[key]
        if not isinstance(value, bool):
            self._refuse(key, f"`{key}` must be true or false")
        return value is True

    def _target_jax(self) -> str | None:
        """``0.6.2``, ``>=0.4.30,<0.7``: a release, or bounds as in a requirement."""
        import re

        from jaxlint.settings.keys import VERSION_PATTERN

        value = self.table["target-jax"]
        if isinstance(value, str) and re.fullmatch(VERSION_PATTERN, value):
            return value
        self._refuse("target-jax", '`target-jax` must be a version such as "0.6.2" or ">=0.4.30"')
        return None

    def _per_file_ignores(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        table = self._table("per-file-ignores", "pattern = [rules]")
        read = [(pattern, self._strings(pattern, rules)) for pattern, rules in table.items()]
        return tuple([(pattern, rules) for pattern, rules in read if rules is not None])

    def _severity(self) -> tuple[tuple[str, str], ...]:
        table = self._table("severity", 'rule = "error"')
        read = [(selector, self._one_severity(selector, value)) for selector, value in table.items()]
        return tuple([(selector, value) for selector, value in read if value is not None])

    def _fail_on(self) -> str:
        return self._one_severity("fail-on", self.table["fail-on"]) or Severity.INFO

    def _one_severity(self, key: str, value: object) -> str | None:
        if value in Severity.ALL:
            return str(value)
        listed = ", ".join(f'"{one}"' for one in reversed(Severity.ALL))
        self._refuse(key, f"`{key}` must be one of {listed}")
        return None

    def _table(self, key: str, form: str) -> dict[str, object]:
        table = self.table.get(key, {})
        if isinstance(table, dict):
            return table
        self._refuse(key, f"`{key}` must be a table of {form}")
        return {}

    def _refuse(self, key: str, message: str) -> None:
        line = self._line(key) if len(self.loaded.problems) < _MOST_REPORTED else None
        self.loaded.problems.append(Problem(self.place, message, line))

    def _warn(self, key: str, known: Iterable[str]) -> None:
        from difflib import get_close_matches

        near = get_close_matches(key, known, 1, 0.5)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        self.loaded.warnings.append(Problem(self.place, f"unknown setting `{key}`{hint}", self._line(key)))

    def _line(self, key: str) -> int | None:
        return None if self._is_typed else _key_line(self.text, key)

    @property
    def _is_typed(self) -> bool:
        return self.place == "--config"

    def _lines(self) -> dict[str, int]:
        """The lines of the keys, and the first one of every quoted word after our header: tomllib keeps none."""
        import re

        from jaxlint.settings.keys import KEYS

        head = 1 if self._is_typed else _key_line(self.text, "jaxlint") or 1
        rows = self.text.split("\n")
        found = {key: 0 if self._is_typed else self._line(key) or head for key in KEYS if key in self.table}
        for number in range(head, len(rows) + 1):
            words = re.findall(r"""["']([^"'\s]+)["']""", rows[number - 1])
            for word in words:
                found.setdefault(word, 0 if self._is_typed else number)
        return found


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
