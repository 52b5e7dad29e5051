"""libcst: the visitor that flags and rewrites what the tracer nominated."""
