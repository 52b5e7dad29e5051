"""Hazards planted into lines that ran under a trace: which are found, and why each other one is not."""
