"""An error in the tracer itself costs the function that it was at, and is reported with its place."""

from __future__ import annotations

from jaxlint.diagnostic import Problem, internal_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.syntax.module import Module


class Failures:
    """``problems``: one a place; ``paths``: of the files in which something went wrong."""

    __slots__ = ("_at", "problems")

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._at: tuple[Exception, str, int | None] | None = None  # on its way up, and where it began

    def met(self, error: Exception, module: Module, node: _ast.AST) -> None:
        """An error passes by a node: the first one that has a line is where it began."""
        line = getattr(node, "lineno", None)
        if (self._at is None or self._at[0] is not error) and line is not None:
            self._at = (error, module.path, line)

    def has_place(self, error: Exception) -> bool:
        return self._at is not None and self._at[0] is error

    def add(self, other: Failures) -> None:
        told = set(map(str, self.problems))
        self.problems += [one for one in other.problems if str(one) not in told]

    def keep(self, error: Exception, path: str) -> None:
        """An error ends here; ``path``: the file to name where it passed no node."""
        line: int | None = None
        if self._at is not None and self._at[0] is error:
            _, path, line = self._at
        self._at = None
        problem = internal_error(path, "the tracer", error, line)
        if str(problem) not in map(str, self.problems):
            self.problems.append(problem)
