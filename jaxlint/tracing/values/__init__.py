"""What is known of a value: arrays without numbers, constants, containers, and why something is traced."""
