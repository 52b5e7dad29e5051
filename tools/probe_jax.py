"""Ask the installed JAX what its functions do with tracers, and keep the answers in jaxlint/knowledge/tables.

    python -m tools.probe_jax                 probe, and put this version into the tables
    python -m tools.probe_jax --output FILE   probe into a file
    python -m tools.probe_jax --take FILE...  put such files into the tables
    python -m tools.probe_jax --check         probe, and compare with the table of this version
    python -m tools.probe_jax --sample N      the same for N callables drawn by lot
    python -m tools.probe_jax --coverage      what share of names and parameters is classified, by version

Development only.  A new JAX: install it, run the first line, read the diff.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.probe import ask, check, coverage, store


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--output", type=Path)
    parser.add_argument("--take", type=Path, nargs="+")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if options.coverage:
        print(coverage.report(store.load(), store.provenances()))
        return 0
    if options.take:
        return take(options.take)
    ask.prepare()
    if options.sample:
        return check.report(ask.ask(check.sample(options.sample, options.seed)))
    rows = ask.ask_all(options.jobs)
    if options.check:
        return check.report(rows, whole=True)
    if options.output:
        options.output.write_text("\n".join([ask.provenance(), *(f"{name}\t{row}" for name, row in rows.items())]))
        return 0
    return put({ask.version(): rows}, {ask.version(): ask.provenance()})


def take(files: list[Path]) -> int:
    tables, sources = {}, {}
    for file in files:
        source, *lines = file.read_text().splitlines()
        version = source.split(",")[0].removeprefix("JAX ")
        tables[version] = dict(line.split("\t", 1) for line in lines)
        sources[version] = source
    return put(tables, sources)  # type: ignore[arg-type]


def put(tables: store.Tables, sources: dict[str, str]) -> int:
    store.save(store.load() | tables, store.provenances() | sources)
    return 0


if __name__ == "__main__":
    sys.exit(main())
