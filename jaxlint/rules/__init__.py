"""The rules: one file, one rule, found by walking this package."""
