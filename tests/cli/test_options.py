"""The plain parser and click agree."""

from itertools import product

import pytest

from jaxlint.cli import command
from jaxlint.cli.options import FLAGS, Options, plain_options


def by_click(arguments, monkeypatch):
    """The options that click would run, or None where it would not run a check."""
    seen = []
    monkeypatch.setattr("jaxlint.cli.check.check", lambda options: seen.append(options) or 0)
    command.dispatch(arguments)
    return seen[0] if seen else None


def fields(options):
    return {name: getattr(options, name) for name in Options.__annotations__}


def cases():
    yield from ([], ["check"], ["."], ["-"], ["check", "check"], ["a", "check"], ["--fix", "check"], ["", "a b"])
    for flag in FLAGS:
        yield from ([flag], ["check", flag], ["a.py", flag, "b.py"], [flag, flag, "--fix"])
    for first, second in product(FLAGS, repeat=2):
        yield [first, "src", second]


@pytest.mark.parametrize("arguments", list(cases()), ids=str)
def test_same_options_both_ways(arguments, monkeypatch):
    plain = plain_options(arguments)
    assert plain is not None
    assert fields(plain) == fields(by_click(arguments, monkeypatch))


@pytest.mark.parametrize(
    "arguments",
    [
        ["rule"],
        ["rule", "JAX101"],
        ["--help"],
        ["--version"],
        ["--select", "JAX1"],
        ["--", "-x"],
        ["--fix=1"],
        ["-qv"],
        ["-x"],
    ],
    ids=str,
)
def test_what_the_plain_parser_leaves_to_click(arguments):
    assert plain_options(arguments) is None


def test_every_flag_of_click_is_a_plain_one():
    flags = [option for option in command.check.params if getattr(option, "is_flag", False)]
    assert {spelling for option in flags for spelling in option.opts} == set(FLAGS)


def test_every_option_is_a_field():
    assert {parameter.name for parameter in command.check.params} == set(Options.__annotations__)


def test_selectors_are_split_and_gathered(monkeypatch):
    options = by_click(["--select", "JAX1, JAX2", "--select", "JAX3", "--ignore", ",JAX101,", "a.py"], monkeypatch)
    assert options.select == ("JAX1", "JAX2", "JAX3")
    assert options.ignore == ("JAX101",)
    assert options.paths == ["a.py"]
