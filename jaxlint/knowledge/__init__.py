"""What is true of the libraries that traced programs call: data, and the few lines that read it."""
