"""A look at the text before the work: which files and functions can hold anything for the tracer."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from weakref import WeakKeyDictionary

from jaxlint.knowledge.array_writes import may_write_to_array
from jaxlint.knowledge.libraries.known import WORDS
from jaxlint.syntax.once import of_scopes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Iterator

    from jaxlint.syntax.module import Module
    from jaxlint.text.source import Source

# Words that start a trace, and those that use a key.
_TRACES = (
    "jit", "vmap", "pmap", "grad(", "grad,", "jacfwd", "jacrev", "jacobian", "hessian", "scan", "while_loop",
    "fori_loop", "cond(", "switch(", "checkpoint", "remat", "lax.map", "make_jaxpr", "eval_shape", "jvp", "vjp",
    "linearize", "custom_", "pallas_call", "emit_pipeline", "run_scoped", "core_map", "run_state", ".kernel(",
    "pl.loop",
)  # fmt: skip
_STARTS = (*_TRACES, "random.", "PRNGKey")
_STARTING_NAMES = tuple(word.rstrip("(,") for word in _STARTS)
# Writes into an array: of interest beside JAX's own names.
_WRITES = ("] = ", "] += ", "] -= ", "] *= ", "] /= ")
# And into what is no array.
_ADDING = tuple(
    f".{name}(" for name in "append add extend insert update setdefault pop popitem remove discard clear".split()
)
# Hands a key on: of interest where it happens twice, or in a loop.
_KEYS = ("key)", "key,", "rng)", "rng,")
_LOOPS = ("for ", "while ")
_IMPORTS = ("import jax", "from jax", "import_module(")
_GLOBAL = "global "
_BETWEEN_WORDS = str.maketrans(dict.fromkeys("""()[]{}<>=+-*/%@&|^~!,.:;'"`\\#$?""", " "))
_SHORT = 6  # lines of code of a helper that is run wherever it is called
_FEW = 50  # words that are sought one after the other
_ARRAYS = ("jnp.", "jax.", "lax.", "random.")


def mentions_jax(text: str) -> bool:
    return "jax" in text or any(word in text for word in WORDS)


def names_grown(text: str) -> set[str]:
    """The names that indented lines write items to, or add to: ``CACHE[key] = x``, ``cls.known.append(x)``."""
    found: set[str] = set()
    for line in text.splitlines():
        if line[:1] in " \t" and line:
            marks = [mark for mark in _ADDING if mark in line]
            if any(mark in line for mark in _WRITES) or line.lstrip().startswith("del "):
                marks.append("[")
            for mark in marks:
                found.update(_last_word(part) for part in line.split(mark)[:-1])
    return found


def declared_global(text: str) -> Iterator[str]:
    """The names that ``global`` statements give to functions."""
    if _GLOBAL in text:
        for line in text.splitlines():
            statement = line.strip()
            if statement.startswith(_GLOBAL):
                names = statement.removeprefix(_GLOBAL).partition("#")[0].partition(";")[0]
                yield from names.replace(",", " ").split()


def _last_word(text: str) -> str:
    start = len(text)
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    return text[start:]


def names_called(text: str) -> set[str]:
    """The words before a parenthesis."""
    return {_last_word(part) for part in text.split("(")[:-1]}


