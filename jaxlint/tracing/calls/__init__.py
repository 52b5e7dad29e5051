"""Calls: arguments, functions, modules and models, and what is remembered of them."""
