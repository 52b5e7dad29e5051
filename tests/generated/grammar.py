"""Expressions: a grammar that knows of each variable its Python-level type, and not whether it is traced.

Types: vec (4 floats), scalar (an array of one float, or a float), int (static or not), mask (4 bools), arr (an
array of any shape), list (of vecs), pair (vec, scalar), dict ("a": vec, "b": scalar), cond (what `if` may ask),
shape ((4,)), idx (4 ints), key, text, and cfg, layer, state: objects of the classes in pieces.py.
"""

from __future__ import annotations

import ast
import random

# Per type: what it may be made of ({vec} stands for an expression of that type), from plain to daring.
PLAIN: dict[str, str] = {
    "vec": """{vec} + {vec}|{vec} * {scalar}|jnp.sin({vec})|jnp.where({mask}, {vec}, {scalar})|{vec}[::-1]|-{vec}
        |{vec}.at[0].set({scalar})|jnp.zeros({vec}.shape)|jnp.arange(4.0)|jnp.cumsum({vec})|jax.nn.relu({vec})
        |jnp.full((4,), {scalar})|{vec}.at[{int} % 4].add(1.0)|jnp.roll({vec}, 1)|{dict}["a"]|{pair}[0]|{list}[0]
        |(lambda t: t * {scalar})({vec})|partial(jnp.where, {mask})({vec}, {vec})|jnp.clip({vec}, 0, 1)
        |{vec}.astype(jnp.float32)|{vec}[jnp.argsort({vec})]|jnp.ones_like({vec})|jnp.stack([{scalar}] * 4)
        |jnp.array([{scalar}, {scalar}, 0.0, 1.0])|{vec} @ jnp.eye(4)|jnp.minimum({vec}, {scalar})|{vec}.reshape(-1)
        |{vec}.reshape({vec}.shape)|jnp.where({mask}, 1.0, {vec})|jax.lax.stop_gradient({vec})|jnp.sort({vec})
        |jax.lax.cond({vec}[0] > 0, lambda t: t * 2, lambda t: t, {vec})|jax.lax.map(lambda t: t + 1, {vec})
        |jax.vmap(lambda t: t * {scalar})({vec})|np.float32(2) * {vec}|np.ones(4) + {vec}|sum({list})
        |jax.tree.map(lambda t: t * 2, {dict})["a"]|jax.lax.fori_loop(0, {int}, lambda i, t: t + i, {vec})
        |jnp.zeros(({vec}.shape[0],)) + {vec}|jnp.zeros_like({vec}, shape=(4,))|jnp.flip({vec}, axis=0)
        |{vec} ** {int}|{vec} * {int}|{dict}.get("a", {vec})|next(iter({list}))|{vec}.clip(0, 1)|jnp.asarray({vec})
        |jax.grad(lambda t: (t * {scalar}).sum())({vec})|{vec}.T|jnp.select([{mask}], [{vec}], {scalar})
        |jax.random.normal(jax.random.key(0), {vec}.shape)|jnp.concatenate([{vec}[:2], {vec}[2:]])|{vec}[:4]
        |functools.reduce(lambda a, b: a + b, {list})|jnp.linspace(0.0, {scalar}, 4)|{vec}[None][0]|jnp.ones({shape})
        |{vec}.reshape({shape})|jnp.broadcast_to({scalar}, {shape})|jnp.full({shape}, {scalar})|{vec}[{idx}]|{state}.a
        |jax.random.normal({key}, {shape})|jax.random.uniform({key}, shape={shape})|{vec}.at[{idx}].add({scalar})
        |jnp.take({vec}, {idx})|{layer}.w|jax.lax.associative_scan(jnp.add, {vec})
        |jax.pure_callback(lambda t: np.asarray(t) * 2, {vec}, {vec}, vmap_method="sequential")
        |jax.vmap(jax.grad(lambda t: t * t))({vec})
        |jax.jvp(jnp.sin, ({vec},), ({vec},))[1]|jax.vjp(jnp.sin, {vec})[1]({vec})[0]|jax.checkpoint(jnp.sin)({vec})
        |jax.jit(lambda t, k: t[:k].sum() + t, static_argnums=1)({vec}, 2)|jnp.einsum("i,j->i", {vec}, {vec})
        |[*{list}][-1]|list({dict}.values())[0]|jax.tree.leaves({dict})[0]|max({list}, key=len)|operator.mul({vec}, 2)
        |jax.tree.map(jnp.add, {list}, {list})[0]|[v for v in {list} if v.ndim == 1][0]
        |jnp.diag(jnp.outer({vec}, {vec}))
        |{vec}.at[{idx}].set({vec})|jnp.where({idx} > 0, {vec}, 0.0)|sum(v * i for i, v in enumerate({list}))
        |jax.lax.scan(lambda c, t: (c + t, c), {scalar} * 1.0, {vec} * 1.0)[1]|jnp.squeeze({vec}[:, None])""",
    "scalar": """{vec}.sum()|{vec}[0]|jnp.mean({vec})|{vec}[{int} % 4]|0.5|2.0|{vec} @ {vec}|{scalar} + {scalar}
        |{scalar} * {scalar}|jnp.max({vec})|{int} * 1.0|abs({scalar})|math.sqrt(2.0)|{pair}[1]|{dict}["b"]|{vec}[-1]
        |jnp.where({scalar} > 0, {scalar}, 0.0)|jnp.float32({int})|{arr}.sum()|jnp.linalg.norm({vec})
        |jnp.sum({mask}) * 1.0|sum({vec})|{vec}.mean()|jnp.sum(jnp.stack({list}))|float({vec}.shape[0])|-{scalar}
        |math.log({vec}.size + 1)|float(2)|jnp.dot({vec}, {vec})|np.sqrt({vec}.shape[0])|math.prod({vec}.shape) * 0.5
        |jnp.sum({vec}, where={mask})|{vec}.max()|jnp.max({vec}, initial=0.0, where={mask})
        |jax.random.uniform({key})|{layer}.b|{cfg}.scale|jax.value_and_grad(lambda t: t * t)({scalar})[0]
        |{vec}[{idx}].sum()
        |(lambda *a: sum(a))({scalar}, {scalar})|jax.tree.reduce(jnp.add, {list}).sum()|jnp.sum({arr}) * {scalar}""",
    "int": """1|2|3|2|{vec}.shape[0]|len({vec})|{vec}.ndim|{vec}.size|{int} + 1|{int} % 4|{int} // 2|len({list})
        |max({vec}.ndim, 1)|abs(-2)|len({vec}.shape)|int(2.5)|round(1.2)|int({vec}.shape[0] / 2)|{int}|{int} - 1
        |math.prod({vec}.shape)|int(np.prod({vec}.shape))|len(range({vec}.shape[0]))|int(math.sqrt(4))|jnp.ndim({vec})
        |min(len({list}), 2)|len({dict})|{arr}.ndim|operator.index(2)|{vec}.shape[-1]|len({pair})|jnp.size({vec})
        |{cfg}.depth|{layer}.depth|len({shape})|{shape}[0]|len({text})|jax.eval_shape(lambda t: t[1:], {vec}).shape[0]
        |sum({shape})|next(i for i in range(1, 4) if i >= {int})|sum(1 for _ in {list})|(lambda k: k)({int})|{state}.n
        |sorted([3, {int}])[0]|{"x": 1}.get("y", {int})|math.ceil(0.5 * {int})""",
    "mask": """{vec} > {scalar}|~({mask})|({mask}) & ({mask})|jnp.isnan({vec})|jnp.logical_or({mask}, {mask})
        |{vec} >= 0|{vec} == {vec}|jnp.abs({vec}) < 2|jnp.ones(4, bool)|jnp.arange(4) < {int}""",
    "arr": """{vec}[1:]|jnp.concatenate([{vec}, {vec}])|{arr} + 1|{vec}[..., None]|{vec}.reshape(2, 2)|jnp.ones(3)
        |jnp.nonzero({mask}, size=4)[0]|jax.lax.dynamic_slice({vec}, ({int},), (2,))|jnp.outer({vec}, {vec})
        |jnp.where({mask}, size=2, fill_value=0)[0]|jnp.arange({vec}.shape[0])|jnp.arange(len({vec}) - 1)|{vec}[::2]
        |jnp.zeros((len({vec}), 2))|jnp.unique({vec}, size=4)|jnp.pad({vec}, 1)|{vec}[:-1]|jnp.eye({vec}.shape[0])
        |jnp.tile({vec}, 2)|jnp.stack({list})|jnp.repeat({vec}, 2)|{vec}[:{vec}.shape[0] // 2]
        |jnp.expand_dims({vec}, 0)
        |jnp.repeat({vec}, {int}, total_repeat_length=6)|jnp.array({list})|jax.nn.one_hot({int}, 4)""",
    "list": """[{vec}, {vec}]|[{vec}]|{list} + [{vec}]|[v * 2 for v in {list}]|list(reversed({list}))|{list} * 2
        |[{vec} for i in range(2)]|list({vec}[None])|[a + b for a, b in zip({list}, {list})]|[jnp.ones(4), {vec}]
        |jax.tree.map(lambda t: t + 1, {list})|[v for i, v in enumerate({list}) if i < 2]
        |list(map(lambda t: t * 2, {list}))|sorted({list}, key=lambda t: t.ndim)|{list}[:1]""",
    "pair": "({vec}, {scalar})|({list}[0], {scalar})|tuple([{vec}, {scalar}])|({vec}, {vec}[0])|{pair}",
    "dict": """{"a": {vec}, "b": {scalar}}|dict(a={vec}, b={scalar})|{**{dict}, "a": {vec}}|{dict}
        |{k: v * 2 for k, v in {dict}.items()}|dict(zip(("a", "b"), {pair}))|jax.tree.map(jnp.sin, {dict})""",
    "shape": """(4,)|{vec}.shape|({vec}.shape[0],)|tuple(d for d in {vec}.shape)|{vec}.shape[:1]|(*{vec}.shape,)
        |jnp.shape({vec})|(2 * {vec}.ndim + 2,)|jax.eval_shape(jnp.sin, {vec}).shape
        |np.broadcast_shapes({shape}, (1,))
        |np.shape({vec})|tuple([len({vec})])|() + {shape}|({vec}.size,)""",
    "idx": """jnp.argsort({vec})|jnp.arange(4)|jnp.clip({idx} + {int}, 0, 3)|({mask}).astype(int)
        |jnp.where({mask}, 1, 0)
        |{idx}[::-1]|jnp.nonzero({mask}, size=4)[0]|({vec} > 0).astype(jnp.int32)|jnp.arange(len({vec}))
        |np.arange(4)""",
    "key": """jax.random.key(0)|jax.random.PRNGKey({int})|jax.random.split({key})[0]|jax.random.fold_in({key}, {int})
        |jax.random.key({int})|jax.random.split({key}, 3)[{int} % 3]""",
    "cfg": "Config({int})|Config(depth={int})|Config(2, {scalar})|dataclasses.replace({cfg}, depth={int})|Config()",
    "layer": """Layer({vec}, {scalar}, {int})|Layer(w={vec}, b={scalar})|dataclasses.replace({layer}, w={vec})
        |jax.tree.map(lambda t: t * 2, {layer})|{layer}.scaled({scalar})|Layer({vec}, 0.5)""",
    "state": """Pair({vec}, {int})|Pair(a={vec}, n={int})|{state}._replace(a={vec})|Pair(*{state})
        |jax.tree.map(lambda t: t * 2, {state})|Pair({vec}, 2)""",
    "text": '"relu"|"tanh"|"re" + "lu"|"relu" if {cond} else "tanh"|{cfg}.name|str("tanh")|"RELU".lower()',
    "cond": """{text} == "relu"|{text} in ("relu", "tanh")|{cfg}.wide()|{shape} == (4,)|{text}.startswith("r")
        |{vec}.ndim == 1|len({vec}) > 2|{vec}.shape == (4,)|isinstance({vec}, jax.Array)|{vec} is None
        |{vec}.shape[0] in (1, 2, 4)|"a" in {dict}|not ({cond})|({cond}) and ({cond})|({cond}) or ({cond})
        |0 < {vec}.shape[0] < 3|{vec} is not None|{vec}.dtype == jnp.float32|hasattr({vec}, "shape")|{list}|{int} > 1
        |isinstance({int}, int)|len({list}) == 2|{int} == 2|not {list}|{vec}.shape|callable({vec})|{vec}.size > 3
        |jnp.issubdtype({vec}.dtype, jnp.floating)|all(d > 0 for d in {vec}.shape)|any(v is None for v in {list})
        |isinstance({list}, list)|type({pair}) is tuple|{vec}.shape == {vec}.shape|bool({vec}.ndim)""",
}

