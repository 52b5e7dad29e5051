"""How Python evaluates expressions, on abstract values.  Importing the rooms fills the table."""

from jaxlint.tracing.expressions import calls, comprehensions, containers, names, operators, subscripts

__all__ = ["calls", "comprehensions", "containers", "names", "operators", "subscripts"]
