"""The tables of values that tests are run on: ``parametrize``, absl's ``parameterized``, hypothesis' ``given``."""

from __future__ import annotations

from jaxlint.knowledge.testing import DRAWS, NOT_RUN
from jaxlint.tracing.evidence.marks import PARAM, mark_in
from jaxlint.tracing.values.kinds import Kinds
from jaxlint.tracing.values.value import UNKNOWN, Const, Library, Mapping, Mark, Partial, Sequence, Static, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Row:
    """What one row of a table gives: arguments by position, by name, and to the fixtures that are named."""

    __slots__ = ("indirect", "named", "positional")

    def __init__(
        self,
        positional: list[Value] | None = None,
        named: dict[str, Value] | None = None,
        indirect: dict[str, Value] | None = None,
    ) -> None:
        self.positional = positional or []
        self.named = named or {}
        self.indirect = indirect or {}

    def kind(self) -> object:
        """Equal for rows that tell the same."""
        named = [(name, Kinds().of(value)) for name, value in {**self.named, **self.indirect}.items()]
        return tuple([Kinds().of(value) for value in self.positional]), tuple(named)


# Each is one dimension of the cases; an empty one says that nothing is known.
Table = list[Row]


def tables_of(marks: tuple[Mark, ...], parameters: list[str]) -> list[Table]:
    """The dimensions that a test's decorators open."""
    found: list[Table] = []
    for mark in marks:
        reader = _READERS.get(mark.name)
        if reader is not None and mark.complete:
            found += [table for table in reader(mark, parameters) if table]
    return found


def distinct(table: Table) -> Table:
    """One row of each kind: numbers and shapes decide little, names and functions much."""
    kinds: dict[object, Row] = {}
    for row in table:
        kinds.setdefault(row.kind(), row)
    return list(kinds.values())


def rows_of(value: Value | None) -> list[Value]:
    """The values of a list of cases; one that stands for all where they are not known one by one."""
    if isinstance(value, Sequence):
        return value.items if value.items is not None else [value.element]
    if isinstance(value, Mapping) and value.items is not None:
        return [Const(key) for key in value.items]
    return []


def _parametrized(mark: Mark, parameters: list[str]) -> list[Table]:
    """``parametrize("a, b", [(1, 2), pytest.param(3, 4)], indirect=["b"])``."""
    names = _names(_given(mark, 0, "argnames"))
    table: Table = []
    for value in rows_of(_given(mark, 1, "argvalues")):
        values = values_of(value, len(names))
        if values is not None:
            table.append(_row(names, values, _given(mark, 2, "indirect")))
    return [table]


def values_of(value: Value, count: int) -> list[Value] | None:
    """One value for each name; None where the case is not run, or expected to fail."""
    if isinstance(value, Partial) and isinstance(value.func, Library) and value.func.name == PARAM:
        return None if _is_not_run(value.kwargs.get("marks")) else [*value.args, *[UNKNOWN] * count][:count]
    if count == 1:
        return [value]
    known = value.items if isinstance(value, Sequence) else None
    return known if known is not None and len(known) == count else [UNKNOWN] * count


def _is_not_run(marks: Value | None) -> bool:
    each = rows_of(marks) if isinstance(marks, Sequence) else [marks or UNKNOWN]
    found = [mark_in(one) for one in each]
    return any(one is not None and one.name in NOT_RUN for one in found)


def _row(names: list[str], values: list[Value], indirect: Value | None) -> Row:
    everything = isinstance(indirect, Const) and indirect.value is True
    through = names if everything else _names(indirect)
    given = dict(zip(names, values, strict=True))
    return Row(
        named={name: value for name, value in given.items() if name not in through},
        indirect={name: value for name, value in given.items() if name in through},
    )


def _names(value: Value | None) -> list[str]:
    if isinstance(value, Const) and isinstance(value.value, str):
        return [name.strip() for name in value.value.split(",") if name.strip()]
    return [str(one.value) for one in rows_of(value) if isinstance(one, Const)]


def _given(mark: Mark, position: int, name: str) -> Value | None:
    return mark.positional[position] if position < len(mark.positional) else mark.keywords.get(name)


def _absl(mark: Mark, parameters: list[str]) -> list[Table]:
    """``@parameterized.parameters((1, 2), {"a": 3, "b": 4})``, or one list of them."""
    return [[_absl_row(value, 0) for value in _absl_values(mark)]]


def _absl_named(mark: Mark, parameters: list[str]) -> list[Table]:
    """The same with the name of the case in front, or as ``testcase_name``."""
    return [[_absl_row(value, 1) for value in _absl_values(mark)]]


def _absl_values(mark: Mark) -> list[Value]:
    only = mark.positional[0] if len(mark.positional) == 1 else None
    listed = isinstance(only, Sequence) and only.type != "tuple"
    return rows_of(only) if listed else mark.positional


def _absl_row(value: Value, names: int) -> Row:
    if isinstance(value, Mapping):
        if value.items is None:
            return Row()
        return Row(named={str(name): item for name, item in value.items.items() if name != "testcase_name"})
    if isinstance(value, Sequence):
        return Row(positional=[] if value.items is None else value.items[names:])
    return Row(positional=[] if value is UNKNOWN or names else [value])


def _product(mark: Mark, parameters: list[str]) -> list[Table]:
    """``@parameterized.product(n=[1, 2], flag=(True, False))``; dicts in a list set several at once."""
    tables = [[_absl_row(value, 0) for value in rows_of(several)] for several in mark.positional]
    for name, values in mark.keywords.items():
        tables.append([Row(named={name: value}) for value in rows_of(values)])
    return tables


def _hypothesis(mark: Mark, parameters: list[str]) -> list[Table]:
    """``@given(st.integers(), flag=st.booleans())``: those without a name are for the last parameters."""
    last = parameters[len(parameters) - len(mark.positional) :] if mark.positional else []
    drawn = {**dict(zip(last, mark.positional, strict=False)), **mark.keywords}
    return [[Row(named={name: _drawn(value) for name, value in drawn.items()})]]


def _drawn(strategy: Value) -> Value:
    kind = DRAWS.get(strategy.name.rpartition(".")[2]) if isinstance(strategy, Library) else None
    return UNKNOWN if kind is None else Static(kind)


_READERS: dict[str, Callable[[Mark, list[str]], list[Table]]] = {
    "pytest.mark.parametrize": _parametrized,
    "absl.testing.parameterized.parameters": _absl,
    "absl.testing.parameterized.named_parameters": _absl_named,
    "absl.testing.parameterized.product": _product,
    "hypothesis.given": _hypothesis,
}