# What fails on a tracer, and only there.
DARING: dict[str, str] = {
    "vec": """{vec} if {cond} else {vec}|np.sin({vec})|np.asarray({vec})|{list}[{int} % 2]
        |jnp.asarray(np.array({vec}))
        |jnp.roll({vec}, {int})|{vec} + np.arange(4.0)[{int} % 4]|[{vec}, {vec}, {vec}, {vec}][{int} % 4]
        |{vec}.at[{mask}].set({scalar})|{vec}.at[{mask}].set(0.0)|sum([{vec} for i in range({int})], {vec})
        |jnp.cumsum({vec}, axis={int} * 0)|np.add({vec}, {vec})|({vec}, {vec})[{cond}]|np.cumsum({vec})
        |max({vec}, {vec}, key=lambda t: t[0])|jnp.where({cond}, {vec}, 1.0)|jnp.array({vec}.tolist())
        |{vec}.__array__()|np.where({mask}, {vec}, 0.0)
        |jnp.array([float(t) for t in {vec}])|jnp.array([t if t > 0 else 0.0 for t in {vec}])|np.stack({list})[0]
        |jnp.zeros(4).at[:{int}].set({scalar})|sum([{vec}] * {int}, {vec})|np.clip({vec}, 0, 1)
        |list(map(np.sin, {list}))[0]""",
    "scalar": """float({int})|float({scalar})|{vec}[0].item()|max({scalar}, {scalar})|{scalar} if {cond} else {scalar}
        |math.sqrt(abs({scalar}))|math.floor({int})|min({scalar}, 1.0)|np.mean({vec})|np.float64({int})
        |math.exp({int})
        |(({scalar}) or 1.0)|(({cond}) and {scalar})|round({scalar})|complex({scalar}).real|np.sum({vec})
        |sorted([{scalar}, {scalar}])[0]|np.max({vec})|np.square({scalar})|max({vec})|{vec}.sum().tolist()
        |{vec}[{mask}].sum()
        |jax.lax.scan(lambda c, _: (c + 1.0, None), {scalar} * 1.0, None, length={int})[0]
        |float("{:.3f}".format({scalar}))
        |math.pow({scalar}, 2)|sum([t for t in {vec} if t > 0], 0.0)|{vec}.sum(axis={int} * 0)|np.linalg.norm({vec})
        |jnp.full({int}, {scalar}).sum()|jnp.extract({mask}, {vec}).sum()|{dict}["ab"[{int} % 2]]""",
    "int": """int({scalar})|int(jnp.sum({mask}))|jnp.argmax({vec})|max({int}, 1)|min({int}, 3)|int({int})
        |range(9)[{int}]
        |{int} if {cond} else 2|jnp.sum({mask})|len(range({int}))|(1, 2, 3, 2)[{int} % 4]|round({scalar})
        |np.int32({int})
        |operator.index({int})|int(jnp.ceil(2.5))|jnp.array({vec}.shape).prod()|int({vec}.sum())|{"k": {int}}["k"]
        |len("abc"[:{int}])|int(np.ceil({int} / 2))|divmod({int}, 2)[0]|sum([{int}, 1])|jnp.asarray({int})
        |jnp.max({vec})
        |jnp.minimum({int}, 2)|jnp.maximum(2, 1)|jnp.int32({int})|np.sum({mask})|jnp.shape({vec})[0]
        |int({vec}.size)""",
    "mask": "{vec} > {scalar}|jnp.array([{cond}, True, False, True])|np.isnan({vec})",
    "arr": """{vec}[:{int}]|{vec}[{mask}]|jnp.arange({int})|jnp.zeros({int})|jnp.where({mask})[0]|jnp.unique({vec})
        |{vec}.reshape({int}, -1)|jnp.nonzero({mask})[0]|jnp.repeat({vec}, {int})|jnp.linspace(0.0, 1.0, {int})
        |jnp.eye({int})|jnp.tile({vec}, {int})|{vec}[{int}:{int}]|jnp.broadcast_to({scalar}, ({int},))
        |jnp.ones(({int}, 2))|jnp.full({int}, {scalar})|jnp.ones(shape={int})|{vec}[{int}:]|jnp.argwhere({mask})
        |jax.lax.dynamic_slice({vec}, (0,), ({int},))|jnp.where({mask}, {int}, 0)|jnp.arange(0, {int}, 1)
        |jnp.split({vec}, {int})[0]|jax.random.normal(jax.random.key(0), ({int},))|jnp.bincount(jnp.arange(4))
        |jnp.compress({mask}, {vec})|{vec}[{vec} > 0]|{vec}[:{vec}.shape[0] - {int}]|jax.nn.one_hot(2, {int})
        |jnp.pad({vec}, {int})|jax.lax.iota(int, {int})|jnp.bincount(jnp.arange(4), length={int})|np.zeros({int})
        |jnp.expand_dims({vec}, {int} * 0)|jnp.nonzero({vec})[0]|jnp.sum(jnp.ones((2, 2)), axis={int} % 2)
        |jnp.stack([{vec}, {vec}], axis={int} % 2)|jax.lax.top_k({vec}, {int})[0]|np.arange({int})""",
    "list": """[{vec} * i for i in range({int})] + [{vec}]|[v for v in {list} if {cond}] + [{vec}]
        |[{vec}] * {int} + [{vec}]
        |sorted({list}, key=lambda t: t.sum())|[{list}[i] for i in range({int} % 2)] + [{vec}]
        |list(filter(lambda t: t[0] > 0, {list})) + [{vec}]|[v if v[0] > 0 else -v for v in {list}]""",
    "pair": "({vec}, float({int}))|({vec}, {scalar}) if {cond} else ({vec}, 1.0)",
    "dict": '{"a": {vec}, "b": {scalar}} if {cond} else {"a": {vec}, "b": 0.0}|{**{dict}, "b": {int} * 1.0}',
    "shape": """({int} * 0 + 4,)|(int({scalar}) * 0 + 4,)|tuple(np.array([4]))|(4,) if {cond} else {vec}.shape
        |tuple(jnp.array([4]))|(jnp.size({vec}) + {int} * 0,)""",
    "idx": """jnp.array([int({scalar}), 0, 1, 2])|jnp.array(sorted([{int}, 1, 2, 0]))
        |jnp.array([{int}, 1, 2, 0])|jnp.concatenate([jnp.arange({int}), jnp.zeros(4, int)])[:4]""",
    "key": "jax.random.split({key}, {int})[0]|list(jax.random.split({key}, 3))[{int} % 3]",
    "cfg": "Config(int({scalar}))|{cfg} if {cond} else Config()",
    "layer": """Layer({vec}, float({scalar}))|{layer} if {cond} else Layer({vec}, 1.0)
        |Layer({vec}, 0.5, int({scalar}))""",
    "state": "Pair({vec}, int({int}))|{state} if {cond} else Pair({vec}, 1)",
    "text": '"tanh" if {scalar} > 0 else "relu"|["relu", "tanh"][{int} % 2]|format({int}, "d") + "relu"',
    "cond": """{text} == str({int})|any([{cond}, {cond}])|all([{mask}.any(), {cond}])|operator.not_({cond})
        |math.isnan({scalar})|{scalar} > 0|{vec}.sum() > 1|jnp.all({mask})|bool({scalar})|{int} in (1, 2, 3)
        |0 < {int} < 3|{vec}[0]
        |{scalar} > 0 and {int} > 1|not {scalar}|({mask}).any()|{scalar} in [0.0, 1.0]|np.any({mask})|{int}|{int} >= 0
        |any(v[0] > 0 for v in {list})|all({mask})|jnp.allclose({vec}, {vec})|isinstance({scalar}, float)|{mask}.all()
        |{int} % 2 == 0|jnp.array_equal({vec}, {vec})|{int} != {int}|max({int}, 1) > 2|{scalar} == 0 or {int} > 2
        |jnp.array(True)|jnp.any(jnp.ones(2))|isinstance({scalar}, jax.core.Tracer) or {scalar} > 0""",
}

