"""Control flow: Python decides by a value that is not there yet."""
