"""What transforms, loops and branches refuse."""
