"""The public names of JAX over its releases, in one file of this folder: read, extended by a snapshot, written."""

from __future__ import annotations

import json
from pathlib import Path

PATH = Path(__file__).parent / "jax_history.json"
GONE, UNKNOWN = "gone", "?"
Runs = list[list[str]]  # [first version, state], one a change


def version_key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


class History:
    """``versions`` that were probed, ascending; ``names``: dotted name -> record.

    A record has ``states`` and ``parameters`` as runs, the ``kind``, the ``last`` release that had it, JAX's last
    ``message`` about it with its release, and ``same``: other names that were bound to the very object.
    The states: live, loaded (a module that ``import jax`` brings), warns, aside (there, but not for the public), gone.
    """

    def __init__(self, versions: list[str], names: dict[str, dict]) -> None:
        self.versions = versions
        self.names = names

    @classmethod
    def read(cls, path: Path = PATH) -> History:
        if not path.exists():
            return cls([], {})
        data = json.loads(path.read_text())
        return cls(data["versions"], data["names"])

    def write(self, path: Path = PATH) -> None:
        """One name a line, so that a new release reads well as a diff."""
        rows = (f"{json.dumps(name)}: {json.dumps(self.names[name])}" for name in sorted(self.names))
        body = ",\n".join(rows)
        path.write_text(f'{{"versions": {json.dumps(self.versions)},\n"names": {{\n{body}\n}}}}\n')

    def state(self, name: str, version: str) -> str:
        return at(self.names[name]["states"], version) if name in self.names else GONE

    def parameters(self, name: str, version: str) -> str | None:
        return at(self.names[name].get("parameters", []), version, "") or None if name in self.names else None

    def changes(self, name: str) -> list[tuple[str, str]]:
        """(version, state) from the first version on that had the name."""
        return [(version, state) for version, state in self.names.get(name, {}).get("states", ())]

    def extended(self, snapshot: dict) -> History:
        """With one more release, or one probed anew."""
        new = snapshot["jax"]
        versions = sorted({*self.versions, new}, key=version_key)
        names = {
            name: self._record(name, new, versions, snapshot) for name in sorted({*self.names, *snapshot["names"]})
        }
        return History(versions, names)

    def _record(self, name: str, new: str, versions: list[str], snapshot: dict) -> dict:
        old = self.names.get(name, {})
        seen = snapshot["names"].get(name)
        module = name.removesuffix(":module")
        failed = any(module == one or module.startswith(one + ".") for one in snapshot["failed"])
        states = {one: at(old.get("states", []), one) for one in self.versions}
        states[new] = UNKNOWN if failed else seen["state"] if seen else GONE
        signatures = {one: at(old.get("parameters", []), one, "") for one in self.versions}
        signatures[new] = (seen or {}).get("parameters") or ""
        record = {**old, **self._newest(old, seen, new), "states": runs(states, versions, GONE)}
        if any(signatures.values()):
            record["parameters"] = runs(signatures, versions, "")
        return dict(sorted(record.items()))

    def _newest(self, old: dict, seen: dict | None, new: str) -> dict:
        """What the newest release says counts: of the object where it is there, and of its end."""
        found: dict = {} if old else {"kind": "value", "last": "0"}
        last = old.get("last", "0")
        if seen and seen["state"] != GONE and version_key(new) >= version_key(last):
            found |= {"kind": seen["kind"], "last": new}
            if seen.get("same"):
                found["same"] = seen["same"]
        said = old.get("message", ["0", ""])[0]
        if seen and seen["message"] and version_key(new) >= version_key(said):
            found["message"] = [new, seen["message"]]
        return found


def at(found: Runs, version: str, before: str = GONE) -> str:
    """The state at a version: that of the last run that began before it."""
    state = before
    for first, value in found:
        if version_key(first) > version_key(version):
            break
        state = value
    return state


def runs(values: dict[str, str], versions: list[str], before: str) -> Runs:
    """What is not known is as it was."""
    found: Runs = []
    current = before
    for version in versions:
        value = values[version]
        if value not in (current, UNKNOWN):
            found.append([version, value])
            current = value
    return found
