"""The tables that tools/probe_jax.py writes: one file a library, read when a name of it is first asked for.

What became of old names is in files of their own, which tools/probe_deprecations.py and tools/library_names.py write.

The newest JAX is stored whole, older ones as what differs from it.  Until ``use_version`` chooses one, the newest
answers, and for names that it lacks the last version that had them.
"""

from __future__ import annotations

FOLDER = __file__.rpartition("tables.py")[0] + "tables"
INDEX = "versions.txt"
GONE = "gone.txt"
JAX_MODULES = frozenset("jax.numpy jax.lax jax.random jax.nn jax.scipy".split())
_OWN_FILES = JAX_MODULES | {"jax.Array", "numpy"}

_version: str | None = None
_libraries: dict[str, dict[str, str]] = {}
_old_names: dict[str, dict[str, str]] = {}
_listeners: list[dict[str, object]] = []


def library_of(name: str) -> str:
    """The file that holds a name: ``jax.numpy``, ``numpy``, ``python``, or ``jax`` for the smaller rest."""
    first, _, rest = name.partition(".")
    if first != "jax":
        return "numpy" if first == "numpy" else "python"
    library = "jax." + rest.partition(".")[0]
    return library if library in _OWN_FILES else "jax"


def row(name: str) -> str | None:
    """What the chosen version says of ``jax.numpy.arange``, packed; None where it says nothing."""
    library = library_of(name)
    rows = _libraries.get(library)
    if rows is None:
        rows = _libraries[library] = _rows_of(library)
    return rows.get(name)


def use_version(version: str | None) -> None:
    """Answer for this version from now on, one of ``versions()``; None: the newest and all that went before."""
    global _version
    if version != _version:
        _version = version
        _libraries.clear()
        for cache in _listeners:
            cache.clear()


def cache_of_answers() -> dict[str, object]:
    """A dict that is emptied when another version is chosen."""
    _listeners.append({})
    return _listeners[-1]


def versions() -> list[str]:
    """The versions there are tables of, newest first."""
    return [line.partition("\t")[0] for line in lines_of(INDEX)]


def old_names(kind: str) -> dict[str, str]:
    """A table of the names that JAX, flax and optax dropped.

    ``releases``: by library, those that were looked at; ``index``: by module, its names with a story, between blanks;
    ``keywords``: by function, its parameters with one; ``stories``, ``parameters``: what became of them, packed;
    ``calls``: forms of calls; ``loaded``: what a bare import of a library brings.
    """
    if kind not in _old_names:
        _old_names[kind] = _read(f"old_names/jax.{kind}.txt") | _read(f"old_names/libraries.{kind}.txt")
    return _old_names[kind]


def everything(version: str) -> dict[str, str]:
    """The whole table of a version."""
    libraries = [*_OWN_FILES, "jax", "python"]
    found = {name: text for library in libraries for name, text in _read(library + ".txt").items()}
    return found if version == versions()[0] else _changed(found, _read(version + ".differences"))


def _rows_of(library: str) -> dict[str, str]:
    rows = _read(library + ".txt")
    if _version is None:
        extra = _of(library, _read(GONE))
        return {**extra, **rows}
    return rows if _version == versions()[0] else _changed(rows, _of(library, _read(_version + ".differences")))


def _of(library: str, rows: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in rows.items() if library_of(name) == library}


def _changed(rows: dict[str, str], differences: dict[str, str]) -> dict[str, str]:
    merged = {**rows, **differences}
    return {name: text for name, text in merged.items() if text != "-"}


def _read(file: str) -> dict[str, str]:
    return dict([line.split("\t", 1) for line in lines_of(file)])


def lines_of(file: str) -> list[str]:
    """Those of a table that are no comments."""
    try:
        with open(f"{FOLDER}/{file}", encoding="utf-8") as stream:
            return [line for line in stream.read().splitlines() if line[:1] != "#"]
    except FileNotFoundError:
        return []
