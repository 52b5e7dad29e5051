"""A nominated ast node, told so that the libcst visitor can recognize it."""

from __future__ import annotations

import _ast

import libcst as cst

from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Replace
    from jaxlint.syntax.module import Module
    from jaxlint.text.span import Span

_HEADS = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef, _ast.Module)
_STRINGS = (cst.SimpleString, cst.ConcatenatedString)
TWINS: dict[type[_ast.AST], tuple[type[cst.CSTNode], ...]] = {
    _ast.Attribute: (cst.Attribute,),
    _ast.Await: (cst.Await,),
    _ast.BinOp: (cst.BinaryOperation,),
    _ast.BoolOp: (cst.BooleanOperation,),
    _ast.Call: (cst.Call,),
    _ast.Compare: (cst.Comparison,),
    _ast.Constant: (cst.Name, cst.Integer, cst.Float, cst.Imaginary, cst.Ellipsis, *_STRINGS),
    _ast.Dict: (cst.Dict,),
    _ast.DictComp: (cst.DictComp,),
    _ast.GeneratorExp: (cst.GeneratorExp,),
    _ast.IfExp: (cst.IfExp,),
    _ast.JoinedStr: (cst.FormattedString, cst.ConcatenatedString),
    _ast.Lambda: (cst.Lambda,),
    _ast.List: (cst.List,),
    _ast.ListComp: (cst.ListComp,),
    _ast.Name: (cst.Name,),
    _ast.NamedExpr: (cst.NamedExpr,),
    _ast.Set: (cst.Set,),
    _ast.SetComp: (cst.SetComp,),
    _ast.Slice: (cst.Slice,),
    _ast.Subscript: (cst.Subscript,),
    _ast.Tuple: (cst.Tuple, cst.Subscript),  # the latter where the tuple is a bare index
    _ast.UnaryOp: (cst.UnaryOperation,),
    _ast.Yield: (cst.Yield,),
    _ast.YieldFrom: (cst.Yield,),
    _ast.arg: (cst.Name,),  # without an annotation
}


class Target:
    """``start``, ``end``: in the segment's text; for statements those of the first, and ``run`` the starts of all.

    ``is_in_block``: they stand in a block that is no function's or class's.
    """

    __slots__ = ("end", "is_in_block", "run", "source", "start", "twins")

    def __init__(self, span: Span, source: str, twins: tuple[type[cst.CSTNode], ...], run: tuple[int, ...]) -> None:
        self.start = span.start
        self.end = span.end
        self.source = source
        self.twins = twins
        self.run = run
        self.is_in_block = False


def target_of(module: Module, replace: Replace, offset: int, newline: str) -> Target | None:
    """``offset``, ``newline``: of the segment.

    None for a node that can't be told with certainty from its neighbours, or has no libcst twin.
    """
    nodes = replace.nodes if isinstance(replace.nodes, list) else [replace.nodes]
    if not nodes:
        return None
    source = replace.source.replace("\r\n", "\n")
    spans = [module.source.span(node) for node in nodes]
    for span in spans:
        span.start -= offset
        span.end -= offset
    if isinstance(nodes[0], _ast.stmt):
        whole = type(spans[0])(spans[0].start, max(span.end for span in spans))
        target = Target(whole, source, (), tuple(span.start for span in spans))
        target.is_in_block = not isinstance(module.parents.get(nodes[0]), _HEADS)
        return target
    twins = TWINS.get(type(nodes[0]))
    if twins is None or len(nodes) != 1 or not source.strip() or not _is_certain(module, nodes[0]):
        return None
    source = source.strip().replace("\n", newline)
    return Target(spans[0], source, twins, ())


def _is_certain(module: Module, node: _ast.AST) -> bool:
    """Positions inside an f-string are guesses before Python 3.12: take those that can mean one node only."""
    above = module.parents.get(node)
    inside = None
    while above is not None and not isinstance(above, _ast.stmt):
        if isinstance(above, _ast.JoinedStr):
            inside = above
        above = module.parents.get(above)
    if inside is None:
        return True
    if isinstance(module.parents.get(node), _ast.JoinedStr):
        return False  # literal text of the f-string: it has the span of the whole
    own = module.source.span(node)
    twins = [other for other in walk(inside) if type(other) is type(node) and module.source.span(other) == own]
    return len(twins) == 1 and _reads_the_same(module.source.segment(node), node)


def _reads_the_same(text: str, node: _ast.AST) -> bool:
    try:
        read = compile(f"({text})", "<f-string>", "eval", _ast.PyCF_ONLY_AST, dont_inherit=True)
    except SyntaxError:
        return False
    import ast

    return isinstance(read, _ast.Expression) and ast.dump(read.body) == ast.dump(node)
