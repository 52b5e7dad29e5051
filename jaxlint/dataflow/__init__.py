"""What names and statements of a function have to do with each other: scopes, paths, liveness, reaching definitions."""
