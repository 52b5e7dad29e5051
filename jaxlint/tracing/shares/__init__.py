"""What runs of single files come to, and what they rest on."""
