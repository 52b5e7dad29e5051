"""Programs, texts, settings and files that nobody would write, and what jaxlint makes of them."""
