"""From the arguments of a run to the texts of its files; each file is read, skipped by a setting, or a Problem."""
