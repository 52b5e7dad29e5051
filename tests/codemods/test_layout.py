"""New lines are laid out as a formatter would; the others stay as they are."""

from __future__ import annotations

import pytest

from jaxlint.codemods.layout import columns, laid_out

LONG = "    return first_function(argument_one, argument_two), second_function(argument_three, argument_four)\n"
SHORT = "def f(x):\n    return x\n"


def test_a_line_too_long_is_broken_at_its_commas() -> None:
    assert laid_out(SHORT, "def f(x):\n" + LONG, 88) == (
        "def f(x):\n"
        "    return (\n"
        "        first_function(argument_one, argument_two),\n"
        "        second_function(argument_three, argument_four),\n"
        "    )\n"
    )


def test_a_line_that_was_there_stays() -> None:
    text = "def f(x):\n" + LONG
    assert laid_out(text, text + "y = 1\n", 88) == text + "y = 1\n"


def test_a_comment_behind_it_makes_no_line_too_long() -> None:
    text = f"x = f(1)  # {'a' * 90}\n"
    assert laid_out("x = g(1)\n", text, 88) == text


def test_the_head_of_a_block_is_laid_out_without_its_body() -> None:
    test = " and ".join([f"condition_number_{number}" for number in range(5)])
    body = "    x = [1,\n         2]\n"
    made = laid_out(f"if a:\n{body}", f"if {test}:\n{body}", 88)
    assert made.startswith("if (\n    condition_number_0\n")
    assert made.endswith("):\n    x = [1,\n         2]\n")


def test_what_was_no_work_of_a_formatter_keeps_its_lines() -> None:
    assert laid_out("x = f(a,\n  b)\n", "x = g(a,\n  b)\n", 88) == "x = g(a,\n  b)\n"
    assert laid_out("x = f(a, b)\n", "x = g(a,\n  b)\n", 88) == "x = g(a, b)\n"


def test_texts_on_several_lines_are_left_alone() -> None:
    text = f'x = f("""a\n  b""", {"c" * 90})\n'
    assert laid_out("", text, 88) == text


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("x = 1", 88),
        ("x = " + "1 + " * 22 + "1", 93),
        ("x = '" + "a" * 90 + "'", 88),
        ("# " + "a" * 90, 88),
        ("x = " + "1 + " * 40 + "1", 120),
    ],
)
def test_columns_are_those_of_the_code(row: str, found: int) -> None:
    assert columns(row + "\n") == found
