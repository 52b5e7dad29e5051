"""What is put together.  ``$i``: an index; ``t``: a number, ``out``: an array that is written to; none may be lost."""

from __future__ import annotations

# One statement, or a few, of a kind of hazard each.  `LOOPS` are those that leave a loop or a turn of it.
PAIRED = {
    "if": "if y[$i] > a:\n    t = t + y[$i]",
    "write": "out[$i] = y[$i] * 2",
    "masked write": "out[out > a] = t",
    "masked sum": "t = t + x[x > a].sum()",
    "or": "t = t + (a or 1.5)",
    "float": "t = t + float(y[$i])",
    "slice": "t = t + out[:k].sum()",
    "continue": "if y[$i] < a:\n    continue",
    "break": "if t > 4:\n    break",
    "while": "w, c = t * 1, 0\nwhile w > 1 and c < 4:\n    w = w * 0.5\n    c += 1\nt = w + c",
    "add": "out[$i] += a",
    "numpy": "t = t + np.abs(y).sum()",
    "max": "t = max(t, a)",
    "append": (
        "rows = [a]\nfor j in range(3):\n    if x[j] > a:\n        rows.append(x[j] * 2)\nt = t + jnp.stack(rows).sum()"
    ),
    "len": "t = t + len(y[y > a])",
    "ternary": "t = t * 2 if y[$i] > 0 else t - 1",
    "where": "t = t + out[jnp.where(y > a)[0]].sum()",
    "return": "if t > 6:\n    return t, out",
    "swap": "out[$i], out[0] = out[0], out[$i]",
    "not": "if not t > a:\n    t = t + 1",
}
# Only in triples, so that there are not too many pairs.
MORE = {
    "root": "t = t + (jnp.sqrt(a) if a > 0 else 0.0)",
    "mean": "t = t + out[out > 0].mean()",
    "masked max": "t = t + jnp.max(x[x > a], initial=-1.0)",
    "written in arms": "if y[$i] > a:\n    out[$i] = t\nelse:\n    out[0] = a",
    "places": "out[jnp.array([0, 2])] += t",
    "masked add": "out[y > a] += 1.0",
    "elif": "if y[$i] > 1:\n    t = t + 1\nelif y[$i] > 0:\n    t = t - a\nelse:\n    out[$i] = 0.0",
    "division": "t = t / a if a != 0 else t",
    "std": "t = t + (x.std() or 1.0)",
    "scaled": "out[$i] *= a",
    "slice write": "out[:k] = t",
    "slice add": "out[k:] += 1.0",
    "min": "t = min(t, y[$i], 3.0)",
    "and": "if t > 0 and y[$i] > a:\n    t = t - y[$i]",
    "pass": "if y[$i] > a:\n    pass\nelse:\n    t = t + 0.5",
    "continue else": "if y[$i] > a:\n    t = t + 1\nelse:\n    continue",
    "written, then left": "if y[$i] > 1:\n    out[$i] = 9.0\n    continue",
    "range": "for j in range(k):\n    t = t + y[j]",
    "index": "t = t + x[jnp.argwhere(x > a)[:, 0]].sum()",
    "any": "if any(y > a):\n    t = t + 1",
    "norm": "n = jnp.linalg.norm(x)\nif n > 0:\n    t = t + (x / n)[0]",
    "log": "if y[$i] > 0:\n    t = t + jnp.log(y[$i])",
    "sum of squares": "s = (x**2).sum()\nt = t + (0.0 if s == 0 else jnp.sqrt(s))",
}
LOOPS = {"continue", "break", "continue else", "written, then left"}
CONTAINERS = {
    "if": ("k", "if a < 2:\n$body"),
    "else": ("k", "if a > 1:\n    t = t - 1\nelse:\n$body"),
    "for": ("i", "for i in range(3):\n$body"),
    "for, continue": ("i", "for i in range(3):\n    if x[i] > a:\n        continue\n$body"),
    "while": ("i", "i = -1\nwhile i < k:\n    i += 1\n$body"),
}
ALL = {**PAIRED, **MORE}
