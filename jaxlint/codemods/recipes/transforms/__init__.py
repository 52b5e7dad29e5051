"""What functions that a transform, a loop or a branch calls take and give."""
