"""Characters, spans and edits: what is true of any text, whatever is written in it."""
