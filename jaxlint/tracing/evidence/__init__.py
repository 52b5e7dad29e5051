"""What tests tell of the code they call: their parameters' values, their fixtures, the objects they are methods of."""
