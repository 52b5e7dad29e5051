"""What recipes ask of names, numbers and effects before they change anything."""
