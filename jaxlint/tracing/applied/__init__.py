"""A transform as it was applied: to which function, with which settings."""
