"""One file as the parser sees it."""
