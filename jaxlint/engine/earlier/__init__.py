"""What earlier runs of the command have found out, and what of it still holds."""
