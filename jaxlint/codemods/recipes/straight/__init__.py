"""Branches as straight code: statements become terms, those of both branches are joined, the text is made once."""
