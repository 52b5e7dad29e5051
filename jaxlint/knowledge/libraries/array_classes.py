"""What Python answers where it is asked for the class of an array: of a tracer, of JAX's own, or of NumPy's.

Measured on JAX 0.10.2 (tests/knowledge/test_array_classes.py asks it again).  Nothing is said where versions of JAX or
Python differ: ``isinstance(x, Union[...])`` asks a tracer's class, and ``isinstance(x, A | B)`` the tracer itself.
"""

from __future__ import annotations

import sys

TRACER, JAX, NUMPY = "tracer", "jax", "numpy"

# Every tracer's own class is one of these, by module and name.
TRACER_CLASSES = frozenset(
    [
        ("jax._src.interpreters.partial_eval", "DynamicJaxprTracer"),
        ("jax._src.interpreters.partial_eval", "JaxprTracer"),
        ("jax._src.interpreters.batching", "BatchTracer"),
        ("jax._src.interpreters.ad", "JVPTracer"),
        ("jax._src.interpreters.ad", "LinearizeTracer"),
        ("jax._src.shard_map", "ShardMapTracer"),
        ("jax.experimental.shard_map", "ShardMapTracer"),
        ("jax.experimental.jet", "JetTracer"),
    ]
)
JAX_CLASSES = frozenset([("jaxlib._jax", "ArrayImpl"), ("jaxlib.xla_extension", "ArrayImpl")])
NUMPY_CLASSES = frozenset([("numpy", "ndarray")])

_EVERY_TRACER = frozenset(["jax.core.Tracer", "jax._src.core.Tracer", "jax.extend.core.Tracer"])
_EVERY_ARRAY = frozenset(
    """jax.Array jax.numpy.ndarray jax._src.basearray.Array jax.lib.xla_extension.Array jaxtyping.Array
    chex.ArrayDevice""".split()
)
_OWN_ARRAY = frozenset(["ArrayImpl", "DeviceArray", "ShardedDeviceArray"])
# Classes of JAX's whose objects are no arrays.
_NO_ARRAYS = frozenset(
    """ShapedArray AbstractValue ShapeDtypeStruct Literal Var Jaxpr ClosedJaxpr Zero SymbolicZero UndefinedPrimal
    Sharding NamedSharding PartitionSpec Mesh Device Partial BCOO BCSR PyTreeDef""".split()
)
# Abstract base classes: what an object must be able to do.
_ABILITIES = frozenset("Iterable Sized Container Collection".split())
_CONVERSIONS = frozenset("SupportsFloat SupportsInt SupportsIndex".split())
_OPEN = frozenset("Reversible Buffer Protocol Any Generic Union Optional TypeVar Annotated Literal".split())

# What arrays have and tracers have not, with what is raised: by the attribute itself, and where it is called.
_ATTRIBUTES = {
    "AttributeError": "sharding device format platform is_ready block_until_ready copy_to_host_async",
    "ConcretizationTypeError": """committed addressable_shards global_shards is_fully_addressable
        is_fully_replicated traceback devices is_deleted addressable_data on_device_size_in_bytes
        unsafe_buffer_pointer delete""",
    "NotImplementedError": "flat",
}
NOT_OF_TRACERS = {name: error for error, names in _ATTRIBUTES.items() for name in names.split()}
RAISING_METHODS = frozenset(
    "devices is_deleted addressable_data on_device_size_in_bytes unsafe_buffer_pointer delete".split()
)

# What an array still answers when its buffer is deleted.
OF_DELETED = frozenset(
    """shape dtype ndim size aval weak_type itemsize nbytes sharding committed format traceback is_deleted delete
    is_fully_addressable is_fully_replicated on_device_size_in_bytes""".split()
)


def is_tracer_class(name: str) -> bool:
    """``jax.core.Tracer``, and those below it."""
    return name.startswith("jax.") and name.endswith("Tracer")


def is_of_class(array: str, name: str, scalar: bool | None = None) -> bool | None:
    """isinstance of an array and the class of this dotted name; None where it can't be known.

    ``scalar``: is it of rank 0?  NumPy's scalars are of other classes than its arrays, np.float64 is a float.
    """
    if is_tracer_class(name):
        return False if array != TRACER else True if name in _EVERY_TRACER else None
    if name in _EVERY_ARRAY or name == "builtins.object":
        return array != NUMPY or name == "builtins.object"
    top, _, rest = name.partition(".")
    word = name.rpartition(".")[2]
    if top in ("jax", "jaxlib"):
        if word in _OWN_ARRAY:
            return array == JAX
        return False if word in _NO_ARRAYS else None
    if name in ("numpy.ndarray", "chex.ArrayNumpy"):
        return array == NUMPY if not (array == NUMPY and scalar is not False) else None
    return _of_python(array, top, rest, scalar)


def _of_python(array: str, top: str, rest: str, scalar: bool | None) -> bool | None:
    word = rest.rpartition(".")[2]
    if top == "collections" and not rest.startswith("abc."):
        return False
    if top in ("typing", "typing_extensions", "collections"):
        return _of_abstract(word, scalar) if array != NUMPY or scalar is False else None
    if top in ("numpy", "numbers", "builtins"):
        return False if array != NUMPY or scalar is False else None
    return False if top in sys.stdlib_module_names or top in ("torch", "tensorflow", "pandas", "scipy") else None


def _of_abstract(word: str, scalar: bool | None) -> bool | None:
    if word in _OPEN or word in _CONVERSIONS:
        return True if word in _CONVERSIONS and scalar is not None else None
    return word in _ABILITIES


# Attributes by the arrays that have them; of a name that none of the three lists holds, nobody has heard.
_SHARED = frozenset(
    """shape dtype ndim size T item tolist copy astype reshape ravel flatten sum mean min max nbytes itemsize real imag
    transpose squeeze any all dot conj std var prod argmax argmin sort round clip __array__ __len__ __iter__ __float__
    __int__ __index__ __bool__ __getitem__ __hash__ __add__ __mul__ __array_priority__ __class__ __doc__""".split()
)
_OF_JAX_ALONE = frozenset("aval at weak_type devices".split())
_OF_TRACERS_ALONE = frozenset(["_trace"])
_OF_NUMPY_ALONE = frozenset(
    "__array_interface__ __array_ufunc__ __array_function__ __array_struct__ fill put flags ctypes strides".split()
)
# Those of other things that people ask for: of dicts, strings, models, and the arrays of other libraries.
_OF_OTHERS = frozenset(
    """keys items values append extend read write requires_grad detach cpu cuda numpy grad unit units magnitude value
    params apply init _fields _asdict __dataclass_fields__ __call__ __cuda_array_interface__ __name__ __wrapped__ func
    columns iloc tree_flatten __next__ __enter__""".split()
)


def has_attribute(array: str, name: str) -> bool | None:
    """hasattr of an array and a name; None where it differs, or where nobody has heard of the name."""
    if name in _SHARED:
        return True
    if name in _OF_JAX_ALONE:
        return array != NUMPY
    if name in _OF_TRACERS_ALONE:
        return array == TRACER
    if name in _OF_NUMPY_ALONE:
        return array == NUMPY
    if NOT_OF_TRACERS.get(name) == "AttributeError":  # hasattr lets all other errors through
        return None if array == NUMPY and name == "device" else array == JAX
    return False if name in _OF_OTHERS else None
