"""Rules on how jit, vmap and grad are applied, and what they are given."""
