"""Performance: code that works, and takes longer than it has to.  Advice, off by default."""
