"""What a JAX callable does with its arguments: the table, unpacked one name at a time."""

from __future__ import annotations

from jaxlint.knowledge.tables import cache_of_answers, row

_KINDS = {"p": "pos", "o": "posonly", "v": "var", "k": "kwonly", "w": "varkw"}


class Parameter:
    """One parameter.

    ``kind``: pos, posonly, kwonly, var (``*args``) or varkw (``**kwargs``).
    ``must_be_static``: a tracer raises, ``error`` is its name; ``ok_if``: unless one of these parameters is given.
    ``traced_ok``: a tracer works.  Neither of the two: nothing is known, say nothing.
    ``scalar_must_be_static``, ``array_must_be_static``: of a parameter where a tracer works, those of rank 0 raise, or
    those of another rank: ``choice(key, 5)`` wants a number, ``choice(key, array)`` does not.
    ``decides_kind``: the result's kind follows from its;  ``makes_tuple``: a flag, several arrays come out where it is
    not as by default.
    ``array``: takes an array;  ``callable``: takes a function;  ``container``: takes a tuple or list of numbers.
    ``default``: its source text, or None where the argument is required.
    """

    __slots__ = (
        "array",
        "array_must_be_static",
        "callable",
        "container",
        "decides_kind",
        "default",
        "error",
        "kind",
        "makes_tuple",
        "must_be_static",
        "name",
        "ok_if",
        "scalar_must_be_static",
        "traced_ok",
    )

    def __init__(self, packed: str) -> None:
        head, equals, default = packed.partition("=")
        self.name, flags, rescuers, *error = head.split(":")
        self.kind = _KINDS[flags[0]]
        self.must_be_static = "s" in flags
        self.traced_ok = "t" in flags
        self.scalar_must_be_static = "d" in flags
        self.array_must_be_static = "e" in flags
        self.array = "a" in flags
        self.callable = "c" in flags
        self.container = "n" in flags
        self.decides_kind = "q" in flags
        self.makes_tuple = "z" in flags
        self.ok_if = tuple(rescuers.split("+")) if rescuers else ()
        self.error = error[0] if error else None
        self.default = default if equals else None

    def __repr__(self) -> str:
        return f"Parameter({self.name!r})"


