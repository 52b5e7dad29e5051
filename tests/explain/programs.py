"""Programs that fail under JAX: a name, the code of the finding that says why (or none), and the error of JAX's."""

from pathlib import Path

HERE = Path(__file__).parent


class Program:
    def __init__(self, text):
        head, _, self.text = text.partition("\n")
        self.name, code, self.error = head.split()
        self.code = None if code == "-" else code


def programs():
    return [Program(part) for part in (HERE / "programs.txt").read_text().split("#---\n")]
