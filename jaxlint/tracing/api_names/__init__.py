"""Names of libraries that are old or private; nothing is traced for them."""
