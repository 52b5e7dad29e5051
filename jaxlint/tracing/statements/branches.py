"""if and assert."""

from __future__ import annotations

import _ast

from jaxlint.tracing.questions.asking import ask, truth_of
from jaxlint.tracing.questions.doubts import doubts_after
from jaxlint.tracing.questions.memos import doubt_of_memo
from jaxlint.tracing.questions.narrowing import narrow
from jaxlint.tracing.questions.questions import Question, either
from jaxlint.tracing.running.execute import EXECUTORS, execute_block
from jaxlint.tracing.values.answers import FORGOTTEN, NO_DOUBT, STRONG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


def if_statement(frame: Frame, node: _ast.If) -> bool:
    construct = "elif" if _is_elif(frame, node) else "if"
    one = ask(frame, node.test)
    known = truth_of(frame, one, node, construct)
    if known is not None:
        return execute_block(frame, node.body if known else node.orelse)
    question = Question(frame, one, doubt_of_memo(frame, node))
    yes, no = (lambda: execute_block(frame, node.body)), (lambda: execute_block(frame, node.orelse))
    return either(frame, node, question, yes, no).close()


def _is_elif(frame: Frame, node: _ast.If) -> bool:
    """``elif`` stands where its parent's else would; told apart by the source text."""
    line = frame.module.source.line(node.lineno)
    return line.lstrip().startswith("elif")


def assertion(frame: Frame, node: _ast.Assert) -> bool:
    one = ask(frame, node.test)
    known = truth_of(frame, one, node, "assert")
    doubt = NO_DOUBT if known is not None else doubts_after(frame, one)
    if doubt.true == STRONG and doubt is not FORGOTTEN:
        frame.condition = frame.condition.doubted(STRONG)
    if known is None:
        narrow(frame, node.test, True)
    return known is not False


EXECUTORS.update({_ast.If: if_statement, _ast.Assert: assertion})
