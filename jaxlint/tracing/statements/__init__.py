"""How Python runs statements, on abstract values.  Importing the rooms fills the table."""

from jaxlint.tracing.statements import (
    assignments,
    branches,
    contexts,
    definitions,
    exceptions,
    imports,
    loops,
    matching,
)

__all__ = ["assignments", "branches", "contexts", "definitions", "exceptions", "imports", "loops", "matching"]
