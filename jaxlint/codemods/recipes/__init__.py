"""How hazards are mended, by topic: pure functions from syntax and what the tracer knows to new source."""
