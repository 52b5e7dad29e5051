"""NumPy's and SciPy's functions, and the functions of JAX that do the same to arrays."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.destinations import KNOWN, check_destination, destination
from jaxlint.codemods.recipes.analysis.proof import aval, is_array
from jaxlint.codemods.recipes.purity.homes import home
from jaxlint.codemods.recipes.values.handed_on import handed_on, instead_title, is_handed_on
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.spellings import spelled
from jaxlint.codemods.recipes.wording.wording import arguments
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE, safe_if
from jaxlint.knowledge.api import has_twin, lookup
from jaxlint.text.quoted import quoted
from jaxlint.tracing.values.value import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.knowledge.api import Parameter
    from jaxlint.tracing.values.aval import Aval

_COPIES = ("array", "asarray", "ascontiguousarray", "asanyarray", "asfortranarray")
_OTHER_NAMES = {
    "ascontiguousarray": "asarray", "asanyarray": "asarray", "asfortranarray": "asarray", "fix": "trunc",
    "trapz": "trapezoid", "in1d": "isin", "row_stack": "vstack", "product": "prod",
}  # fmt: skip
# NumPy gives these in its own default width for integers, JAX in 32 bits.
_INTEGERS = frozenset("argmax argmin argsort searchsorted count_nonzero bincount digitize".split())
# They hand on the numbers that they are given: integers and bools keep their dtype, too.
_KEEPING = frozenset(
    """array asarray ascontiguousarray asanyarray where concatenate stack vstack hstack dstack column_stack maximum
    minimum flip flipud fliplr roll rot90 tile broadcast_to expand_dims atleast_1d atleast_2d triu tril diag
    logical_and logical_or logical_not logical_xor zeros_like ones_like moveaxis equal not_equal less greater
    less_equal greater_equal array_split split pad take_along_axis""".split()
)
# Measured (tests/codemods/recipes/test_twins.py): what NumPy gives is wider than any floats, or than bfloat16; it makes
# an array of float64 of a number; it takes empty arrays.
_WIDENED = frozenset(
    """corrcoef cov float_power histogram histogram2d histogramdd histogram_bin_edges interp poly polyder polyfit
    polyint sort_complex vander""".split()
)
_WIDENED_BFLOAT16 = frozenset(
    """degrees gradient i0 matmul matvec nanmedian nanpercentile nanquantile percentile polydiv quantile radians select
    sinc trapezoid trapz union1d unwrap vecdot vecmat""".split()
)
_WIDENED_NUMBERS = frozenset(
    "append atleast_1d atleast_2d atleast_3d dot inner insert intersect1d kron outer polyval setxor1d union1d".split()
)
_TAKING_EMPTY = frozenset(
    """argpartition median nanmedian nanpercentile nanquantile partition percentile polyadd polysub quantile trapezoid
    trapz""".split()
)
_JOINING = ("concatenate", "concat", "stack", "hstack", "vstack", "dstack", "column_stack")  # arrays in a list
# None: whatever it is; JAX's sorts are stable.
_MEANINGLESS = {"out": "None", "order": None, "subok": None, "casting": None, "kind": None}


@recipe
def numpy_twin(site: Site, call: ast.Call, function: str) -> Rewrite | None:
    """``np.sin(x)`` -> ``jnp.sin(x)``; ``np.sin(x, out=y)`` -> ``y = jnp.sin(x)``; ``function``: its whole name."""
    library, _, name = function.partition(".")
    wanted = _OTHER_NAMES.get(name, name)
    if is_handed_on(site, call, function):
        return handed_on(site, call, function, wanted) if has_twin(f"numpy.{wanted}") else None
    if library == "scipy":
        return _scipy_twin(site, call, function)
    if not has_twin(f"numpy.{wanted}"):
        if "." in name and has_twin(f"numpy.{name.partition('.')[0]}"):
            raise NoFix(f"`np.{name}` is a method of a ufunc, not a function")
        raise NoFix(f"`jax.numpy` has no equivalent of `np.{name}`")
    lacking = _lacking(f"jax.numpy.{wanted}", call)
    if lacking is None:
        raise NoFix(f"`jnp.{wanted}` does not accept all arguments of {quoted(site.text(call))}")
    written = _written(site, call)
    counting = next((one for one in call.keywords if one.value is not written and _counts(site, one)), None)
    if counting is not None:
        raise NoFix(f"`jnp.{wanted}` has no equivalent of {quoted(site.text(counting))}")
    text: str = quote(site, "jnp.{}", wanted)
    replace = Replace(call.func, text)
    if lacking:
        text = f"{text}({', '.join(arguments(site, call, skip=tuple(map(str, lacking))))})"
        casts = [site.text(keyword.value) for keyword in call.keywords if keyword.arg == "dtype" in lacking]
        text = f"{text}.astype({casts[0]})" if casts else text
        statement = site.module.parents[call]
        replace = Replace(call, text)
        if written is not None and isinstance(statement, ast.Expr):
            replace = Replace([statement], f"{site.text(written)} = {text}")
    check_destination(site, call)
    level = safe_if(_same_dtype(site, call, name) and destination(site, call)[0] == KNOWN)
    lists = [] if lacking or wanted in _COPIES else _lists(site, call, f"jax.numpy.{wanted}")
    made = [Replace(one, quote(site, "jnp.array({})", one)) for one in lists]
    return Rewrite(level, instead_title(f"jnp.{wanted}"), [replace, *made])


def _written(site: Site, call: ast.Call) -> ast.expr | None:
    """``x`` of ``np.add(x, 1, out=x)``, a statement of its own, where it can be bound anew."""
    out = next((keyword.value for keyword in call.keywords if keyword.arg == "out"), None)
    if not isinstance(out, (ast.Name, ast.Attribute)) or not isinstance(site.module.parents[call], ast.Expr):
        return None
    return out if home(site, out, traced=True) is not None else None


def _lists(site: Site, call: ast.Call, name: str) -> list[ast.expr]:
    """Lists of numbers where JAX wants an array, and NumPy makes one."""
    record = lookup(name)
    if record is None or any(isinstance(argument, ast.Starred) for argument in call.args):
        return []
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    bound = record.bind(len(call.args), [keyword.arg for keyword in call.keywords])
    found: list[ast.expr] = []
    for node, parameter in zip(given, bound, strict=True):
        if parameter is not None and parameter.container and name.rpartition(".")[2] in _JOINING:
            rows = node.elts if isinstance(node, (ast.List, ast.Tuple)) else [getattr(node, "elt", node)]
            found += [one for one in rows if one is not node and isinstance(one, (ast.List, ast.ListComp, ast.Tuple))]
        elif parameter is not None and _is_refused(site, node, parameter):
            found.append(node)
    return found


def _is_refused(site: Site, node: ast.expr, parameter: Parameter) -> bool:
    if parameter.container or parameter.must_be_static or not (parameter.array or parameter.traced_ok):
        return False
    known = site.value(node)
    if isinstance(known, Sequence) and not isinstance(node, (ast.List, ast.Tuple)):
        return known.type == "list" or (parameter.array and known.type == "tuple")
    return isinstance(node, (ast.List, ast.ListComp)) or (parameter.array and isinstance(node, ast.Tuple))


def _lacking(name: str, call: ast.Call) -> list[str] | None:
    """Keywords that JAX's function doesn't have and that can be said otherwise; None where it can't be called so."""
    record = lookup(name)
    if record is None:
        return [] if not call.keywords else None  # a dtype
    bound = record.bind(len(call.args), [keyword.arg for keyword in call.keywords])
    if None in bound[: len(call.args)]:
        return None
    named = zip(call.keywords, bound[len(call.args) :], strict=True)
    lacking = [keyword.arg or "" for keyword, found in named if found is None or keyword.arg in _MEANINGLESS]
    return lacking if {*_MEANINGLESS, "dtype"} >= set(lacking) else None


