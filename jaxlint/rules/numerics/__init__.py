"""Rules on numbers and gradients that come out wrong, or not at all."""
