"""What test libraries say of the functions they decorate, and how they find and prepare tests."""

from __future__ import annotations

# Decorators, or folders of them, that hand the function through and say something of it.  Those of BARE are written
# without a call, or with one.
BARE = (
    "pytest.mark.",
    "pytest.fixture",
    "pytest_asyncio.fixture",
    "chex.all_variants",
    "unittest.expectedFailure",
    "unittest.skip",
    "absl.testing.absltest.skip",
)
CALLED = (
    "chex.variants",
    "absl.testing.parameterized.parameters",
    "absl.testing.parameterized.named_parameters",
    "absl.testing.parameterized.product",
    "absl.testing.flagsaver.",
    "absl.testing.absltest.skipIf",
    "absl.testing.absltest.skipUnless",
    "absl.testing.absltest.skipThisClass",
    "hypothesis.given",
    "hypothesis.settings",
    "hypothesis.example",
    "hypothesis.seed",
    "unittest.skipIf",
    "unittest.skipUnless",
    "parameterized.parameterized",
    "parameterized.parameterized.expand",
    "unittest.mock.patch",
    "unittest.mock.patch.object",
    "unittest.mock.patch.dict",
    "unittest.mock.patch.multiple",
)
FIXTURES = ("pytest.fixture", "pytest_asyncio.fixture")
# Each of them puts an argument of its own before, or changes what is called: what such a test calls is not known.
PATCHES = "unittest.mock."
# Fixtures of pytest's own that change what is called.
PATCHING_FIXTURES = frozenset(["monkeypatch", "mocker"])
# Marks of cases that pytest does not run, or of which it expects that they fail.
NOT_RUN = ("pytest.mark.skip", "pytest.mark.xfail")

# Calls that end a test: it is skipped, or has failed.
ENDS = ("pytest.skip", "pytest.fail", "pytest.xfail", "pytest.exit")
ENDING_METHODS = ("skipTest", "fail")  # of a TestCase

# Methods that run before each test, in this order; those of the class are handed the object in its place.
BEFORE = ("setUpClass", "setup_class", "setUp", "setup_method")

# Strategies of hypothesis, by what they draw.
DRAWS = {"integers": "int", "floats": "float", "booleans": "bool", "text": "str", "complex_numbers": "complex"}


def is_mark(name: str) -> bool:
    """A decorator that hands its function through."""
    return _is_among(name, BARE) or _is_among(name, CALLED)


def is_bare(name: str) -> bool:
    return _is_among(name, BARE)


def _is_among(name: str, names: tuple[str, ...]) -> bool:
    return any(name.startswith(one) if one.endswith(".") else name == one for one in names)
