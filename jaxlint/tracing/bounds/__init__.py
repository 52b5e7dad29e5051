"""From where to where numbers go, and what lies outside of an array."""
