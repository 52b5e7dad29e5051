"""Rules on random numbers."""