LEAVES = {
    "vec": "jnp.ones(4)",
    "scalar": "1.5",
    "int": "2",
    "mask": "jnp.ones(4, bool)",
    "arr": "jnp.ones(3)",
    "list": "[jnp.ones(4), jnp.zeros(4)]",
    "pair": "(jnp.ones(4), 2.0)",
    "dict": '{"a": jnp.ones(4), "b": 0.5}',
    "cond": "True",
    "shape": "(4,)",
    "idx": "jnp.arange(4)",
    "key": "jax.random.key(0)",
    "cfg": "Config()",
    "layer": "Layer(jnp.ones(4), 0.5)",
    "state": "Pair(jnp.ones(4), 2)",
    "text": '"relu"',
}


def _forms(table: dict[str, str]) -> dict[str, list[str]]:
    return {name: [form.strip() for form in text.split("|") if form.strip()] for name, text in table.items()}


PLAIN_FORMS = _forms(PLAIN)
DARING_FORMS = _forms(DARING)
ATOMS = (ast.Name, ast.Constant, ast.List, ast.Dict, ast.Call, ast.Attribute, ast.Subscript)


class Expressions:
    """Makes expressions out of the variables in scope; ``risk``: how often a daring form is taken."""

    def __init__(self, rng: random.Random, risk: float) -> None:
        self.rng = rng
        self.risk = risk
        self.calls: dict[str, list[str]] = {}  # per type: forms that call what the program defines

    def make(self, scope: dict[str, str], type: str, depth: int = 2) -> str:
        rng = self.rng
        names = [name for name, known in scope.items() if known == type]
        if names and (depth <= 0 or rng.random() < 0.45):
            return rng.choice(names)
        if depth <= 0:
            return LEAVES[type]
        if type in self.calls and rng.random() < 0.15:
            form = rng.choice(self.calls[type])
        else:
            form = rng.choice((DARING_FORMS if rng.random() < self.risk else PLAIN_FORMS)[type])
        return self.fill(scope, form, depth - 1)

    def fill(self, scope: dict[str, str], form: str, depth: int) -> str:
        """Each {type} of the form becomes an expression, in brackets where that could matter."""
        for type in PLAIN_FORMS:
            hole = "{" + type + "}"
            while hole in form:
                inner = self.make(scope, type, depth)
                atom = form == hole or isinstance(ast.parse(inner, mode="eval").body, ATOMS)
                form = form.replace(hole, inner if atom else f"({inner})", 1)
        return form
