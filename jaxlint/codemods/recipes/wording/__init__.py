"""New source made of the user's."""
