"""What jaxlint says of names, compared with what they are when a package's own tests run.  See docs/accuracy.md."""
