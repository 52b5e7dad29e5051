"""What the child process of ``jaxlint verify`` runs.  It imports JAX; nothing of jaxlint imports it."""
