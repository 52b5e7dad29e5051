"""Rules on the comments that silence the others; the engine asks them, not the tracer."""
