"""What programs are made of.  {vec} and its kin stand for an expression of that type; {v}, {m} ... for a variable.

Types: vec (4 numbers), scalar, mask (4 bools), cond (one bool), mat (4 by 4), int (a traced integer).
Conditions use only operations that round alike in and out of jit: else a test near its threshold tells nothing.
"""

from __future__ import annotations

# Nothing here needs a fix.
PLAIN = {
    "vec": """{vec} + {vec}|{vec} * {scalar}|-{vec}|jnp.abs({vec})|jnp.maximum({vec}, {scalar})|{vec}[::-1]|{vec} - 1
        |jnp.where({mask}, {vec}, {vec})|{vec} * 2|{mat}[1]|{mat}[:, 0]|jnp.clip({vec}, -1, 3)|jnp.zeros_like({vec})
        |jnp.flip({vec})|{vec}.at[0].set(1)|jnp.sqrt(jnp.abs({vec}))|jnp.sin({vec})|jnp.stack([{scalar}] * 4)
        |jnp.roll({vec}, 1)|jnp.square({vec})|{vec} ** 2|{vec} / 2|jnp.concatenate([{vec}[:2], {vec}[2:]])""",
    "scalar": """{vec}[0]|{vec}[-1]|{vec}.sum()|{scalar} + {scalar}|{scalar} * 2|-{scalar}|jnp.max({vec})|0.5|2
        |jnp.where({cond}, {scalar}, {scalar})|{mat}[0, 1]|abs({scalar})|{vec}.mean()|jnp.sum({mask})|1.5""",
    "mask": "{level} > {number}|{level} <= {number}|~({mask})|({mask}) & ({mask})|jnp.isnan({v})|{level} != {number}",
    "cond": "{point} > {number}|{point} < {number}|jnp.any({mask})|{point} >= {point}|{k} == 2|({mask}).all()",
    "level": "{v}|{v} * 2|-{v}|jnp.abs({v})|{y}",
    "point": "{v}[0]|{s}|{v}.max()|{y}[2]|{s} * 2|jnp.min({v})|{k}",
    "number": "0|1|0.5|-1|2.0",
    "mat": "{w}|{w}.T|{w} * 2|jnp.outer({vec}, {vec})|{w} + {vec}|jnp.stack([{vec}] * 4)",
    "int": "{k}|{k} + 1|{k} % 3",
}

