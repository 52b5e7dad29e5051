"""How Python runs statements, on abstract values."""
