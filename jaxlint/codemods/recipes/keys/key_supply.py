"""A key for each draw and for each call that takes one, split from what the function has."""

from __future__ import annotations

import ast
import re

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.keys.comprehensions import Repeated
from jaxlint.codemods.recipes.keys.draws import draw_text
from jaxlint.codemods.recipes.keys.key_flow import Flow, Holder, is_repeated
from jaxlint.codemods.recipes.keys.key_loops import key_of_turn, keys_of_turns, loop_key
from jaxlint.codemods.recipes.keys.keys import split_line, subkey_names
from jaxlint.codemods.recipes.keys.mapped import rows_text
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.draft import Draft, Page, above_elif, statement_before
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.dataflow.scopes import bindings_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.recipes.keys.callers import CallSite

_SEED = re.compile(r"(?:\bkey|PRNGKey)\((\d+)\)")


class Supply:
    """The changes of one flow."""

    def __init__(self, flow: Flow, callee_of: dict[ast.AST, str]) -> None:
        self.flow = flow
        self.site = flow.site
        self.draft = Draft(flow.site)
        self._callee_of = callee_of
        self._seeds: dict[str, int] = {}
        for holder in flow.holders.values():
            self._supply(holder)

    def _supply(self, holder: Holder) -> None:
        if holder.source == "own" and self.flow.own_key(holder) != holder.name:
            raise NoFix
        page = self.draft.page(holder.module)
        wants: dict[ast.AST, Callable[[str], None]] = {
            **{call: self._drawing(page, call) for call in holder.draws},
            **{one.call: self._passing(page, one, callee) for one, callee in holder.needs},
        }
        needs = sorted(wants, key=lambda node: (node.lineno, node.col_offset))  # type: ignore[attr-defined]
        if holder.source == "parameter":
            assert holder.function is not None
            page.parameter(holder.function, holder.name)
        if holder.source == "turns":
            key_of_turn(page, holder, loop_key(self.flow, holder))
        if isinstance(holder.function, ast.Lambda):
            if len(needs) != 1 and holder.source != "fresh":
                raise NoFix("a lambda draws more than once, and cannot split a key")
            for node in needs:
                self._in_lambda(holder, node)
                wants[node](self._fresh(page) if holder.source == "fresh" else holder.name)
        elif self._takes_all(holder, needs):
            if holder.source == "fresh":
                page.line(self._top(holder, needs[0]), f"{holder.name} = {self._fresh(page)}")
            around = Repeated.around(self.site.at(holder.module, holder.function), needs[0])
            wants[needs[0]](holder.name if around is None else around.key_of_turn(page, holder.name))
        elif holder.source == "fresh" and not any(is_repeated(holder.module, one) for one in needs):
            for node in needs:
                wants[node](self._fresh(page))
        else:
            if holder.source == "fresh":
                page.line(self._top(holder, needs[0]), f"{holder.name} = {self._fresh(page)}")
            self._split(page, holder, needs, wants)

    def _takes_all(self, holder: Holder, needs: list[ast.AST]) -> bool:
        """One draw in a function that got its key for nothing else: no need to split it."""
        below = set() if holder.function is None else set(ast.walk(holder.function))
        alone = len(needs) == 1 and not any(one in below for one in self._callee_of if one is not needs[0])
        if holder.source not in ("parameter", "turns", "fresh") or not alone:
            return False
        around = Repeated.around(self.site.at(holder.module, holder.function), needs[0])
        if around is None and holder.source == "fresh":
            return False
        return not is_repeated(holder.module, needs[0] if around is None else around.node)

    def _in_lambda(self, holder: Holder, node: ast.AST) -> None:
        """Nothing between the lambda and the draw that would evaluate it more than once."""
        while node is not holder.function:
            node = holder.module.parents[node]
            if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
                raise NoFix("a lambda draws in a comprehension, and cannot split a key")

    def _split(
        self, page: Page, holder: Holder, needs: list[ast.AST], wants: dict[ast.AST, Callable[[str], None]]
    ) -> None:
        """One line above each statement."""
        site = self.site.at(holder.module, holder.function)
        groups: dict[ast.stmt, list[tuple[ast.AST, Repeated | None]]] = {}
        for node in needs:
            repeated = Repeated.around(site, node)
            statement = statement_before(holder.module, node if repeated is None else repeated.node)
            if statement is None:
                raise NoFix(f"a line cannot be inserted before {code_at(site, node)}")
            groups.setdefault(statement, []).append((node, repeated))
        for statement, nodes in groups.items():
            subkeys = subkey_names(site, statement, len(nodes))
            line = split_line(page.site, holder.name, subkeys)
            page.line(statement, line)
            for (node, repeated), subkey in zip(nodes, subkeys, strict=True):
                wants[node](subkey if repeated is None else repeated.key_of_turn(page, subkey))

    def _top(self, holder: Holder, first: ast.AST) -> ast.stmt:
        """The statement directly in the body of the function that holds the first need."""
        parents = holder.module.parents
        node = first
        while parents[node] is not holder.scope:
            node = parents[node]
        assert isinstance(node, ast.stmt)
        return above_elif(holder.module, node)

    def _fresh(self, page: Page) -> str:
        module = page.site.module
        if module.path not in self._seeds:
            self._seeds[module.path] = max([int(one) + 1 for one in _SEED.findall(module.source.text)], default=0)
            self.draft.claims.add(f"seeds of {module.path}")
        number = self._seeds[module.path]
        self._seeds[module.path] += 1
        return quote(page.site, "jax.random.key({})", number)

    def _drawing(self, page: Page, call: ast.Call) -> Callable[[str], None]:
        def draw(key: str) -> None:
            text = draw_text(page.site, call, self._callee_of[call], key)
            page.replace(self._shuffled(page, call) if text.startswith(f"{_first_argument(call)} = ") else call, text)

        return draw

    def _shuffled(self, page: Page, call: ast.Call) -> ast.stmt:
        """``np.random.shuffle(x)`` where nobody else holds ``x``: it was made here."""
        module, name = page.site.module, _first_argument(call)
        statement = module.parents.get(call)
        function = module.function_of(call)
        bound = [] if function is None else bindings_in(function, name)
        if not isinstance(statement, ast.Expr) or not bound or any(isinstance(one, ast.arg) for one in bound):
            raise NoFix(f"{code_at(page.site, call)} shuffles an array that may not be local")
        return statement

    def _passing(self, page: Page, one: CallSite, callee: Holder) -> Callable[[str], None]:
        def give(key: str) -> None:
            if one.loop:
                keys_of_turns(page, one, callee, loop_key(self.flow, callee), key)
            elif one.mapped is not None:
                rows = rows_text(page.site, one)
                if rows is None:
                    raise NoFix(f"the size of the mapped axis of {code_at(page.site, one.call)} is unknown")
                page.argument(one.call, f"{callee.name}={page.site.name_of('jax.random')}.split({key}, {rows})")
            else:
                page.argument(one.call, f"{callee.name}={key}")

        return give


def _first_argument(call: ast.Call) -> str:
    return call.args[0].id if call.args and isinstance(call.args[0], ast.Name) else ""
