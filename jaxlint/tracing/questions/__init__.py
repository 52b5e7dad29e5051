"""Questions that branches ask: what is known of the answers."""
