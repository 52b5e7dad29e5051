"""Where tracing starts: which files and functions are worth a run, and what nobody in view calls."""
