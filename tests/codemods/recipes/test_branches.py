"""How far the fixes of ``if`` and ``a if p else b`` go, and what they leave alone."""

from __future__ import annotations

import textwrap

import pytest

from tests.codemods.recipes.mending import fixed, levels

HEAD = "import jax\nimport jax.numpy as jnp\n\n\n"


def program(body: str, arguments: str = "jnp.float32(1.0)", parameters: str = "x") -> str:
    inside = textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")
    return f"{HEAD}@jax.jit\ndef f({parameters}):\n{inside}\n\n\nf({arguments})\n"


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ("x * 2.0", "-x", "jnp.where(x > 0, x * 2.0, -x)"),
        ("jnp.exp(x)", "-x", "jax.lax.cond(x > 0, lambda: jnp.exp(x), lambda: -x)"),
        ("1 / x", "x", "jax.lax.cond(x > 0, lambda: 1 / x, lambda: x)"),
        ("x**2", "x", "jnp.where(x > 0, x**2, x)"),
        ("x**3", "x", "jax.lax.cond(x > 0, lambda: x**3, lambda: x)"),
        ("(x, 1.0)", "(1.0, x)", "jax.lax.cond(x > 0, lambda: (x, 1.0), lambda: (1.0, x))"),
        ("[x]", "[-x]", "jax.lax.cond(x > 0, lambda: [x], lambda: [-x])"),
        ("True", "False", "x > 0"),
        ("jnp.sort(x)", "jnp.nan", "jax.lax.cond(x > 0, lambda: jnp.sort(x), lambda: jnp.nan)"),
    ],
)
def test_safe(first: str, second: str, wanted: str) -> None:
    text = program(f"return {first} if x > 0 else {second}")
    assert levels(text, "JAX303") == ["safe"]
    assert f"return {wanted}\n" in fixed(text, unsafe=False)


@pytest.mark.parametrize(
    ("first", "second", "arguments"),
    [
        ("x", "1", "jnp.float32(1.0)"),  # an int where Python chose the number
        ("x", "1.0", "jnp.bfloat16(1.0)"),  # float32 where Python chose the number
        ("x", "jnp.zeros(3)", "jnp.float32(1.0)"),  # one shape comes out
        ("x", "unknown(x)", "jnp.float32(1.0)"),  # may do anything
        ("x", "-x", ""),  # nothing is known of x
    ],
)
def test_unsafe(first: str, second: str, arguments: str) -> None:
    text = program(f"return {first} if x.sum() > 0 else {second}", arguments)
    text = "from elsewhere import unknown\n" + (text if arguments else text.rpartition("\n\n\nf(")[0])
    assert levels(text, "JAX303") == ["unsafe"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("x", "None"),
        ("'a'", "'b'"),
        ("jnp.sin", "jnp.cos"),
        ("x", "(x, x)"),
        ("(x,)", "[x]"),
        ("{'a': x}", "{'b': x}"),
        ("(y := x)", "x"),
    ],
)
def test_refused(first: str, second: str) -> None:
    assert levels(program(f"return {first} if x > 0 else {second}"), "JAX303") == [None]


@pytest.mark.parametrize("given", ["jnp.reshape(y, [3, -1])", "y.ravel()", "jnp.expand_dims(y, 0)"])
def test_an_arm_of_another_rank(given: str) -> None:
    text = program(f"y = table()\nif x > 0:\n    y = {given}\nreturn y")
    assert levels(text, "JAX301") == [None]


@pytest.mark.parametrize(
    "arm",
    [
        "raise ValueError",
        "assert x.ndim == 0",
        "seen.append(x)",
        "x.attribute = 1; y = x",
        "store['a'] = x",
        "global y; y = x",
        "import os; y = x",
        "del x; y = 1.0",
        "y = seen.pop()",
        "y = 'text'",
        "y = lambda: x",
        "def y(): return x",
    ],
)
def test_what_does_more_than_compute_stays(arm: str) -> None:
    text = program(f"seen, store, y = [], {{}}, x\nif x > 0:\n    {arm}\nreturn y")
    assert levels(text, "JAX301") == [None]


def test_names_nobody_reads_later_stay_inside() -> None:
    text = program(
        """
        if x.sum() > 0:
            top = jnp.max(x)
            x = x / top
        return x
        """,
        "jnp.ones(3)",
    )
    assert "x = jax.lax.cond(x.sum() > 0, true_branch, lambda x: x, x)" in fixed(text, unsafe=False)


def test_what_a_later_iteration_may_bring_is_not_taken_for_what_came_first() -> None:
    text = program(
        """
        y = x
        for i in range(2):
            if x.sum() > 0:
                y = jnp.sort(x)
            z = y
            y = jnp.concatenate([x, x])
        return z
        """,
        "jnp.ones(3)",
    )
    assert levels(text, "JAX301") == [None]  # of the second iteration, cond would have two shapes


def test_what_a_later_turn_reads_is_given_back() -> None:
    text = program(
        """
        last = x
        for i in range(3):
            x = x + last
            if x.sum() > 0:
                last = jnp.sort(x)
        return x
        """,
        "jnp.ones(3)",
    )
    assert "x.sum() > 0, lambda x, last: jnp.sort(x), lambda x, last: last, x, last" in fixed(text, unsafe=False)