class Record:
    """One callable.

    ``receiver``: what is known of ``self``, for methods (``jax.Array.item``); it is not among ``parameters``.
    ``result_kind``: b, i, f, c or k(ey) where the result is one array of this kind, whatever the arguments are
    (``dtype=`` apart); else None.
    ``static_result``: hands back a plain Python value, also for tracers (``jnp.shape``).
    ``form``: of a static result its type (int, bool, dtype, shape ...); of several arrays ``list`` or ``tuple``; else
    how the shape of the one array follows from the arguments, with ``form_along``: where an ``axis`` is given.
    elementwise and broadcast: the operands broadcast; same: as the first operand; reduced: without ``axis``; shape: the
    parameter of this name (``shape else X``: X without it); ``rank 1``: so many dimensions; ``rank +1``: so many more
    than the first operand has; '' or any: unknown.  ``deciding``: parameters whose kind decides the result's.
    ``data_dependent``: the result's shape follows the data of the parameters in ``bound``,
    unless one of ``rescue`` is given.
    ``fails_in_jit``: without ``rescue`` it fails under jit even on concrete arguments: all arrays are abstract there.
    ``key_use``: '', 'consumes', 'makes' (from a seed), 'splits' (consumes one key, makes many) or
    'derives' (a new key, and the old one stays good: fold_in).
    """

    __slots__ = (
        "_kinds",
        "_variants",
        "bound",
        "deciding",
        "fails_in_jit",
        "form",
        "form_along",
        "key_use",
        "name",
        "parameters",
        "receiver",
        "rescue",
        "result_kind",
        "static_result",
    )

    def __init__(self, name: str, packed: str) -> None:
        head, *rest = packed.split(";")
        self._kinds, self.key_use, flags, bound, variants, form = head.split(",")
        self.form, _, along = form.partition(" axis ")
        self.form_along = along or self.form
        self.name = name
        self.result_kind = self._kinds if len(self._kinds) == 1 else None
        self.static_result = "t" in flags
        self.bound = tuple(bound.split("+")) if bound else ()
        self._variants = variants.split("+") if variants else []
        self.fails_in_jit = "f" in flags
        parameters = [Parameter(text) for text in rest]
        is_method = name.startswith("jax.Array.") and bool(parameters) and parameters[0].name == "self"
        self.receiver = parameters[0] if is_method else None
        self.parameters = tuple(parameters[1:] if is_method else parameters)
        self.deciding = tuple(one.name for one in parameters if one.decides_kind)
        rescuers = [other for one in parameters if one.name in self.bound for other in one.ok_if]
        self.rescue = tuple(dict.fromkeys(rescuers))

    def kind_for(self, argument: str | None) -> str | None:
        """The result's kind where its deciding arguments promote to this one: b, i, f or c; None: not known which."""
        if len(self._kinds) != 4:
            return self.result_kind
        if argument is None:
            real = set(self._kinds[:3]) - {"-"}  # what all but complex numbers give
            return real.pop() if len(real) == 1 else None
        kind = self._kinds["bifc".index(argument)] if argument in "bifc" else "-"
        return None if kind == "-" else kind

    @property
    def data_dependent(self) -> bool:
        return bool(self.bound)

    @property
    def variants(self) -> dict[str, Record]:
        """The same callable called in another way: ``where`` has "1arg", ``repeat`` has "array_repeats"."""
        found = {variant: lookup(f"{self.name}#{variant}") for variant in self._variants}
        return {variant: record for variant, record in found.items() if record is not None}

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of this name; a keyword finds no positional-only one."""
        for one in self.parameters:
            if one.name == name:
                return one
        return None

    def bind(self, n_args: int, keywords: list[str | None]) -> list[Parameter | None]:
        """The parameter that each argument meets: positional ones first, then keywords; None where none fits.

        A keyword None stands for ``**mapping``.  A keyword that names a positional-only parameter means it: JAX took it
        before the parameter became one, and refuses it since, which is told as a removed name.
        """
        return self._positional(n_args) + [self._keyword(name) for name in keywords]

    def _positional(self, count: int) -> list[Parameter | None]:
        slots: list[Parameter | None] = [one for one in self.parameters if one.kind in ("pos", "posonly")]
        star = next((one for one in self.parameters if one.kind == "var"), None)
        return slots[:count] + [star] * (count - len(slots))

    def _keyword(self, name: str | None) -> Parameter | None:
        if name is None:
            return None
        found = self.parameter(name)
        if found is not None and found.kind in ("pos", "kwonly"):
            return found
        rest = next((one for one in self.parameters if one.kind == "varkw"), None)
        return rest or next((one for one in self.parameters if one.kind == "posonly" and one.name == name), None)


_CACHE = cache_of_answers()


def lookup(name: str) -> Record | None:
    """The record of ``jax.numpy.arange``, ``jax.Array.item`` or ``jax.numpy.where#1arg``; None where there is none."""
    if name not in _CACHE:
        _CACHE[name] = _unpack(name)
    return _CACHE[name]  # type: ignore[return-value]


def _unpack(name: str) -> Record | None:
    packed = row(name) if name.startswith("jax.") else None  # rows of other libraries are of another kind
    if packed is None or packed[0] in "!@":
        return None
    return lookup(packed[1:]) if packed[0] == "=" else Record(name, packed)


def is_elementwise(name: str) -> bool:
    """Each element of the result follows from the elements at its place: ``jax.numpy.sin``, not ``jax.nn.softmax``."""
    record = lookup(name)
    return record is not None and record.form == "elementwise"


def attribute(name: str) -> str | None:
    """What an attribute of a traced array is: ``traced`` (T), ``static int`` (ndim), ``raises`` (device) or None."""
    packed = row(f"jax.Array.{name}")
    return packed[1:] if packed is not None and packed[0] == "@" else None


def is_dtype(name: str) -> bool:
    """``jax.numpy.float32`` and its like: called, they make an array of that dtype."""
    return row(name) == "!dtype"


def numpy_verdict(name: str) -> str:
    """What a NumPy function does with a tracer: raises, tracer (gives one), ``static TYPE``, false (is never true),
    or '' where nothing is known."""
    return (row(name) or "").partition(",")[0]


def has_twin(name: str) -> bool:
    """jax.numpy has a function of this name that does the same."""
    return (row(name) or "").endswith(",twin")


class HostFunction:
    """A function of Python's on tracers.  ``jit``, ``grad``: raises, tracer or static; ``result``: its type's name;
    ``of_sequence``: takes a list of numbers."""

    __slots__ = ("grad", "jit", "of_sequence", "result")

    def __init__(self, packed: str) -> None:
        self.jit, self.grad, self.result, takes = packed.split(",")
        self.of_sequence = takes == "sequence"


def host_function(name: str) -> HostFunction | None:
    """``math.floor``, ``builtins.max``, ``statistics.mean`` ..."""
    packed = row(name)
    return None if packed is None else HostFunction(packed)
