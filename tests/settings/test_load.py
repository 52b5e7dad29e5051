"""Settings: what is read, what is refused, and on which line."""

import os

import pytest

from jaxlint.settings.load import load
from jaxlint.settings.locate import common_directory, speaks_of_jaxlint
from jaxlint.settings.model import Settings


def loaded(tmp_path, text, name="pyproject.toml"):
    (tmp_path / name).write_text(text)
    (tmp_path / ".git").mkdir(exist_ok=True)
    return load(str(tmp_path))


def told(problems):
    return [(os.path.basename(problem.path), problem.line, problem.message) for problem in problems]


def test_every_key(tmp_path):
    text = """
[project]
name = "x"

[tool.jaxlint]
select = ["JAX1"]
ignore = ["JAX101"]
extend-select = ["JAX405"]
exclude = ["gen"]
extend-exclude = ["*_pb2.py"]
target-jax = ">=0.4.30,<0.7"

fail-on = "error"
public-api = true

[tool.jaxlint.per-file-ignores]
"tests/**" = ["JAX4", "print-in-trace"]

[tool.jaxlint.severity]
keys = "error"
JAX501 = "info"
"""
    result = loaded(tmp_path, text)
    settings = result.settings
    assert not result.problems
    assert not result.warnings
    assert settings.select == ("JAX1",)
    assert settings.ignore == ("JAX101",)
    assert settings.extend_select == ("JAX405",)
    assert settings.exclude == ("gen",)
    assert settings.extend_exclude == ("*_pb2.py",)
    assert settings.per_file_ignores == (("tests/**", ("JAX4", "print-in-trace")),)
    assert settings.target_jax == ">=0.4.30,<0.7"
    assert settings.fail_on == "error"
    assert settings.public_api
    assert settings.severity == (("keys", "error"), ("JAX501", "info"))
    assert settings.root == str(tmp_path)
    assert settings.line_of("JAX405") == 8


def test_own_file_needs_no_table_header(tmp_path):
    assert loaded(tmp_path, 'select = ["JAX5"]\n', "jaxlint.toml").settings.select == ("JAX5",)


def test_nearest_file_that_speaks_of_jaxlint_wins(tmp_path):
    loaded(tmp_path, '[tool.jaxlint]\nselect = ["JAX5"]\n')
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.other]\n")
    assert load(str(inner)).settings.select == ("JAX5",)
    (tmp_path / "a" / "pyproject.toml").write_text('[tool.jaxlint]\nselect = ["JAX1"]\n')
    assert load(str(inner)).settings.select == ("JAX1",)


def test_the_search_ends_at_the_repository(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.jaxlint]\nselect = ["JAX5"]\n')
    inner = tmp_path / "repository"
    (inner / ".git").mkdir(parents=True)
    assert load(str(inner)).settings.select is None


def test_unknown_key_is_a_warning_with_the_nearest_match(tmp_path):
    result = loaded(tmp_path, '[tool.jaxlint]\nignore = []\nselct = ["JAX1"]\n')
    assert told(result.warnings) == [("pyproject.toml", 3, "unknown setting `selct`; did you mean `select`?")]
    assert not result.problems


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('[tool.jaxlint]\nselect = "JAX1"\n', 2, "`select` must be a list of strings"),
        ("[tool.jaxlint]\nignore = []\nextend-exclude = [1]\n", 3, "`extend-exclude` must be a list of strings"),
        ("[tool.jaxlint]\nper-file-ignores = []\n", 2, "`per-file-ignores` must be a table of pattern = [rules]"),
        ('[tool.jaxlint.per-file-ignores]\n"a.py" = "JAX1"\n', 2, "`a.py` must be a list of strings"),
        ("[tool.jaxlint]\nseverity = 1\n", 2, '`severity` must be a table of rule = "error"'),
        ('[tool.jaxlint.severity]\nJAX1 = "fatal"\n', 2, '`JAX1` must be one of "error", "warning", "info"'),
        ('[tool.jaxlint]\npublic-api = "yes"\n', 2, "`public-api` must be true or false"),
        ('[tool.jaxlint]\nfail-on = ["error"]\n', 2, '`fail-on` must be one of "error", "warning", "info"'),
        ("[tool]\njaxlint = 3\n", 2, "`tool.jaxlint` must be a table"),
        ("[project]\nname = 1\n[tool.jaxlint\n", 3, "broken TOML: Expected ']' at the end of a table declaration"),
        ("[tool.jaxlint]\nselect = [\n", 2, "broken TOML: Invalid value"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path, text, line, message):
    assert told(loaded(tmp_path, text).problems) == [("pyproject.toml", line, message)]


def test_one_bad_key_leaves_the_others(tmp_path):
    result = loaded(tmp_path, '[tool.jaxlint]\nselect = 1\nignore = ["JAX1"]\n')
    assert result.settings.ignore == ("JAX1",)
    assert result.settings.select is None


def test_not_utf8(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "pyproject.toml").write_bytes(b"[tool.jaxlint]\n# \xff\n")
    assert told(load(str(tmp_path)).problems) == [("pyproject.toml", 2, "settings can't be read: not UTF-8")]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"[tool.jaxlint]", True),
        (b"[tool]\njaxlint.select = []", True),
        (b"[tool.ruff]\n", False),
        (b'dependencies = ["jaxlint"]\n', False),
    ],
)
def test_what_is_handed_to_the_toml_parser(data, expected):
    assert speaks_of_jaxlint(data) is expected


def test_settings_are_frozen():
    with pytest.raises(AttributeError):
        Settings("/").select = ("JAX1",)


def test_common_directory(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.py").touch()
    (tmp_path / "b").mkdir()
    assert common_directory([str(tmp_path / "a" / "x.py")]) == str(tmp_path / "a")
    assert common_directory([str(tmp_path / "a" / "x.py"), str(tmp_path / "b")]) == str(tmp_path)


@pytest.mark.parametrize("value", ['"newest"', '">=x"', "0.6", '["0.6.2"]', '""', '"0.6.2 or 0.7"'])
def test_a_target_that_is_no_version(tmp_path, value):
    result = loaded(tmp_path, f"[tool.jaxlint]\ntarget-jax = {value}\n")
    message = '`target-jax` must be a version such as "0.6.2" or ">=0.4.30"'
    assert told(result.problems) == [("pyproject.toml", 2, message)]
    assert result.settings.target_jax is None
