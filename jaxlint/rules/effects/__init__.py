"""Effects of compiled code: calls of the host, and writes to Refs."""
