"""What library functions do with abstract values."""
