"""The modules of one program, and where to find more of them."""
