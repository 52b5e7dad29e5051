"""What every fix keeps, whatever it mends: checked on fixtures, examples, random programs, and (long) the corpus."""
