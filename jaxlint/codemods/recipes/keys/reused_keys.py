"""A key that is consumed more than once: split, so that each use has its own."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import runs_after, uses
from jaxlint.codemods.recipes.analysis.proof import callee, kind, rank
from jaxlint.codemods.recipes.keys.comprehensions import Repeated
from jaxlint.codemods.recipes.keys.keys import split_line, subkey_names
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.draft import Draft, Page, statement_before
from jaxlint.codemods.rewrite import Rewrite
from jaxlint.dataflow.order import loops_around, may_follow
from jaxlint.dataflow.scopes import reads_of
from jaxlint.diagnostic import UNSAFE
from jaxlint.tracing.values.value import BoundMethod, ClassValue, Function, Instance, Library, Transformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.keys import KeyReused

_SUMMARY = "split the key before each use; the numbers change"
_LIKELY = ("key", "rng", "seed")
_ONE_KEY = ("jax.jit", "jax.checkpoint", "jax.grad", "jax.value_and_grad", "equinox.filter_jit")
_HARMLESS = frozenset("fold_in key_data key_impl wrap_key_data clone key PRNGKey".split())


@recipe
def split_before(site: Site, event: KeyReused) -> Rewrite | None:
    """``key, subkey = jax.random.split(key)`` above each use but the last one, which takes ``key``."""
    later, earlier = event.node, event.previous
    if event.previous_module is not event.module or site.module.function_of(earlier) is not site.function:
        return None
    draft = Draft(site)
    page = draft.page(site.module)
    argument = _key_argument(site, earlier, later, event.argument)
    if argument is not None:
        _splits(site, argument.id).make(page, earlier, carried=event.loop)
    else:
        _later_takes_other(site, page, event)
    return draft.rewrite(site, UNSAFE, _SUMMARY)


def _splits(site: Site, name: str) -> _Splits:
    """Gathered once for all findings in a function."""
    asked = ("splits", site.function or site.module.tree, name)
    if asked not in site.facts:
        site.facts[asked] = _Splits(site, name)
    return site.facts[asked]  # type: ignore[no-any-return]


class _Splits:
    """All uses of one name for a key in one function, in source order."""

    def __init__(self, site: Site, name: str) -> None:
        self.site = site
        self.name = name
        self.bindings = uses(site, name).bindings
        self.uses = [(node, call) for node in self._reads() if (call := consumer(site, node)) is not None]
        self._shared: dict[ast.Name, bool] = {}
        self.readers = [call for call in _calls_below(site) if _reads_inside(site, call, name)]

    def _reads(self) -> list[ast.Name]:
        module, function = self.site.module, self.site.function
        return [
            node
            for node in reads_of(module, function or module.tree, self.name)
            if module.function_of(node) is function
        ]

    def make(self, page: Page, earlier: ast.AST, carried: bool) -> None:
        """Split above all uses that are not the last; raises NoFix where that leaves ``earlier`` as it is.

        ``carried``: the function is the body of a loop, and hands on the key that it used.
        """
        several = next((node for node in self._reads() if self._is_of_keys(node)), None)
        if several is not None:
            raise NoFix(f"{code_at(self.site, several)} holds several keys, but `split` requires one")
        if not self.bindings:
            raise NoFix
        if sum(_permutes(self.site, call) for _, call in self.uses) > 1:
            raise NoFix(f"`jax.random.permutation` may use `{self.name}` twice to shuffle arrays alike")
        shared = [
            (node, call) for node, call in self.uses if self._is_shared(node) or (carried and self._is_read_after(node))
        ]
        if earlier not in [call for _, call in shared]:
            raise NoFix(f"it is unknown how {code_at(self.site, earlier)} uses `{self.name}`")
        groups: dict[ast.stmt, list[tuple[ast.Name, Repeated | None]]] = {}
        for node, _ in shared:
            repeated = Repeated.around(self.site, node)
            statement = statement_before(self.site.module, node if repeated is None else repeated.node)
            if statement is None:
                raise NoFix(f"a line cannot be inserted before {code_at(self.site, node)}")
            groups.setdefault(statement, []).append((node, repeated))
        for statement, nodes in groups.items():
            self._split(page, statement, nodes)

    def _split(self, page: Page, statement: ast.stmt, nodes: list[tuple[ast.Name, Repeated | None]]) -> None:
        if len(nodes) == 1 and nodes[0][1] is not None and not self._is_needed_after(*nodes[0]):
            page.replace(nodes[0][0], nodes[0][1].key_of_turn(page, self.name))
            return
        subkeys = subkey_names(self.site, statement, len(nodes))
        page.line(statement, split_line(page.site, self.name, subkeys))
        for (node, repeated), subkey in zip(nodes, subkeys, strict=True):
            page.replace(node, subkey if repeated is None else repeated.key_of_turn(page, subkey))

    def _is_of_keys(self, node: ast.Name) -> bool:
        """An array of keys."""
        return kind(self.site, node) == "k" and bool(rank(self.site, node))

    def _is_shared(self, node: ast.Name) -> bool:
        """Another use follows, or this one again in the next turn of a loop, and the name still holds the key."""
        if node not in self._shared:
            self._shared[node] = any(not self._is_bound_in(loop) for loop in loops_around(self.site.module, node)) or (
                not self._is_rebound(node) and self._is_followed(node)
            )
        return self._shared[node]

    def _is_rebound(self, node: ast.Name) -> bool:
        """``key, other = split(key)``: the name holds another key from there on."""
        statement = self.site.module.statement_of(node)
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        bound = [part for target in targets for part in getattr(target, "elts", [target])]
        alone = all(
            self.site.module.statement_of(other) is not statement for other, _ in self.uses if other is not node
        )
        return alone and any(binding in bound for binding in self.bindings)

    def _is_read_after(self, node: ast.Name) -> bool:
        """Below the line that splits it, which stands above its statement."""
        own = self.site.module.statement_of(node)
        return any(
            self.site.module.statement_of(other) is own or may_follow(self.site.module, node, other, self.bindings)
            for other in self._reads()
            if other is not node
        )

    def _is_followed(self, node: ast.Name) -> bool:
        own = consumer(self.site, node)
        others = [other for other, call in self.uses if call is not own] + [
            call for call in self.readers if call is not own
        ]
        # The last ones follow the others, most often.
        return any(may_follow(self.site.module, node, other, self.bindings) for other in reversed(others))

    def _is_needed_after(self, node: ast.Name, repeated: Repeated | None) -> bool:
        own = None if repeated is None else repeated.node
        around = [loop for loop in loops_around(self.site.module, node) if loop is not own]
        return self._is_followed(node) or any(not self._is_bound_in(loop) for loop in around)

    def _is_bound_in(self, loop: ast.AST) -> bool:
        below = set(ast.walk(loop))
        return any(binding in below for binding in self.bindings)


def _later_takes_other(site: Site, page: Page, event: KeyReused) -> None:
    """The earlier call uses the key from inside a closure: it keeps ``key``, and the later one takes ``subkey``."""
    earlier, later, argument = event.previous, event.node, event.argument
    if not isinstance(argument, ast.Name):
        raise NoFix("the key is not a variable that could be split before each use")
    if event.loop:
        raise NoFix
    if not _reads_inside(site, earlier, argument.id):
        raise NoFix(f"{code_at(site, earlier)} does not pass `{argument.id}` as it is")
    splits = _splits(site, argument.id)
    statement = statement_before(site.module, earlier)
    given = [node for node, call in splits.uses if call is later]
    if statement is None or not splits.bindings or len(splits.uses) != 1 or given != [argument]:
        raise NoFix(f"{code_at(site, earlier)} reads `{argument.id}` in a nested function")
    if not runs_after(site, later, statement) or splits.readers != [earlier] or loops_around(site.module, later):
        raise NoFix(f"{code_at(site, earlier)} reads `{argument.id}` in a nested function")
    if not may_follow(site.module, earlier, later, splits.bindings):
        raise NoFix(f"{code_at(site, earlier)} reads `{argument.id}` in a nested function")
    (subkey,) = subkey_names(site, statement, 1)
    page.line(statement, split_line(page.site, argument.id, [subkey]))
    page.replace(argument, subkey)


def _key_argument(site: Site, earlier: ast.AST, later: ast.AST, known: ast.AST | None) -> ast.Name | None:
    """The name that both calls are given for the key, as the earlier one has it."""
    names = _names(earlier)
    wanted = {known.id} if isinstance(known, ast.Name) else {name.id for name in _names(later)}
    found = [name for name in names if name.id in wanted or (known is None and _reads_inside(site, later, name.id))]
    if len(found) > 1:
        found = [name for name in found if any(word in name.id.lower() for word in _LIKELY)]
    return found[0] if len(found) == 1 else None


def _names(call: ast.AST) -> list[ast.Name]:
    """Arguments that are plain names."""
    if not isinstance(call, ast.Call):
        return []
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return [node for node in given if isinstance(node, ast.Name)]


def consumer(site: Site, node: ast.Name) -> ast.Call | None:
    """The call that is given the key as it is: under vmap the argument would be an array of keys."""
    parent = site.module.parents.get(node)
    if isinstance(parent, ast.keyword):
        parent = site.module.parents.get(parent)
    if not isinstance(parent, ast.Call) or node is parent.func:
        return None
    value = site.value(parent.func)
    while isinstance(value, Transformed) and value.transform in _ONE_KEY:
        value = value.func
    if isinstance(value, (Function, BoundMethod, ClassValue, Instance)):
        return parent
    drawn = isinstance(value, Library) and value.name.startswith("jax.random.")
    return parent if drawn and callee(site, parent).rpartition(".")[2] not in _HARMLESS else None


def _permutes(site: Site, call: ast.Call) -> bool:
    return callee(site, call) == "jax.random.permutation"


def _calls_below(site: Site) -> list[ast.Call]:
    """Of functions, in the function itself."""
    top = site.function or site.module.tree
    return [
        node for node in ast.walk(top) if isinstance(node, ast.Call) and site.module.function_of(node) is site.function
    ]


def _reads_inside(site: Site, call: ast.AST, name: str) -> bool:
    """Is it a call of a nested function that reads the name from around it?"""
    value = site.value(call.func) if isinstance(call, ast.Call) else None
    if not isinstance(value, Function) or value.module is not site.module:
        return False
    top = site.function or site.module.tree
    inside = set(ast.walk(value.node))
    return value.node in set(ast.walk(top)) and any(node in inside for node in reads_of(site.module, top, name))
