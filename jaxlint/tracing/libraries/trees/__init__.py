"""Pytrees: flattened, mapped, partitioned, registered."""
