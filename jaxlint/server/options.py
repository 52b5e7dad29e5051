"""What the client's settings say, each word of them checked: what is wrong with one leaves it as it is by default."""

from __future__ import annotations

SECTION = "jaxlint"


class Options:
    """Of one folder of the workspace.

    ``enable``: is anything said at all?  ``run``: ``onType`` or ``onSave``; ``delay``: milliseconds without an edit;
    ``inlay_hints``: show at each name whether it is traced; ``configuration``: a settings file in place of those
    found, if any; ``select``, ``extend_select``, ``ignore``: as on the command line; ``cache``: keep answers on disk.
    """

    __slots__ = ("cache", "configuration", "delay", "enable", "extend_select", "ignore", "inlay_hints", "run", "select")

    def __init__(self) -> None:
        self.enable = True
        self.run = "onType"
        self.delay = 150
        self.inlay_hints = False
        self.configuration = ""
        self.select: tuple[str, ...] | None = None
        self.extend_select: tuple[str, ...] = ()
        self.ignore: tuple[str, ...] = ()
        self.cache = True

    def key(self) -> object:
        """Equal for options that files can be looked at together under."""
        return (self.enable, self.configuration, self.select, self.extend_select, self.ignore, self.cache)


def options_of(said: object) -> tuple[Options, list[str]]:
    """The options, and a sentence for each word that is wrong."""
    made, wrong = Options(), []
    if isinstance(said, dict) and isinstance(said.get(SECTION), dict):
        said = said[SECTION]
    if isinstance(said, dict) and isinstance(said.get("settings"), dict):
        said = said["settings"]
    if not isinstance(said, dict):
        return made, [] if said is None else ["the settings of jaxlint must be an object"]
    for word, value in said.items():
        known = _WORDS.get(word)
        if value is None or word in _OF_CLIENTS:
            continue
        if known is None:
            wrong.append(f"jaxlint has no setting {word!r}: {', '.join(_WORDS)}")
        elif not _fits(value, known[1]):
            wrong.append(f"the setting {word!r} of jaxlint must be {known[1]}")
        else:
            setattr(made, known[0], tuple(value) if isinstance(value, list) else value)
    return made, wrong


_WORDS = {
    "enable": ("enable", "true or false"),
    "run": ("run", '"onType" or "onSave"'),
    "delay": ("delay", "a number of milliseconds"),
    "inlayHints": ("inlay_hints", "true or false"),
    "configuration": ("configuration", "a path"),
    "select": ("select", "a list of rules"),
    "extendSelect": ("extend_select", "a list of rules"),
    "ignore": ("ignore", "a list of rules"),
    "cache": ("cache", "true or false"),
}


_OF_CLIENTS = ("command", "trace")  # how the server is started, and watched: extensions keep it in the same section


def _fits(value: object, kind: str) -> bool:
    if kind == "true or false":
        return isinstance(value, bool)
    if kind == "a list of rules":
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    if kind == "a number of milliseconds":
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 60_000
    return isinstance(value, str) and (kind == "a path" or value in ("onType", "onSave"))
