"""What entering jit, vmap, grad, scan ... does to values."""
