"""Functions that do not come back to who calls them: they end the process, or the test."""

# https://docs.python.org/3/library/sys.html#sys.exit, https://docs.pytest.org/en/stable/reference/reference.html#functions
NEVER_RETURN = frozenset(
    """sys.exit os._exit os.abort builtins.exit builtins.quit
    pytest.exit pytest.fail pytest.skip pytest.xfail""".split()
)
