"""Dynamic shapes: under a trace every shape must follow from shapes, never from data."""
