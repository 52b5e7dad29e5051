"""Values that have to be static: made so, or passed so."""
