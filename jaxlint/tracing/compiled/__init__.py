"""What outlives a trace: compiled programs, captured constants, leaked tracers."""
