"""Recipes broken on purpose: do the fixtures notice?

A mutant is one small error in one function of a recipe: a comparison turned, a condition left out, a word or a sign of
the written text changed.  The fixtures are cut into small programs, each hazard with its callers and callees; a mutant
is noticed where one of them comes out otherwise: by the safe fixes, by the unsafe ones, or in what is suggested.

How to read the table.  "mutants" are all there can be in the files of a topic; docstrings, annotations, assertions and
the words of a summary are left alone, as nobody can notice them.  "not reached" stand in lines that no fixture runs:
they ask for a fixture before all others, and are in no share.  "tried" is the sample that was drawn from the rest
(--each and --seed say which); "noticed" and "survived" are its parts, and "share" is the noticed part of it.

A survivor, listed with the number of programs that run its line, is one of three things: a case that no fixture has, so
that a wrong fix would go unseen; a condition that nothing needs, to be deleted; or code that says the same either way,
such as a guard for the type checker before one that includes it.  --survivors writes them as JSON, one a line.
"""
