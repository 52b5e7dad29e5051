"""One file a format: an Outcome to a string, and nothing else."""
