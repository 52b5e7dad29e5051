"""PRNG keys: split, and passed to where they are needed."""
