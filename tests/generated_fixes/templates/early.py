"""Bodies that are left at several places."""

EARLY = """
if $hcond:
    return $vec
return $vec

if $cond:
    return $vec
else:
    return $hvec

if $cond:
    return $v
elif $cond:
    return -$v
return $v * 2

if $cond: return $v
return -$v

if $cond:
    return $v * 2
t9 = $vec
return t9 + 1

return $vec if $cond else $vec

t9 = $v * $s
if $cond:
    t9 = t9 + 1
    return t9
if $cond:
    return t9 * 2
return t9

if $cond:
    if $cond:
        return $v
    return $y
return $v + $y

if $cond:
    return $v, $s
return $y, $s * 2

if $cond:
    return {"v": $v, "s": $s}
else:
    return {"v": -$v, "s": $s + 1}

q9 = $scalar
if q9 > 0:
    return q9
elif q9 < 0:
    return -q9
else:
    return q9 + 1

if not $cond:  # nothing to do
    return $v
t9 = $hvec
if $cond:
    t9 = t9 / 2
return t9

for i in range(3):
    if $v[i] > 0:
        return $v[i]
return $s

if $cond and $cond:
    return $scalar
t9 = $scalar
return t9 if $cond else -t9
"""
