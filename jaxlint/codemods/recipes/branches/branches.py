"""``if`` statements and conditional expressions on a traced value."""

from __future__ import annotations

import ast
import textwrap

from jaxlint.codemods.recipes.analysis.bindings import body_of, in_loop, is_plain, names_in, uses
from jaxlint.codemods.recipes.analysis.definite_assignment import Flow, always_leaves, own_parts
from jaxlint.codemods.recipes.analysis.liveness import captured, live_after
from jaxlint.codemods.recipes.analysis.proof import callee
from jaxlint.codemods.recipes.branches.agreement import is_number
from jaxlint.codemods.recipes.branches.alike import one_choice
from jaxlint.codemods.recipes.branches.branch_functions import Conditional, keep_comments
from jaxlint.codemods.recipes.branches.choices import Choice, judge
from jaxlint.codemods.recipes.branches.leads import lead_of
from jaxlint.codemods.recipes.branches.operands import Operands, may_be_traced
from jaxlint.codemods.recipes.branches.ways import (
    Fork,
    NotAChoice,
    behind,
    is_traced,
    of_assignments,
    of_expression,
    of_returns,
)
from jaxlint.codemods.recipes.wording.fresh_names import local_name
from jaxlint.codemods.recipes.wording.lifting import NotLifted, argument, indentation, is_elif, lines_between
from jaxlint.codemods.recipes.wording.wording import call, spliced
from jaxlint.codemods.rewrite import Replace, Rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_WIDTH = 88
_GROWING = ("append", "concatenate", "hstack", "vstack", "dstack", "insert", "concat")


def ternary(site: Site, node: ast.IfExp) -> Rewrite | None:
    """``a if p else b``."""
    try:
        fork = of_expression(site, node)
        choice = judge(site, fork)
        if choice is None or not _may_be_traced(site, fork, 0, [node]):
            return None
        indent = indentation(site, node)
        room, head = _WIDTH - len(indent), " " * (node.col_offset - len(indent))
        text = (
            _where(site, fork, room, head) if choice.where else Conditional(site, fork, room, head, choice.dtypes).text
        )
        if fork.lead is not None:
            text = behind(fork, text.removeprefix(head))
        return _rewrite(choice, Replace(node, text.removeprefix(head).replace("\n", "\n" + indent)))
    except (NotAChoice, NotLifted):
        return None


def branch(site: Site, node: ast.If) -> Rewrite | None:
    """An if whose ways return values, or bind names; elif chains are told from the first traced test on."""
    try:
        rewrite = _alike(site, node) or _by_results(site, node)
        head = _static_head(site, node)
        if rewrite is None or head is None:
            return rewrite
        (own,) = rewrite.replacements
        source = (
            f"{lines_between(site, head, node)}\nelse:\n{textwrap.indent(own.source.lstrip(), site.module.indent_unit)}"
        )
        return Rewrite(rewrite.applicability, rewrite.summary, [Replace([head], source)])
    except (NotAChoice, NotLifted):
        return None


def _by_results(site: Site, node: ast.If) -> Rewrite | None:
    returns = any(isinstance(part, ast.Return) for part in own_parts([node]))
    return _returned(site, node) if returns else _assigned(site, node)


def _alike(site: Site, node: ast.If) -> Rewrite | None:
    """Arms that do the same with one value or another: ``out.append(a)`` or ``out.append(b)``."""
    found = one_choice(site, node)
    if found is None:
        return None
    statement, place, either = found
    fork = of_expression(site, either)
    choice = judge(site, fork)
    if choice is None or not _may_be_traced(site, fork, 0, [place]):
        return None
    room, head = _WIDTH - node.col_offset, " " * (place.col_offset - statement.col_offset)
    if choice.where:
        text = _where(site, fork, room, head)
    else:
        text = Conditional(site, fork, room, head, choice.dtypes).text
    return _rewrite(choice, Replace([node], spliced(site, statement, {place: text.removeprefix(head)})))


def _static_head(site: Site, node: ast.If) -> ast.If | None:
    """The ``if`` that an ``elif`` belongs to; no test up to there is traced, or the fix would be the other's."""
    head, above = node, site.module.parents.get(node)
    while isinstance(above, ast.If) and above.orelse == [head] and is_elif(site, head):
        if is_traced(site, above.test) or lead_of(site, above.test) is not None:
            raise NotAChoice
        head, above = above, site.module.parents.get(above)
    return head if head is not node else None


def _rewrite(choice: Choice, replace: Replace) -> Rewrite:
    return Rewrite("safe" if choice.safe else "unsafe", choice.summary, [replace])


def _returned(site: Site, node: ast.If) -> Rewrite | None:
    """All ways return: in the if, or in what comes after it."""
    if in_loop(site, node):
        return None
    body = body_of(site, node)
    rest = body[body.index(node) + 1 :] if node in body and not always_leaves([node]) else []
    fork = of_returns(site, node, rest)
    operands, choice = _judged(site, node, fork)
    if choice is None:
        return None
    room = _WIDTH - node.col_offset
    if fork.lead is not None:
        text = _where(site, fork, room) if choice.where else Conditional(site, fork, room, "", choice.dtypes).text
        source = f"return {behind(fork, text)}"
    elif choice.where:
        source = _where(site, fork, room, "return ")
    else:
        conditional = Conditional(site, fork, room, "return ", choice.dtypes, operands=operands.names)
        source = _after_functions(conditional)
    return _rewrite(choice, Replace([node, *rest], source))