# Each of these fails under jit, or misbehaves.
HAZARDS = {
    "scalar": """{v}[{m}].sum()|jnp.sum({v}[{m}])|{v}[{m}].prod()|jnp.mean({v}[{m}])|{v}[{m}].mean()
        |jnp.sum({v}[{mask}])|jnp.sum(({vec})[{mask}])|{w}[{m}].sum()|jnp.sum({v}[{m}] * {y}[{m}])|({v}[{m}] ** 2).sum()
        |({v}[{m}] - 1).mean()|jnp.sum(jnp.sqrt(jnp.abs({v}[{m}])))|jnp.sum({v}[{m}] * {s})|len({v}[{m}])|{v}[{m}].size
        |{v}[{m}].shape[0]|jnp.where({mask})[0].size|jnp.argwhere({m}).shape[0]|jnp.nonzero({mask})[0].shape[0]
        |len(jnp.nonzero({m})[0])|{v}[~jnp.isnan({v})].sum()|{v}[~jnp.isnan({v})].mean()|jnp.linalg.norm({v}[{m}])
        |{v}[{m}].std()|{v}[{m}].var()|jnp.max({v}[{m}], initial=0)|{v}[{m}].min(initial=9)|{w}[{w} > {number}].sum()
        |{scalar} if {cond} else {scalar}|{scalar} if {cond} else ({scalar} if {cond} else {scalar})
        |jnp.where({cond} and {cond}, {scalar}, {scalar})|jnp.where(not {cond}, {scalar}, 0.0)
        |jnp.where(0 < {point} < 2, {scalar}, {scalar})|jnp.where({point} in (1, 2), {scalar}, 1.0)|np.sum(np.abs({v}))
        |jnp.where({cond} or {cond} or {cond}, {scalar}, 0.0)|np.maximum({s}, {scalar})|np.sqrt(np.abs({v}))[0]
        |jnp.zeros(jnp.prod(jnp.array({w}.shape))).sum()|jnp.ones(jnp.add({v}.shape[0], 1)).sum()
        |jnp.where({k} not in (0, 3), {scalar}, {scalar})|{v}[{m} & ({v} > {number})].sum()|jnp.sum({v}[{m}], axis=0)
        |{v}[{m}].any()|jnp.all({v}[{m}])|jnp.nanmean({v}[{m}])|jnp.median({v}[{m}])|{v}[{m}][0]|jnp.sum({v}[{m}][1:])
        |{v}[{m}].sum(keepdims=True)[0]|jnp.sum({v}[{m}], dtype=jnp.float32)|{v}[{m}].sum() / len({v}[{m}])
        |jnp.count_nonzero({v}[{m}])|jnp.dot({v}[{m}], {y}[{m}])|{v}[{m}] @ {y}[{m}]|sum({v}[{m}])|{w}[:, {m}].sum()""",
    "vec": """{v}.at[{m}].set({number})|{v}.at[{m}].set({scalar})|{v}.at[{mask}].add({number})|{v}.at[{m}].multiply({s})
        |{v}.at[{mask}].set(0)|{v}.at[{m}].min({number})|{v}.at[{m}].max({s})|{v}.at[{m}].divide(2)
        |{vec} if {cond} else {vec}|{v} if {cond} else -{v}|{w}[{m}].sum(axis=0)|{w}[{m}].mean(0)|np.sin({v})
        |np.maximum({v}, {scalar})|np.where({mask}, {vec}, {scalar})|np.asarray({v}) + {vec}|np.clip({v}, -1, 1)
        |{w}.reshape(jnp.prod(jnp.array({w}.shape)))[:4]|{v}[: jnp.minimum({v}.shape[0], 4)]|np.cumsum({v})
        |jnp.where({cond} and {cond}, {vec}, {vec})|{w}.at[{m}].set({number})[1]|{w}.at[{w} > {number}].set({s})[2]
        |{w}.at[:, {m}].set({number})[0]|({v} * 2).at[{m}].set(0.0)|jax.vmap(lambda r: r[r > {number}].sum())({w})
        |jax.vmap(lambda r: r[0] if r[1] > {number} else r[2])({w})|{w}[:, {m}].sum(axis=1)|np.stack([{v}, {y}])[0]
        |jax.vmap(lambda r: r.at[{m}].set({number}).sum())({w})|{v}.at[{m}].set({y}[{m}])""",
}

# A statement with a hazard, and what it binds; lines are parted by `;;`, blocks by two blanks.
STATEMENTS = (
    ("t", "vec", "if {cond}:;;  t = {vec};;else:;;  t = {vec}"),
    ("t", "vec", "t = {vec};;if {cond}:;;  t = {vec}"),
    ("t", "vec", "t = {vec};;if {cond}:;;  t = t * 2;;elif {cond}:;;  t = t - 1"),
    ("t", "vec", "t = {v};;if {cond}:;;  t += 1"),
    ("t", "vec", "t = {v} * 1;;if {cond}: t = t + 1"),
    ("t", "scalar", "t = 0.0;;if {cond}:;;  t = {scalar}"),
    ("t", "scalar", "if {cond}:;;  t, u = {scalar}, {scalar};;else:;;  u, t = {scalar}, {scalar};;t = t + u"),
    ("t", "vec", "t, u = {v}, {y};;if {cond}:;;  t = u;;  u = t;;else:;;  t = u + 1;;t = t + u"),
    ("t", "vec", "t = {vec};;if {cond}:;;  if {cond}:;;    t = {vec};;  else:;;    t = {vec}"),
    ("t", "vec", "t = {vec};;if {cond}:;;  u = {vec};;  t = u * u"),
    ("t", "scalar", "t = {v}[{m}];;t = jnp.sum(t * 2)"),
    ("t", "scalar", "u = {v}[{m}];;t = u.sum()"),
    ("t", "scalar", "u = {v}[{mask}];;t = jnp.mean(u ** 2 + {s})"),
    ("t", "scalar", "u = {v}[{m}];;z = {y}[{m}];;t = (u * z).sum()"),
    ("t", "scalar", "u = {v}[{m}];;u = jnp.abs(u);;t = jnp.sum(u) + len(u)"),
    ("t", "scalar", "n = len({v}[{m}]);;t = n * {s}"),
    ("t", "scalar", "n = jnp.where({mask})[0].shape[0];;t = {s} / (n + 1)"),
    ("t", "vec", "t = {v} + 0;;t[0] = {scalar}"),
    ("t", "vec", "t = jnp.zeros(4);;t[1] += {scalar};;t[-1] = 2"),
    ("t", "vec", "t = {v} * 1;;t[1:3] *= {number}"),
    ("t", "vec", "t = {v} * 1;;t[{m}] = {number}"),
    ("t", "vec", "t = {v} * 1;;t[{m}] += {scalar}"),
    ("t", "vec", "t = {v} * 1;;t[{m}] = {y}[{m}]"),
    ("t", "vec", "t = {v} * 1;;t[{k} % 4] -= {s}"),
    ("t", "vec", "t = {w} * 1;;t[1, {m}] = {number};;t = t[1]"),
    ("t", "vec", "t = {v} * 1;;for q in range(3):;;  t[q + 1] = t[q] * 2"),
    ("t", "vec", "t = {v} * 1;;print('now', t, {s})"),
    ("t", "vec", "t = {v} * 1;;print(f'{{t}} and {{t.sum()=}}')"),
    ("t", "scalar", "t = {scalar};;if not {cond}:;;  t = -t"),
    ("t", "scalar", "t = {scalar};;if {cond} and {cond}:;;  t = t * {s};;else:;;  t = t + 1"),
    ("t", "cond", "t = {cond} and {cond}"),
    ("t", "cond", "t = not {cond}"),
    ("t", "cond", "t = 0 < {point} <= {point} < 3"),
    ("t", "vec", "t = [{v}];;if {cond}:;;  t = t[0] * 2;;else:;;  t = t[0]"),
)

