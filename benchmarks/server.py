"""How long an editor waits for ``jaxlint server``, beside the same answer of the command.

    python -m benchmarks.server                       # scripts of 1,000 and 5,000 lines, made for this
    python -m benchmarks.server PROJECT FILE          # a file of a project, in which nothing is written

Milliseconds from the message to the answer of a pull, over stdio: of the command in a new process without kept
answers; of the first answer; of a save after which nothing has changed; of an edit, with its pause of 150 ms left out;
of all safe fixes, asked for right after an edit and a moment later; of a hover; and after 300 edits, 100 a second.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.cli.command_line import environment
from tests.server.client import Editor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 9
LOSS = "import jax.numpy as jnp\n\n\ndef loss(params, x, y):\n    return jnp.mean((x @ params['w'] - y) ** 2)\n"
STEP = """

def step_{0}(params, batch, lr=0.1):
    x, y = batch
    value, grads = jax.value_and_grad(loss)(params, x, y)
    norm = jnp.sqrt(sum(jnp.sum(g**2) for g in jax.tree_util.tree_leaves(grads)))
    new = jax.tree_util.tree_map(lambda p, g: p - lr * g / (norm + 1e-6), params, grads)
    if {1}:
        value = value * 2
    return new, value


@jax.jit
def run_{0}(params, batches):
    def body(carry, batch):
        return step_{0}(carry, batch)

    out, losses = jax.lax.scan(body, params, batches)
    return out, losses.mean()
"""


def script(lines: int) -> str:
    """Every 25th step has a finding, and each 60th another one, with a safe fix."""
    text, number = "import jax\nimport jax.numpy as jnp\n\nfrom losses import loss\n", 0
    while text.count("\n") < lines:
        step = STEP.format(number, "value > 3" if number % 25 == 3 else "lr > 1")
        text += step.replace("    out, losses", "    print(params)\n    out, losses") if number % 60 == 5 else step
        number += 1
    return text


def timed(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return 1000 * (time.perf_counter() - begun)


def measure(top: Path, path: Path, cache: bool) -> None:
    text = path.read_text()
    print(f"\n{path.name}: {text.count(chr(10))} lines")
    command = [sys.executable, "-P", "-m", "jaxlint", "--no-cache", str(path)]
    run = [
        timed(lambda: subprocess.run(command, cwd=top, env=environment(), capture_output=True, check=False))
        for _ in range(3)
    ]
    show("the command, cold", run)
    editor = Editor(top, pulls=True, watches=True, options={"cache": cache, "delay": 0})
    version = 1
    editor.open(path, text)
    show("open", [timed(lambda: editor.pull(path))])
    editor.actions(path)

    def save() -> None:
        editor.save(path)
        editor.pull(path)

    show("save, nothing changed: answer", [timed(save) for _ in range(ROUNDS)])

    def edit(row: str, after: Callable[[], object]) -> float:
        nonlocal version
        version += 1
        editor.change(path, version, (0, 0, 0, 0, row))
        found = timed(after)
        editor.actions(path)  # until the fixes are there, too
        return found

    show("edit (a statement): findings", [edit("_a = 1\n", lambda: editor.pull(path)) for _ in range(ROUNDS)])
    show("edit (a comment): findings", [edit("# a\n", lambda: editor.pull(path)) for _ in range(ROUNDS)])
    show("edit: findings and fixes", [edit("_b = 2\n", lambda: editor.actions(path)) for _ in range(ROUNDS)])

    def fix_all() -> None:
        editor.actions(path, only=["source.fixAll.jaxlint"])

    show("edit: all safe fixes", [edit("_c = 3\n", fix_all) for _ in range(3)])
    time.sleep(5)
    show("all safe fixes, asked for later", [timed(fix_all) for _ in range(3)])
    show("hover: first", [timed(lambda: editor.hover(path, 1, 8))])
    show("hover: later", [timed(lambda: editor.hover(path, 1, 8)) for _ in range(ROUNDS)])
    begun = time.perf_counter()
    for number in range(300):
        version += 1
        editor.change(path, version, (0, 0, 0, 0, "#\n"))
        time.sleep(max(0.0, begun + number / 100 - time.perf_counter()))
    show("findings after 300 edits, 100 a second", [timed(lambda: editor.pull(path))])
    print(f"  alive: {editor.process.returncode is None}; logged: {editor.logged}; {memory(editor)}")
    print(f"  left: {editor.leave()}")


def memory(editor: Editor) -> str:
    status = Path(f"/proc/{editor.process.pid}/status")
    return status.read_text().split("VmRSS:")[1].split("\n")[0].strip() if status.exists() else "memory not known"


def show(what: str, found: list[float]) -> None:
    print(f"  {what:42} median {statistics.median(found):8.1f} ms   most {max(found):8.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", nargs="?", type=Path)
    parser.add_argument("file", nargs="?", type=Path)
    asked = parser.parse_args()
    if asked.project is not None and asked.file is not None:
        measure(asked.project.resolve(), asked.file.resolve(), cache=False)
        return
    for lines in (1000, 5000):
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            (top / "pyproject.toml").write_text('[project]\nname = "x"\n')
            (top / "losses.py").write_text(LOSS)
            (top / "train.py").write_text(script(lines))
            measure(top, top / "train.py", cache=True)


if __name__ == "__main__":
    main()
