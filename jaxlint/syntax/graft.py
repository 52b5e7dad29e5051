"""A new text for a module whose tree is in use: what was not edited keeps its nodes, and so does all known of them."""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import children, first_line, walk
from jaxlint.syntax.once import exchange_known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from jaxlint.syntax.module import Module
    from jaxlint.syntax.once import Known

    Body = list[_ast.stmt]

_DEFS = (_ast.FunctionDef, _ast.AsyncFunctionDef)
_SCOPES = (*_DEFS, _ast.ClassDef)
_BINDING = (*_SCOPES, _ast.Import, _ast.ImportFrom, _ast.Assign, _ast.AnnAssign)
_RUN = ("__init__", "__call__", "__post_init__")
_IDLE = (_ast.Expr, _ast.Pass, _ast.Raise)  # the statements of a method that is there to be overridden
_PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")


class Edited:
    """``functions``: those whose lines were edited, with the ones around them; ``classes``: those around them.

    ``bodies``: of the functions whose own statements changed, what these were; None where they can't be put back.
    ``texts``: theirs, as they were and as they are.
    ``added``: new statements of the module that do no more than to bind names.
    ``outside``: does the module come to something else, or what is asked of the text of methods beside running them?
    ``before``: the text that it had.
    """

    __slots__ = (
        "_known", "_lines", "_lists", "_moved", "_others", "_placed", "_source", "_tree", "added", "before", "bodies",
        "classes", "functions", "outside", "texts",
    )  # fmt: skip

    def __init__(self, module: Module, new: str) -> None:
        self.before = module.source.text
        self._tree = module.tree
        self._lines = self.before.split("\n"), new.split("\n")
        self._lists: list[tuple[Body, Body]] = []  # those that changed, and what they held
        self._moved: list[tuple[_ast.AST, int]] = []  # by how many lines
        self._placed: list[tuple[_ast.AST, list[int]]] = []  # and where these stood
        self._source = module.source  # of the text that the module does not have now
        self._others: Known | None = None  # what was worked out of that text
        self._known: dict[_ast.AST, Known] = {}  # what was worked out of the body that a function does not have now
        self.functions: set[_ast.AST] = set()
        self.bodies: dict[_ast.AST, Body | None] = {}
        self.texts: dict[_ast.AST, tuple[str, str]] = {}
        self.classes: set[_ast.AST] = set()
        self.added: list[_ast.stmt] = []
        self.outside = False

    def merge(self, old: Body, new: Body, around: tuple[_ast.AST, ...], is_top: bool = False) -> None:
        """``old`` becomes ``new``; ``around``: the functions that these statements stand in."""
        first, last = 0, 0
        while first < min(len(old), len(new)) and self._is_same(old[first], new[first]):
            first += 1
        while last < min(len(old), len(new)) - first and self._is_same(old[-1 - last], new[-1 - last]):
            last += 1
        for one, other in zip(old[:first], new[:first], strict=True):
            self._move(one, other)
        for one, other in zip(old[len(old) - last :], new[len(new) - last :], strict=True):
            self._move(one, other)
        before, after = old[first : len(old) - last], new[first : len(new) - last]
        whole = list(old)
        if len(before) == len(after):
            after = [self._merged(one, other, around) for one, other in zip(before, after, strict=True)]
        elif is_top and not before and all(isinstance(one, _BINDING) for one in after):
            self.added = after
        elif not around:
            self.outside = True
        old[first : len(old) - last] = after
        if whole != old:
            self._lists.append((old, whole))
        if around and whole != old:
            self.bodies[around[-1]] = whole if old is around[-1].body else None  # type: ignore[attr-defined]

    def exchange(self, function: Any) -> None:  # noqa: ANN401
        """The body that it had becomes its body again, or the other way round."""
        body, self.bodies[function] = self.bodies[function], list(function.body)
        function.body[:] = body
        self._known[function] = self.forget(self._known.get(function))

    def exchange_texts(self, module: Module) -> None:
        """The module has the text that it had again, with all that was known of it; or the other way round."""
        for at, (body, other) in enumerate(self._lists):
            self._lists[at] = body, list(body)
            body[:] = other
        for at, (root, by) in enumerate(self._moved):
            _shift(root, -by)
            self._moved[at] = root, -by
        for at, (node, place) in enumerate(self._placed):
            self._placed[at] = node, [getattr(node, name) for name in _PLACE]
            for name, number in zip(_PLACE, place, strict=True):
                setattr(node, name, number)
        source, self._source = self._source, module.source
        module.become(source)
        self._others = self.forget(self._others)

    def forget(self, others: Known | None = None) -> Known:
        """What was worked out of these is put aside; ``others``: what was worked out of other bodies, and holds now."""
        return exchange_known([self._tree, *self.functions, *self.classes], others)

    def written(self, function: _ast.AST) -> set[_ast.AST]:
        """The nodes of its statements that were not there before."""
        kept = set(self.bodies[function] or ())
        return {node for one in function.body if one not in kept for node in walk(one)}  # type: ignore[attr-defined]

    def close(self) -> None:
        """The lines are not looked at any more, and what was known of the text is put aside."""
        self._lines = [], []
        self._others = self.forget()

    def _merged(self, old: _ast.stmt, new: _ast.stmt, around: tuple[_ast.AST, ...]) -> _ast.stmt:
        if isinstance(old, _SCOPES) and type(new) is type(old) and self._has_same_head(old, new):
            if isinstance(old, _ast.ClassDef):
                self.classes.add(old)
            else:
                around = (*around, old)
                self.functions.update(around)
                self.texts[old] = self._text(0, old), self._text(1, new)
            methods = [one for one in old.body if isinstance(old, _ast.ClassDef) and isinstance(one, _DEFS)]
            told = {one: _told(one) for one in methods}
            self.merge(old.body, new.body, around)
            self.outside = self.outside or any(told[one] != _told(one) for one in methods if one in self.functions)
            self._move_heads(old, new)
            return old
        if not around:
            self.outside = True
        return new

    def _text(self, which: int, function: _ast.stmt) -> str:
        return "\n".join(self._lines[which][function.lineno - 1 : function.end_lineno])

    def _move(self, old: _ast.AST, new: _ast.AST) -> None:
        """To where the same code stands now."""
        by = new.lineno - old.lineno  # type: ignore[attr-defined]
        if by:
            _shift(old, by)
            self._moved.append((old, by))

    def _move_heads(self, old: Any, new: Any) -> None:  # noqa: ANN401
        """The same of what stands above a body, and the end of it."""
        inside, by = set(old.body), new.lineno - old.lineno
        for part in [one for one in children(old) if one not in inside] if by else ():
            _shift(part, by)
            self._moved.append((part, by))
        self._placed.append((old, [getattr(old, name) for name in _PLACE]))
        for name in _PLACE:
            setattr(old, name, getattr(new, name))

    def _is_same(self, old: _ast.stmt, new: _ast.stmt) -> bool:
        start, there = first_line(old), first_line(new)
        end, end_there = old.end_lineno or start, new.end_lineno or there
        columns = (old.col_offset, old.end_col_offset) == (new.col_offset, new.end_col_offset)
        return columns and end - start == end_there - there and self._are_same(start, there, end - start + 1)

    def _has_same_head(self, old: _ast.stmt, new: Any) -> bool:  # noqa: ANN401
        """All lines above the first statement inside."""
        start, there = first_line(old), first_line(new)
        count = first_line(old.body[0]) - start  # type: ignore[attr-defined]
        return 0 < count == first_line(new.body[0]) - there and self._are_same(start, there, count)

    def _are_same(self, start: int, there: int, count: int) -> bool:
        old, new = self._lines
        return old[start - 1 : start - 1 + count] == new[there - 1 : there - 1 + count]


def graft(module: Module, new: Module) -> Edited:
    """The module has the text of another one from now on, and its tree where it differs."""
    edited = Edited(module, new.source.text)
    edited.merge(module.tree.body, new.tree.body, (), is_top=True)
    module.become(new.source)
    edited.close()
    return edited


def _told(method: _ast.FunctionDef | _ast.AsyncFunctionDef) -> object:
    """What is asked of the text of a method beside running it: what it sets, whether it is there to be overridden; and
    of what Python or a library calls by itself, all.
    """
    if method.name not in _RUN and (method.name.startswith("__") or "flatten" in method.name):
        return walk(method)
    sets = {one.attr for one in walk(method) if isinstance(one, _ast.Attribute) and isinstance(one.ctx, _ast.Store)}
    return sets, walk(method) if all(isinstance(one, _IDLE) for one in method.body) else None


def _shift(root: _ast.AST, by: int) -> None:
    for one in walk(root):
        if hasattr(one, "lineno"):
            one.lineno += by
            one.end_lineno += by  # type: ignore[attr-defined]
