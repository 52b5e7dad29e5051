"""What programs are made of.  ``$vec`` and its kin stand for an expression of that type; ``$v``, ``$m`` ... for a name.

Types: vec (4 numbers), scalar, mask (4 bools), cond (one bool), mat (4 by 4), int (a traced integer of 0 to 3).
Names: ``$v`` and ``$y`` vectors, ``$s`` scalars, ``$m`` masks, ``$k`` integers, ``$w`` matrices, ``$j`` vectors of
indices.  Expressions are parted by ``||``.  A block of statements starts with the name that it binds and its type.
Conditions use only operations that round alike in and out of jit: else a test near its threshold tells nothing.
"""
