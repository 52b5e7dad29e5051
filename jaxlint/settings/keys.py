"""The settings as users read of them: ``jaxlint config`` and the JSON schema come from this table."""

from __future__ import annotations

from jaxlint.diagnostic import Severity
from jaxlint.record import Record
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


class Key(Record):
    """``default``: as TOML; ``example``: a line of a settings file."""

    kind: str
    default: str
    text: str
    example: str


KEYS = {
    "extend": Key(
        STRING,
        "none",
        "A settings file to inherit from.  Its patterns stay relative to its own folder.",
        'extend = "shared/jaxlint.toml"',
    ),
    "select": Key(
        SELECTORS,
        "all rules except those that give advice (info)",
        "The rules to enable: codes, prefixes (JAX1), groups (keys), names or ALL.",
        'select = ["ALL"]',
    ),
    "extend-select": Key(SELECTORS, "[]", "Rules to enable in addition to `select`.", 'extend-select = ["JAX405"]'),
    "ignore": Key(
        SELECTORS,
        "[]",
        "Rules to disable.  If a rule is both selected and ignored, the more specific selector wins.",
        'ignore = ["JAX501"]',
    ),
    "per-file-ignores": Key(
        SELECTORS_BY_PATTERN,
        "{}",
        "Rules to disable in files that match a gitignore pattern.",
        'per-file-ignores = { "tests/*" = ["JAX402"] }',
    ),
    "fixable": Key(
        SELECTORS, "all rules", "Rules whose fixes may be applied.  Other rules offer no fix.", 'fixable = ["JAX7"]'
    ),
    "unfixable": Key(
        SELECTORS,
        "[]",
        "Rules whose fixes are never applied or offered.  If also `fixable`, the more specific selector wins.",
        'unfixable = ["JAX402"]',
    ),
    "extend-safe-fixes": Key(
        SELECTORS,
        "[]",
        "Rules whose unsafe fixes count as safe, so that `--fix` applies them.  Suggestions stay suggestions.  Settings"
        " in a subfolder can do this only for rules that the top-level settings allow, with the same setting or with"
        " `unsafe-fixes`.",
        'extend-safe-fixes = ["JAX301"]',
    ),
    "extend-unsafe-fixes": Key(
        SELECTORS,
        "[]",
        "Rules whose safe fixes count as unsafe, so that only `--unsafe-fixes` applies them.",
        'extend-unsafe-fixes = ["JAX501"]',
    ),
    "public-api": Key(
        BOOLEAN,
        "false",
        "Also analyze exported functions as if users jit, vmap and grad them, like `--public-api`.",
        "public-api = true",
    ),
    "named-only": Key(
        BOOLEAN,
        "false",
        "Hide findings in files that a run does not name, although a named file causes them, like `--named-only`.",
        "named-only = true",
    ),
    "unsafe-fixes": Key(
        BOOLEAN,
        "false",
        "Also apply fixes that may change results, like `--unsafe-fixes`.  Only the top-level"
        " settings of a project can turn this on, not those of a subfolder or of a folder above.",
        "unsafe-fixes = true",
    ),
    "severity": Key(
        SEVERITY_BY_SELECTOR, "{}", "Severity per rule: error, warning or info.", 'severity = { keys = "error" }'
    ),
    "fail-on": Key(
        SEVERITY, '"info"', "The lowest severity that makes jaxlint exit with status 1.", 'fail-on = "error"'
    ),
    "output-format": Key(
        STRING,
        '"text"',
        "The format of the report.  The command line and the environment variable JAXLINT_OUTPUT_FORMAT override it.",
        'output-format = "concise"',
    ),
    "baseline": Key(
        STRING,
        "none",
        "A file of findings to hide, relative to the settings file.",
        'baseline = "jaxlint.baseline.json"',
    ),
    "exclude": Key(
        PATTERNS,
        "common non-source directories, such as .venv, build and node_modules",
        "Gitignore patterns of files to exclude.  They replace the built-in patterns.",
        'exclude = ["third_party"]',
    ),
    "extend-exclude": Key(
        PATTERNS,
        "[]",
        "Gitignore patterns of files to exclude in addition to `exclude`.",
        'extend-exclude = ["*_pb2.py"]',
    ),
    "max-file-size": Key(
        BYTES,
        "4_000_000",
        "Skip larger files with a warning.  Large generated data files would need too much memory.",
        "max-file-size = 20_000_000",
    ),
    "assume-traced": Key(
        PATTERNS,
        "[]",
        "Gitignore patterns of files whose functions are analyzed as if they were jitted.  Use it for library code that"
        " its users jit.",
        'assume-traced = ["mylib/**"]',
    ),
    "target-jax": Key(
        VERSION,
        "the version that the project's lock file or requirements name",
        "The JAX versions that your code must support.  They determine which APIs are removed or deprecated, and which"
        " fixes are offered.",
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
        "description": "Settings of jaxlint: jaxlint.toml, or the table tool.jaxlint in pyproject.toml.",
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
