"""Names that other versions of JAX have, or had."""