def test_what_an_inner_function_reads_is_not_bound_elsewhere() -> None:
    text = program(
        """
        y = x
        def doubled():
            return y * 2
        if x > 0:
            y = jnp.sort(x)
            y = doubled()
        return y
        """
    )
    assert levels(text, "JAX301") == [None]


def test_two_ways_to_a_long_rest_are_not_doubled() -> None:
    text = program(
        """
        if x > 0:
            if x > 1:
                return x
            y = x
        else:
            y = -x
        z = y * 2
        return z + y
        """
    )
    assert levels(text, "JAX301") == [None, None]


def test_names_of_functions_are_new() -> None:
    text = program(
        """
        true_branch = 2.0
        if x > 0:
            y = x * true_branch
            y = jnp.sum(y) + 1.0
        else:
            y = x
        return y
        """
    )
    assert "jax.lax.cond(x > 0, true_branch_2, lambda: x)" in fixed(text, unsafe=False)


def test_a_size_does_not_become_a_tracer() -> None:
    text = program("n = 2 if x > 0 else 3\nm = n + 1\nreturn jnp.zeros((m, 2))")
    assert levels(text, "JAX303") == [None]


def test_a_list_is_not_extended_in_a_branch() -> None:
    assert levels(program("kept = [x]\nif x > 0:\n    kept += [x]\n    kept += [x]\nreturn kept"), "JAX301") == [None]


@pytest.mark.parametrize(("effect", "wanted"), [("z = v * 2", "safe"), ("seen.append(1)", None), ("print(v)", None)])
def test_helpers_are_pure_or_there_is_no_fix(effect: str, wanted: str | None) -> None:
    text = program("return helper(x) if x > 0 else x")
    helper = f"seen = []\n\n\ndef helper(v):\n    w = v\n    {effect}\n    return w * 2.0\n\n\n"
    assert levels(text.replace(HEAD, HEAD + helper), "JAX303") == [wanted]


def test_an_array_of_one_element_is_no_predicate() -> None:
    text = program("if x > 0:\n    x = jnp.sort(x)\n    x = x * 2\nreturn x", "jnp.ones(1)")
    assert levels(text, "JAX301") == [None]


def test_a_jump_inside_a_branch_is_its_own() -> None:
    text = program(
        """
        if x.sum() > 0:
            for i in range(3):
                if i == 2:
                    break
                x = jnp.sort(x) + i
        return x
        """,
        "jnp.ones(3)",
    )
    assert levels(text, "JAX301") == ["safe"]


def test_functions_inside_a_branch_read_what_it_binds() -> None:
    text = program(
        """
        if x.sum() > 0:
            scale = jnp.max(x)
            def scaled(v):
                return v / scale
            y = scaled(x)
        else:
            y = x
        return y
        """,
        "jnp.ones(3)",
    )
    assert "def true_branch():\n        scale = jnp.max(x)" in fixed(text)
    assert "y = jax.lax.cond(x.sum() > 0, true_branch, lambda: x)" in fixed(text)


@pytest.mark.parametrize(("use", "wanted"), [("jnp.sin(n)", "safe"), ("x.at[0].set(n)", "safe"), ("jnp.eye(n)", None)])
def test_numbers_may_be_traced_where_jax_takes_them(use: str, wanted: str | None) -> None:
    text = program(f"if x[0] > 0:\n    n = 1\nelse:\n    n = 2\nreturn {use}", "jnp.ones(3)")
    assert levels(text, "JAX301") == [wanted]


@pytest.mark.parametrize("part", ["x[1:]", "x[:-1]", "x[::2]", "x[0]", "x[:, 1:]"])
def test_a_part_and_the_whole_are_no_choice(part: str) -> None:
    text = program(f"if n:\n    x = {part}\nreturn x", "jnp.ones((3, 3)), jnp.array(True)", "x, n")
    assert fixed(text) == text


@pytest.mark.parametrize("part", ["x[::-1]", "x[:]"])
def test_a_part_that_may_be_the_whole_is_one(part: str) -> None:
    text = program(f"if n:\n    x = {part}\nreturn x", "jnp.ones(2), jnp.array(True)", "x, n")
    assert f"{part}, " in fixed(text)


def test_an_assignment_that_goes_on_in_the_next_line() -> None:
    text = program(
        "n = 1\nif x[0] > 0:\n    n = n + 1\n    x = jnp.sort(x)\nelse:\n    x = (\n        x * n\n    )\nreturn x",
        "jnp.ones(3)",
    )
    assert "lambda n, x: x * n" in fixed(text)


def test_a_number_that_is_handed_on_in_many_ways() -> None:
    """Each read is looked at once: there are 2 ** 40 ways from the first to the last."""
    chain = "\n".join(f"    n{place + 1} = n{place} * n{place}" for place in range(40))
    arms = f"    n0 = n0 + 1\n{chain}\n    x = jnp.sort(x).at[0].set(n40)\nelse:\n    x = x * n0\n"
    text = program(f"n0 = 1\nif x[0] > 0:\n{arms}return x", "jnp.ones(3)")
    assert "jax.lax.cond" in fixed(text)


@pytest.mark.parametrize(
    ("number", "level"), [("float(int(x))", "unsafe"), ("float(round(x, 2))", "unsafe"), ("float(x)", "safe")]
)
def test_a_conversion_that_nan_ends_is_not_computed_in_any_case(number: str, level: str) -> None:
    """``int`` of NaN raises, which Python never asked for where the branch is not taken."""
    assert levels(program(f"return {number} if x > 0 else x"), "JAX303") == [level]
