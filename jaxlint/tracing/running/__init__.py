"""The run itself: the interpreter, names, branches, and when they are in doubt."""
