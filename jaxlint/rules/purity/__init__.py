"""Rules on what a traced function may not do besides computing."""
