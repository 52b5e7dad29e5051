"""How Python evaluates expressions, on abstract values."""
