"""What traced code does on the host: effects, callbacks, the end of the process."""
