"""The smallest program that goes wrong in the same way: statements dropped, expressions replaced by their parts."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

from tests.generated_fixes.judge import Verdict, judge
from tests.generated_fixes.programs import Program

_TRIES = 150


def shrink(program: Program, is_same: Callable[[Program], bool] | None = None) -> Program:
    """Greedy; the layout is lost unless the fault depends on it."""
    if is_same is None:
        wanted = fault(judge(program))

        def is_same(other: Program) -> bool:
            return fault(judge(other)) == wanted

    tries = 0
    best = program
    progress = True
    while progress:
        progress = False
        for text in smaller(best.text):
            if len(text) >= len(best.text) or not _is_still_staged(text, program.text):
                continue
            tries += 1
            if tries > _TRIES:
                return best
            candidate = Program(text, best.call, best.families)
            if _holds(is_same, candidate):
                best, progress = candidate, True
                break
    return best


def fault(verdict: Verdict) -> tuple[str, bool, str]:
    """What went wrong, without the numbers."""
    said = verdict.said.partition(": ")[2]
    word = "gradient" if "gradient" in verdict.said else "" if "became" in said else said[:60]
    return verdict.safe, verdict.unsafe == "raises", word


def _is_still_staged(text: str, original: str) -> bool:
    """By the same transform, and with the same example of a call: else it is another program."""
    last, wanted = (ast.unparse(ast.parse(one).body[-1]) for one in (text, original))
    kept = ("jit", "jax.vmap(g", "lax.scan(step", "jax.grad(loss")
    return last == wanted and all((word in text) == (word in original) for word in kept)


def _holds(is_same: Callable[[Program], bool], candidate: Program) -> bool:
    try:
        return is_same(candidate)
    except Exception:
        return False


def smaller(text: str) -> Iterator[str]:
    """Large steps first."""
    count = sum(1 for _ in ast.walk(ast.parse(text)))
    for place in range(count):
        for step in (_drop, _hoist):
            tree = ast.parse(text)
            node = list(ast.walk(tree))[place]
            for made in step(tree, node):
                try:
                    yield ast.unparse(ast.fix_missing_locations(made)) + "\n"
                except Exception:
                    continue


def _drop(tree: ast.Module, node: ast.AST) -> Iterator[ast.Module]:
    """Without one statement of a body, or with the body of a statement in its place."""
    for field in ("body", "orelse"):
        body = getattr(node, field, None)
        if not isinstance(body, list):
            continue
        for place, statement in enumerate(list(body)):
            kept = body[:]
            inner = [] if isinstance(statement, ast.FunctionDef) else getattr(statement, "body", [])
            body[place : place + 1] = []
            if body or field == "orelse":
                yield copy.deepcopy(tree)
            if isinstance(inner, list) and inner:
                body[place:place] = inner
                yield copy.deepcopy(tree)
            body[:] = kept


def _hoist(tree: ast.Module, node: ast.AST) -> Iterator[ast.Module]:
    """With an expression replaced by one of its parts."""
    for field, value in ast.iter_fields(node):
        for place, child in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(child, ast.expr):
                continue
            for part in ast.walk(child):
                if (
                    part is not child
                    and isinstance(part, ast.expr)
                    and isinstance(getattr(part, "ctx", ast.Load()), ast.Load)
                ):
                    _put(node, field, value, place, part)
                    yield copy.deepcopy(tree)
            _put(node, field, value, place, child)


def _put(node: ast.AST, field: str, value: object, place: int, new: ast.expr) -> None:
    if isinstance(value, list):
        value[place] = new
    else:
        setattr(node, field, new)