def _counts(site: Site, keyword: ast.keyword) -> bool:
    """Is it an argument that JAX has no counterpart of?"""
    if keyword.arg == "where":
        return True
    harmless = _MEANINGLESS.get(keyword.arg or "", site.text(keyword.value))
    return harmless is not None and harmless != site.text(keyword.value)


def _scipy_twin(site: Site, call: ast.Call, function: str) -> Rewrite | None:
    """``scipy.special.expit(x)`` -> ``jax.scipy.special.expit(x)``, where all arguments have a counterpart."""
    record = lookup(f"jax.{function}")
    if record is None or any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    if None in record.bind(len(call.args), [keyword.arg for keyword in call.keywords]):
        return None
    return Rewrite(UNSAFE, instead_title(f"jax.{function}"), [Replace(call.func, spelled(site, f"jax.{function}"))])


def _same_dtype(site: Site, call: ast.Call, name: str) -> bool:
    """NumPy keeps the 32 bits of an array beside Python numbers, and widens integers in its own way."""
    if call.keywords or "." in name or name in _INTEGERS or name in _WIDENED:
        return False
    given = [part for argument in call.args for part in _parts(argument)]
    if name == "where":
        given = given[1:]  # the condition has no say in it
    arrays = [aval(site, argument) for argument in given if is_array(site, argument)]
    numbers = [aval(site, argument) for argument in given if not is_array(site, argument)]
    if (not arrays and name not in _COPIES) or (name in _TAKING_EMPTY and any(map(_may_be_empty, arrays))):
        return False
    return _one_dtype(arrays, numbers, name) if arrays or numbers else False


def _may_be_empty(array: Aval) -> bool:
    return not isinstance(array.shape, tuple) or not all(isinstance(size, int) and size for size in array.shape)


def _one_dtype(arrays: list[Aval], numbers: list[Aval], name: str) -> bool:
    kinds, dtypes = {one.kind for one in arrays}, {one.dtype for one in arrays}
    if name in _COPIES and len(arrays) == 1 and not numbers:
        return True
    if len(kinds) != 1 or len(dtypes) != 1 or any(one.kind is None or not one.weak for one in numbers):
        return False
    if dtypes & {None, "bfloat16"} and (numbers or name in _WIDENED_BFLOAT16):
        return False  # beside a Python float NumPy makes float32 of bfloat16
    if numbers and (name in _WIDENED_NUMBERS or not _gives_way(numbers, kinds)):
        return False
    return kinds == {"f"} or (kinds <= {"i", "b"} and name in _KEEPING and (kinds == {"b"} or dtypes != {None}))


def _gives_way(numbers: list[Aval], kinds: set[str | None]) -> bool:
    return all(one.kind in ("i", "f") if kinds == {"f"} else {one.kind} == kinds for one in numbers)


def _parts(argument: ast.expr) -> list[ast.expr]:
    """The arrays of ``np.concatenate([a, b])``."""
    return argument.elts if isinstance(argument, (ast.List, ast.Tuple)) else [argument]
