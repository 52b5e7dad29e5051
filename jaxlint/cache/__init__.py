"""What earlier runs found out, on disk: no answer is given that a run without it would not give."""
