"""PRNG keys: where each was made, split and consumed, on which path, and what that says."""
