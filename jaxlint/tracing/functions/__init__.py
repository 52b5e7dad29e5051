"""Calls that are made: of functions, classes and objects of the project, and of what tables say of libraries."""
