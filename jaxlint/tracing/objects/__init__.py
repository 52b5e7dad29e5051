"""Classes and their objects: attributes, annotations, fields, and what is written to them."""
