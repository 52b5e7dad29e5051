"""The table of settings agrees with what is read."""

import tomllib

import pytest
from jsonschema import Draft7Validator

from jaxlint.settings.keys import KEYS, schema
from jaxlint.settings.load import load
from jaxlint.settings.model import Settings

NO_KEYS = {"root", "path", "lines"}


def test_each_field_is_in_the_table():
    assert {name.replace("-", "_") for name in KEYS if name != "extend"} == set(Settings.__annotations__) - NO_KEYS


@pytest.mark.parametrize("name", KEYS)
def test_each_example_is_read_and_fits_the_schema(tmp_path, name):
    (tmp_path / ".git").mkdir()
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "jaxlint.toml").write_text("")
    (tmp_path / "jaxlint.toml").write_text(KEYS[name].example + "\n")
    loaded = load(str(tmp_path))
    assert (loaded.problems, loaded.warnings) == ([], [])
    if name == "extend":  # gives way to what the other file says
        return
    field = name.replace("-", "_")
    assert getattr(loaded.settings, field) != getattr(Settings("/"), field)
    Draft7Validator(schema()).validate(tomllib.loads(KEYS[name].example))


@pytest.mark.parametrize(
    "text",
    ["ignroe = []", 'ignore = "JAX1"', 'fail-on = "fatal"', "severity.keys = 1", 'target-jax = "new"', "exclude = [1]"],
)
def test_what_is_refused_does_not_fit_the_schema(tmp_path, text):
    (tmp_path / ".git").mkdir()
    (tmp_path / "jaxlint.toml").write_text(text + "\n")
    loaded = load(str(tmp_path))
    assert loaded.problems or loaded.warnings
    assert list(Draft7Validator(schema()).iter_errors(tomllib.loads(text)))
