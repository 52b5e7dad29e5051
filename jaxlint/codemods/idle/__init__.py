"""What a fix leaves without a use: local names and imports."""