def _judged(site: Site, node: ast.If, fork: Fork) -> tuple[Operands, Choice | None]:
    operands = Operands(site, fork)
    bound = Flow([part for arm in fork.arms() if arm.given is None for part in arm.statements]).stored.keys()
    if bound & captured(site.function or site.module.tree, node):
        return operands, None  # bound in a function of its own, others would not see it
    choice = judge(site, fork, operands.known)
    if choice is not None and not choice.where and not any(choice.dtypes):
        keep_comments(site, fork)
    return operands, choice


def _after_functions(conditional: Conditional) -> str:
    """A blank line before the functions, and after each."""
    return f"\n{conditional.functions}{conditional.text}" if conditional.functions else conditional.text


def _assigned(site: Site, node: ast.If) -> Rewrite | None:
    """Names that some arm binds anew, and what they hold after."""
    live = live_after(site, node)
    bound = {**Flow(node.body).stored, **Flow(node.orelse).stored}
    names = [name for name in bound if name in live]
    if not names:
        return None
    if any(_grows(site, binding, name) for name in names for binding in bound[name]):
        return None
    fork = of_assignments(site, node, names)
    operands, choice = _judged(site, node, fork)
    if choice is None or not all(_may_be_traced(site, fork, *later) for later in _reads_after(site, node, names)):
        return None
    room, head = _WIDTH - node.col_offset, f"{', '.join(names)} = "
    if choice.where:
        source = _where_statements(site, node, fork, names)
    else:
        source = _after_functions(Conditional(site, fork, room, head, choice.dtypes, names, operands.names))
    if fork.lead is not None and fork.lead.joins and not node.orelse:
        source = fork.lead.guarded(source, site.module.indent_unit)
    elif fork.lead is not None:
        source = head + behind(fork, source.removeprefix(head))
    return _rewrite(choice, Replace([node], source))


def _grows(site: Site, binding: ast.AST, name: str) -> bool:
    """``out = jnp.append(out, x)``: one arm gives a longer array than the other."""
    statement = site.module.parents.get(binding)
    value = statement.value if isinstance(statement, ast.Assign) else None
    package, _, function = callee(site, value).rpartition(".") if value is not None else ("", "", "")
    return package == "jax.numpy" and function in _GROWING and name in names_in(value or binding)


def _reads_after(site: Site, node: ast.If, names: list[str]) -> list[tuple[int, list[ast.AST]]]:
    end = node.end_lineno or node.lineno
    return [(place, [read for read in uses(site, name).reads if read.lineno > end]) for place, name in enumerate(names)]


def _may_be_traced(site: Site, fork: Fork, place: int, reads: list[ast.AST]) -> bool:
    """Where Python chose among its own numbers, nobody needs the chosen one to be static."""
    values = [value for arm in fork.arms() for value in arm.values[place]]
    return not all(map(is_number, values)) or all(may_be_traced(site, values[0], read) for read in reads)


def _where_statements(site: Site, node: ast.If, fork: Fork, names: list[str]) -> str:
    """A statement a name, or one for all where one name's new value is made of another's old one."""
    room = _WIDTH - node.col_offset
    if len(names) == 1:
        return _where(site, fork, room, f"{names[0]} = ")
    held, lead = None, ""
    if not is_plain(fork.test) or names_in(fork.test) & set(names):
        held = local_name(site, "condition")
        lead = f"{held} = {argument(site, fork.test)}\n"
    if _are_apart(fork, names):
        return lead + "\n".join(_where(site, fork, room, f"{name} = ", place, held) for place, name in enumerate(names))
    texts = [_where(site, fork, room, "", place, held) for place in range(len(names))]
    line = f"{', '.join(names)} = {', '.join(texts)}"
    return lead + (line if len(line) <= room else call(site, "", texts, 0, f"{', '.join(names)} = "))


def _are_apart(fork: Fork, names: list[str]) -> bool:
    """No value reads a name that was bound just before."""
    for place in range(1, len(names)):
        read = {name for test in fork.tests()[1:] for name in names_in(test)}
        for arm in fork.arms():
            one = (arm.given or [])[place]
            read |= names_in(one.node) if one.node is not None else {one.text}
        if read & set(names[:place]):
            return False
    return True


def _where(site: Site, fork: Fork, room: int, head: str = "", place: int = 0, test: str | None = None) -> str:
    """The choice of one result as nested ``jnp.where``; ``test``: a name that holds the outermost test."""
    texts = [
        _where(site, way, room - 4, "", place) if isinstance(way, Fork) else (way.given or [])[place].text
        for way in (fork.yes, fork.no)
    ]
    return call(site, f"{site.name_of('jax.numpy')}.where", [test or argument(site, fork.test), *texts], room, head)