# Where the hazard stands; {h} is the expression.
POSITIONS = {
    "scalar": """{h}|({h})|2 * ({h})|-({h})|({h}) ** 2|({h}) + {scalar}|{scalar} - ({h})|jnp.add({h}, {s})
        |jnp.asarray({h}).reshape(())|[{h}, {s}][0]|({h}, {s})[0]|(lambda: {h})()|[({h}) for _ in range(2)][1]
        |{{"a": {h}}}["a"]|(lambda q: q * ({h}))({s})|jnp.where({cond}, {h}, {s})|(u0 := {h}) + 1|abs({h})
        |(\n        {h}\n    )|jnp.add(\n        {h},  # first\n        {s},\n    )|({h}) if {v}.ndim == 1 else 0.0
        |sum([{h}, 1])|({h}) * ({h})|{s} ** -({h} * 0)|~-({h} * 0).astype(int)|(*[{h}], 1)[0]""",
    "vec": """{h}|({h})|2 * ({h})|-({h})|({h})[0] + {vec}|({h}).sum() + {vec}|({h}) ** 2|jnp.flip({h})|({h}).T
        |jnp.add({h}, {vec})|[{h}][0]|(lambda: {h})()|[({h}) for _ in range(2)][1]|({h}) if {v}.ndim == 1 else {v}
        |jnp.add(\n        {h},  # first\n        {v},\n    )|(u0 := {h}) + 1|jnp.where({m}, {h}, {v})""",
}

EARLY = (
    "if {cond}:;;  return {vec};;return {vec}",
    "if {cond}:;;  return {vec};;else:;;  return {vec}",
    "if {cond}:;;  return {v};;elif {cond}:;;  return -{v};;return {v} * 2",
    "if {cond}: return {v};;return -{v}",
    "if {cond}:;;  return {v} * 2;;t9 = {vec};;return t9 + 1",
    "return {vec} if {cond} else {vec}",
)

HEADS = (
    "import jax\nimport jax.numpy as jnp\nimport numpy as np\n",
    '"""A module."""\n\nfrom __future__ import annotations\n\nimport jax, jax.numpy as jnp\nimport numpy as np\n',
    "import numpy as np\nimport jax\nfrom jax import numpy as jnp  # ours\n",
    "import jax\nimport jax.numpy as J\nimport numpy as onp\n",
    "import numpy\nimport jax\n",
)
SPELLINGS = ((), (), (), (("jnp.", "J."), ("np.", "onp.")), (("jnp.", "jax.numpy."), ("np.", "numpy.")))
