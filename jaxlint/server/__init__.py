"""``jaxlint server``: the language server.  The only room that knows pygls."""
