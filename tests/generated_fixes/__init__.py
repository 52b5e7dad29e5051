"""Random programs whose hazards can be fixed; JAX says whether the fixed form gives what the original gave."""
