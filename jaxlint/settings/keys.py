"""The settings as users read of them: ``jaxlint config`` and the JSON schema come from this table."""

from __future__ import annotations

from jaxlint.diagnostic import Severity
from jaxlint.settings.model import SMALL_FILE

SELECTORS = "selectors"  # a list of rules: codes, starts of codes, groups, names, ALL
PATTERNS = "patterns"  # a list of gitignore patterns
SELECTORS_BY_PATTERN = "selectors by pattern"
SEVERITY_BY_SELECTOR = "severity by selector"
SEVERITY = "severity"
VERSION = "version"
STRING = "string"
BOOLEAN = "true or false"
BYTES = "bytes"  # a whole number

LISTS = (SELECTORS, PATTERNS)


class Key:
    """``default``: as TOML; ``example``: a line of a settings file."""

    __slots__ = ("default", "example", "kind", "text")

    def __init__(self, kind: str, default: str, text: str, example: str) -> None:
        self.kind = kind
        self.default = default
        self.text = text
        self.example = example


KEYS = {
    "extend": Key(
        STRING,
        "none",
        "A settings file whose settings hold where this one says nothing; its patterns mean what they mean there.",
        'extend = "shared/jaxlint.toml"',
    ),
    "select": Key(
        SELECTORS,
        "all rules but those that give advice",
        "The rules that run: codes, starts of codes (JAX1), groups (keys), names, ALL.",
        'select = ["ALL"]',
    ),
    "extend-select": Key(
        SELECTORS, "[]", "Rules that run besides those that are selected.", 'extend-select = ["JAX405"]'
    ),
    "ignore": Key(
        SELECTORS,
        "[]",
        "Rules that do not run.  Where a rule is selected and ignored, the narrower selector decides.",
        'ignore = ["JAX501"]',
    ),
    "per-file-ignores": Key(
        SELECTORS_BY_PATTERN,
        "{}",
        "Rules that do not run on the files that match a gitignore pattern.",
        'per-file-ignores = { "tests/*" = ["JAX402"] }',
    ),
    "fixable": Key(
        SELECTORS, "all rules", "The rules whose fixes may be made; of others no fix is offered.", 'fixable = ["JAX7"]'
    ),
    "unfixable": Key(
        SELECTORS,
        "[]",
        "Rules whose fixes are neither made nor offered.  The narrower selector decides.",
        'unfixable = ["JAX402"]',
    ),
    "extend-safe-fixes": Key(
        SELECTORS,
        "[]",
        "Rules whose unsafe fixes count as safe: `--fix` makes them.  Suggestions stay what they are.  In a folder"
        " below the top of the repository it holds only as far as the settings at the top say so, too, or"
        " `unsafe-fixes` there.",
        'extend-safe-fixes = ["JAX301"]',
    ),
    "extend-unsafe-fixes": Key(
        SELECTORS,
        "[]",
        "Rules whose safe fixes count as unsafe: they are made with `--unsafe-fixes` only.",
        'extend-unsafe-fixes = ["JAX501"]',
    ),
    "public-api": Key(
        BOOLEAN,
        "false",
        "Look at the functions that a library exports as their signatures promise, as with `--public-api`.",
        "public-api = true",
    ),
    "unsafe-fixes": Key(
        BOOLEAN,
        "false",
        "Make the unsafe fixes, too, as with `--unsafe-fixes`.  In a folder below the top of the repository it holds"
        " only where the settings at the top say so, too.",
        "unsafe-fixes = true",
    ),
    "severity": Key(
        SEVERITY_BY_SELECTOR,
        "{}",
        "What the findings of a rule count as: error, warning or info.",
        'severity = { keys = "error" }',
    ),
    "fail-on": Key(
        SEVERITY, '"info"', "The least severity of a finding that makes the exit status 1.", 'fail-on = "error"'
    ),
    "output-format": Key(
        STRING,
        '"text"',
        "The format of the report.  The environment variable JAXLINT_OUTPUT_FORMAT and the command line come first.",
        'output-format = "concise"',
    ),
    "baseline": Key(
        STRING,
        "none",
        "A file with findings that are left out of the report, relative to that of the settings.",
        'baseline = "jaxlint.baseline.json"',
    ),
    "exclude": Key(
        PATTERNS,
        "directories that no project means, such as .venv, build and node_modules",
        "Gitignore patterns of what is left out, in place of the built-in ones.",
        'exclude = ["third_party"]',
    ),
    "extend-exclude": Key(
        PATTERNS,
        "[]",
        "Gitignore patterns of what is left out besides `exclude`.",
        'extend-exclude = ["*_pb2.py"]',
    ),
    "max-file-size": Key(
        BYTES,
        "4_000_000",
        "Larger files are left out, with a warning: data that is written as Python needs more memory than it is worth.",
        "max-file-size = 20_000_000",
    ),
    "assume-traced": Key(
        PATTERNS,
        "[]",
        "Gitignore patterns of files whose functions are analysed as if they were jitted: library code that its users"
        " jit.",
        'assume-traced = ["mylib/**"]',
    ),
    "target-jax": Key(
        VERSION,
        "what the project's lock file or requirements ask for",
        "The JAX that the code has to run on: it decides what counts as removed and deprecated, and which fixes"
        " may be offered.",
        'target-jax = ">=0.4.30"',
    ),
}

SEVERITIES = tuple(reversed(Severity.ALL))
BOUND = r"(==|>=|<=|~=|<|>)?\s*\d{1,9}(\.\d{1,9})+(\.\*)?"
VERSION_PATTERN = rf"\s*{BOUND}(\s*,\s*{BOUND})*\s*"


def schema() -> dict[str, object]:
    """The JSON schema of a jaxlint.toml, and of the table `tool.jaxlint`."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "jaxlint",
        "description": "The settings of jaxlint: a jaxlint.toml, or the table tool.jaxlint of a pyproject.toml.",
        "type": "object",
        "additionalProperties": False,
        "properties": {name: {"description": key.text, **_type(key.kind)} for name, key in KEYS.items()},
    }


def _type(kind: str) -> dict[str, object]:
    strings: dict[str, object] = {"type": "array", "items": {"type": "string"}}
    if kind in LISTS:
        return strings
    if kind in (STRING, BOOLEAN):
        return {"type": "string" if kind == STRING else "boolean"}
    if kind == BYTES:
        return {"type": "integer", "minimum": SMALL_FILE}
    if kind == SELECTORS_BY_PATTERN:
        return {"type": "object", "additionalProperties": strings}
    if kind == SEVERITY_BY_SELECTOR:
        return {"type": "object", "additionalProperties": {"enum": [*SEVERITIES]}}
    return {"enum": [*SEVERITIES]} if kind == SEVERITY else {"type": "string", "pattern": f"^{VERSION_PATTERN}$"}