class Interest:
    """Which functions of a file are worth running on unknown arguments."""

    __slots__ = (
        "_arrays", "_body", "_held", "_imports", "_keys", "_loops", "_numpy", "_source", "_start_words", "_starts",
        "_traces", "_words", "writes_items",
    )  # fmt: skip

    def __init__(self, module: Module) -> None:
        self._source = source = module.source
        self._body, self._numpy = module.tree.body, module.imports.get("numpy")
        self._held: dict[_ast.AST, bool] = {}
        starts, self._arrays = _spellings(module.imports)
        self._start_words = (*_STARTS, *starts)
        self._starts = lines_with(source, self._start_words)
        self._keys = lines_with(source, _KEYS) if starts or "random." in source.code.text else []
        self._loops = lines_with(source, _LOOPS) if self._keys else []
        self._imports = lines_with(source, _IMPORTS)
        self._traces: list[int] | None = None
        self._words: dict[_ast.AST, frozenset[str]] = {}
        self.writes_items = any(word in source.code.text for word in _WRITES)

    def starts(self, node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> bool:
        """True where the function's text may start a trace, or use a key."""
        return any_between(self._starts, node.lineno, node.end_lineno or node.lineno)

    def imports(self, node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> bool:
        """True where the function's text may import JAX, for itself or for whoever calls it."""
        return any_between(self._imports, node.lineno, node.end_lineno or node.lineno)

    def traces(self, node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> bool:
        """True where the function's text may start a trace."""
        if self._traces is None:
            self._traces = lines_with(self._source, _TRACES)
        return any_between(self._traces, node.lineno, node.end_lineno or node.lineno)

    def holds(self, node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> bool:
        """True where it starts a trace, may use a key twice, or writes to an array."""
        found = self._held.get(node)
        if found is None:
            found = self._held[node] = self.starts(node) or self._uses_keys(node) or self._writes(node)
        return found

    def _uses_keys(self, node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> bool:
        first, last = node.lineno, node.end_lineno or node.lineno
        handed = bisect_right(self._keys, last) - bisect_right(self._keys, first)
        return handed > 1 or (handed == 1 and any_between(self._loops, first, last))

    def _writes(self, node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> bool:
        segment = self._text_of(node)
        if not any(word in segment for word in self._arrays) or not any(word in segment for word in _WRITES):
            return False
        return may_write_to_array(node, self._body, self._numpy)

    def of_text(self, text: str) -> object:
        """What is asked of the text of a function, but for the names that it calls."""
        lines = [line for line in text.split("\n") if line.strip() and line.lstrip()[0] != "#"]
        keys = sum(any(word in line for word in _KEYS) for line in lines[1:])
        asked = (self._start_words, _TRACES, _LOOPS, self._arrays, _WRITES, _IMPORTS, ("yield",))
        return len(lines) <= _SHORT, min(keys, 2), *[any(word in text for word in words) for words in asked]

    def is_short(self, node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> bool:
        return self._source.code.count(node.lineno, node.end_lineno or node.lineno) <= _SHORT

    def calling(self, names: list[str]) -> list[int]:
        """The lines whose text calls, or defines, one of these."""
        if len(names) <= _FEW:
            return lines_with(self._source, tuple([name + "(" for name in names]))
        text, wanted = self._source.code.text, set(names)
        lengths = sorted({len(name) for name in wanted})
        found: set[int] = set()
        at = text.find("(")
        while at >= 0:
            if any(text[at - length : at] in wanted for length in lengths if length <= at):
                found.add(bisect_right(self._source.starts, at))
            at = text.find("(", at + 1)
        return sorted(found)

    def words(self, node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> frozenset[str]:
        """All words of the function's lines: the names that it mentions are among them."""
        found = self._words.get(node)
        if found is None:
            found = self._words[node] = frozenset(self._text_of(node).translate(_BETWEEN_WORDS).split())
        return found

    def _text_of(self, node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> str:
        """The lines of the function, without those of its decorators."""
        starts, last = self._source.starts, node.end_lineno or node.lineno
        end = starts[last] if last < len(starts) else len(self._source.code.text)
        return self._source.code.text[starts[node.lineno - 1] : end]


_known: WeakKeyDictionary[_ast.AST, Interest] = of_scopes()


def interest_of(module: Module) -> Interest:
    """Which functions of a module could hold anything for the tracer; asked of the text once."""
    found = _known.get(module.tree)
    if found is None:
        found = _known[module.tree] = Interest(module)
    return found


def _spellings(imports: dict[str, str]) -> tuple[list[str], list[str]]:
    """How this file writes uses of keys and starts of traces, besides the usual, and uses of arrays."""
    starts, arrays = [], list(_ARRAYS)
    for dotted, bound in imports.items():
        last = dotted.rpartition(".")[2]
        if dotted == "jax.random":
            starts.append(bound + ".")
        elif dotted.startswith("jax.random.") or (bound != last and any(word in last for word in _STARTING_NAMES)):
            starts.append(bound)
        elif dotted in ("jax", "jax.numpy", "jax.lax"):
            arrays.append(bound + ".")
    return starts, arrays + starts


def any_between(lines: list[int], first: int, last: int) -> bool:
    """True where one of the sorted lines lies between these two."""
    at = bisect_left(lines, first)
    return at < len(lines) and lines[at] <= last


def lines_with(source: Source, words: tuple[str, ...]) -> list[int]:
    """Sorted 1-based lines that hold one of the words."""
    text, starts = source.code.text, source.starts
    lines: set[int] = set()
    find = text.find
    for word in words:
        at = find(word)
        while at >= 0:
            line = bisect_right(starts, at)
            lines.add(line)
            at = find(word, starts[line]) if line < len(starts) else -1
    return sorted(lines)
