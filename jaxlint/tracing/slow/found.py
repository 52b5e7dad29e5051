"""What is found: the node, in what way it is slow, another node that has a part in it, and how often."""

import _ast

Found = tuple[_ast.expr | _ast.stmt, str, _ast.AST | None, int | None]
