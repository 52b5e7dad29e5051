"""[tool.jaxlint] in pyproject.toml, or jaxlint.toml: one frozen record."""
