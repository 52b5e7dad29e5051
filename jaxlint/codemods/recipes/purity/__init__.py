"""What Python did while tracing, or in place."""
