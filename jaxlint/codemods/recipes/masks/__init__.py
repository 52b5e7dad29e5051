"""Selections by a mask, and by the indices made of one, told of whole arrays."""
