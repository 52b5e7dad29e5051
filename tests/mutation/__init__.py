"""Recipes broken on purpose: do the fixtures notice?"""
