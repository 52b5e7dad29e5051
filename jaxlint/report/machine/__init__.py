"""Reports for programs: a format a file."""
