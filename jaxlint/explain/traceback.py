"""Tracebacks as Python, pytest, IPython and notebooks print them, to frames and errors."""

from __future__ import annotations

import re

from jaxlint.record import Record

_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_NAME = r"(?P<name>(?:[A-Za-z_]\w*\.)*(?:[A-Za-z_]\w*(?:Error|Exception|Warning|Interrupt|Exit|StackTrace)|Exception))"
_ERROR = re.compile(rf"^(?P<mark>E\s+)?(?:[\w.]*StackTrace: )?{_NAME}(?:: ?(?P<message>.*))?$")
_FRAMES = (
    re.compile(r'^[\s|]*File "(?P<path>[^"]+)", line (?P<line>\d{1,18})(?:, in (?P<function>.+))?$'),  # Python
    re.compile(r"^(?P<path>[^\s:][^:]*\.py):(?P<line>\d{1,18}):(?: in (?P<function>.+)| \w+)?$"),  # pytest
    re.compile(r"^File (?P<path>\S.*?):(?P<line>\d{1,18})(?:, in (?P<function>.+))?$"),  # IPython
    re.compile(r"^(?:Cell )?(?P<path>In ?\[\d{1,18}\]), line (?P<line>\d{1,18})(?:, in (?P<function>.+))?$"),
)
_OLD_FRAME = re.compile(r"^(?P<path>\S+\.py|<ipython-input-[^>]+>) in (?P<function>.+)$")  # its line is at the arrow
_ARROW = re.compile(r"^-+> (?P<line>\d{1,18}) ?(?P<code>.*)$")
_PYTEST_CODE = re.compile(r"^> +(?P<code>\S.*)$")
_HEADER = re.compile(r"^_{3,} .+ _{3,}$|^={5,}")
_START = re.compile(r"^(?: {0,3}|[^ >].*)Traceback \(most recent call last\)|^-{60,}$")  # not in code that pytest shows
# Of another name, which only the end of a traceback tells from other lines.
_ANY_ERROR = re.compile(r"^(?P<mark>E\s+)?(?P<name>(?:\w+\.)*[A-Z]\w*)(?:: (?P<message>.*))?$")
# What launchers and logs put before each line: `[rank0]: `, `(worker pid=12) `, `node1 | `, a time.
_LOGGED = re.compile(r"^(\S.{0,80}?[\]):|>\w-] ?)Traceback \(most recent call last\)")
_CHAIN = ("The above exception was the direct cause", "During handling of the above exception")
_END_OF_MESSAGE = re.compile(r"^-{20}$|^The stack trace below excludes|^[=_]{5,}")


class Frame(Record):
    """``path`` as it was printed; ``code``: the line's text, where it was printed, too."""

    path: str
    line: int
    function: str = ""
    code: str = ""


class Traceback:
    """Frames, the innermost last; ``error``: the name of its class, without the module."""

    __slots__ = ("error", "frames", "message")

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.error = ""
        self.message = ""

    def stack(self) -> str:
        """The functions that were running, their code where it is known, and their files."""
        return "\n".join(f"{frame.function} {frame.code} {frame.path}" for frame in self.frames)


def tracebacks(text: str) -> list[list[Traceback]]:
    """Those that a text holds.  What is chained is in one list, the one that was seen last at its end."""
    reader = _Reader()
    prefix = re.compile("")
    for coloured in text.splitlines():
        line = _ANSI.sub("", coloured).rstrip()
        logged = _LOGGED.match(line)
        if logged is not None:
            prefix = re.compile(re.sub(r"\d+", r"\\d+", re.escape(logged[1])))  # times and counts go on
        before = prefix.match(f"{line} ")  # of an empty line, the space at the end is gone
        reader.take(line[before.end() :] if before is not None else line)
    return [kept for chain in reader.chains if (kept := [one for one in chain if one.error])]


class _Reader:
    def __init__(self) -> None:
        self.chains: list[list[Traceback]] = [[Traceback()]]
        self._chained = False  # the next traceback belongs to the last one
        self._in_message = False
        self._marked = False  # by pytest's E
        self._awaited: str | None = None  # what the next line of code belongs to
        self._code = ""  # pytest prints the code first

    @property
    def _now(self) -> Traceback:
        return self.chains[-1][-1]

    def take(self, line: str) -> None:
        if line.startswith(_CHAIN):
            self._chained, self._in_message = True, False
        elif _HEADER.match(line):
            self._begin(chained=False)
        elif _START.search(line):
            self._begin(self._chained)
        elif not (self._frame(line) or self._error(line)):
            self._rest(line)

    def _begin(self, chained: bool) -> None:
        self._in_message, self._awaited = False, None
        if self._now.frames or self._now.error:
            if chained:
                self.chains[-1].append(Traceback())
            else:
                self.chains.append([Traceback()])
        self._chained = False

    def _frame(self, line: str) -> bool:
        found = next((match for pattern in _FRAMES if (match := pattern.match(line))), None)
        if found is None:
            old = _OLD_FRAME.match(line)
            if old is not None:
                self._now.frames.append(Frame(old["path"], 0, _function(old["function"])))
                self._awaited = "arrow"
            return old is not None
        if self._chained:
            self._begin(chained=True)
        function = _function(found["function"] or "")
        self._now.frames.append(Frame(found["path"], int(found["line"]), function, self._code))
        self._awaited = "arrow" if line.startswith(("File ", "Cell ", "In")) else "code"
        self._in_message, self._code = False, ""
        return True

    def _error(self, line: str) -> bool:
        found = _ERROR.match(line)
        if found is None and self._now.frames and not self._now.error:
            found = _ANY_ERROR.match(line)
        if found is None or (self._in_message and not found["mark"] and self._now.error):
            return False
        if self._marked and self._in_message:  # a line of a message that pytest prints
            return False
        if self._chained:
            self._begin(chained=True)
        self._now.error = found["name"].rpartition(".")[2]
        self._now.message = found["message"] or ""
        self._in_message, self._marked, self._awaited = True, bool(found["mark"]), None
        return True

    def _rest(self, line: str) -> None:
        """A line of a message, or of code."""
        if self._in_message:
            body = re.sub(r"^E {0,7}", "", line) if self._marked else line
            if _END_OF_MESSAGE.match(body) or (self._marked and not line.startswith("E")):
                self._in_message = False
            else:
                self._now.message = f"{self._now.message}\n{body}"
            return
        arrow, code = _ARROW.match(line), _PYTEST_CODE.match(line)
        if arrow is not None and self._awaited == "arrow" and self._now.frames:
            frame = self._now.frames[-1]
            frame.line, frame.code = int(arrow["line"]), arrow["code"].strip()
            self._awaited = None
        elif code is not None:
            self._code = code["code"]
        elif self._awaited == "code" and line.startswith(" ") and line.strip("~^ "):
            self._now.frames[-1].code = self._now.frames[-1].code or line.strip()
            self._awaited = None


def _function(text: str) -> str:
    return text.partition("(")[0].strip()
