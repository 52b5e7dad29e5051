"""What a JAX callable does with its arguments: the table, unpacked one name at a time."""

from __future__ import annotations

from jaxlint.knowledge.corrections import CORRECTIONS
from jaxlint.knowledge.jax_functions import ATTRIBUTES, FUNCTIONS

_KINDS = {"p": "pos", "o": "posonly", "v": "var", "k": "kwonly", "w": "varkw"}


class Parameter:
    """One parameter.

    ``kind``: pos, posonly, kwonly, var (``*args``) or varkw (``**kwargs``).
    ``must_be_static``: a tracer raises; ``ok_if``: unless one of these other parameters is given.
    ``traced_ok``: a tracer works.  Neither of the two: nothing is known, say nothing.
    ``array``: takes an array;  ``callable``: takes a function;  ``container``: takes a tuple or list of numbers.
    ``concrete_array_ok``: of a parameter that must be static: a concrete array will do, too.
    ``default``: its source text, or None where the argument is required.
    """

    __slots__ = (
        "array",
        "callable",
        "concrete_array_ok",
        "container",
        "default",
        "kind",
        "must_be_static",
        "name",
        "ok_if",
        "traced_ok",
    )

    def __init__(self, packed: str) -> None:
        head, equals, default = packed.partition("=")
        self.name, flags, rescuers = head.split(":")
        self.kind = _KINDS[flags[0]]
        self.must_be_static = "s" in flags
        self.traced_ok = "t" in flags
        self.array = "a" in flags
        self.callable = "c" in flags
        self.container = "n" in flags
        self.concrete_array_ok = "y" not in flags
        self.ok_if = tuple(rescuers.split("+")) if rescuers else ()
        self.default = default if equals else None

    def correct(self, verdict: str) -> None:
        """Replace what the probe said by a line of corrections.py."""
        word, _, rescuer = verdict.partition(" ")
        self.must_be_static = word != "traced"
        self.traced_ok = word == "traced"
        self.ok_if = (rescuer,) if word == "unless" else ()

    def __repr__(self) -> str:
        return f"Parameter({self.name!r})"


class Record:
    """One callable.

    ``receiver``: what is known of ``self``, for methods (``jax.Array.item``); it is not among ``parameters``.
    ``result_kind``: b, i, f, c or k(ey) where the result is one array of this kind, whatever the arguments are
    (``dtype=`` apart); else None.
    ``static_result``: hands back a plain Python value, also for tracers (``jnp.shape``).
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
        "fails_in_jit",
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
        self._kinds, self.key_use, flags, bound, variants = head.split(",")
        self.name = name
        self.result_kind = self._kinds if len(self._kinds) == 1 else None
        self.static_result = "t" in flags
        self.bound = tuple(bound.split("+")) if bound else ()
        self._variants = variants.split("+") if variants else []
        self.fails_in_jit = "f" in flags
        parameters = [Parameter(text) for text in rest]
        for one in parameters:
            verdict = CORRECTIONS.get(f"{name}.{one.name}")
            if verdict is not None:
                one.correct(verdict)
        is_method = name.startswith("jax.Array.") and bool(parameters) and parameters[0].name == "self"
        self.receiver = parameters[0] if is_method else None
        self.parameters = tuple(parameters[1:] if is_method else parameters)
        rescuers = [other for one in parameters if one.name in self.bound for other in one.ok_if]
        self.rescue = tuple(dict.fromkeys(rescuers))

    def kind_for(self, argument: str | None) -> str | None:
        """The result's kind where all its array arguments are of one kind: b, i, f or c."""
        if len(self._kinds) != 4 or argument is None or argument not in "bifc":
            return self.result_kind
        kind = self._kinds["bifc".index(argument)]
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

        A keyword None stands for ``**mapping``.
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
        return next((one for one in self.parameters if one.kind == "varkw"), None)


_CACHE: dict[str, Record | None] = {}


def lookup(name: str) -> Record | None:
    """The record of ``jax.numpy.arange``, ``jax.Array.item`` or ``jax.numpy.where#1arg``; None where there is none."""
    if name not in _CACHE:
        _CACHE[name] = _unpack(name)
    return _CACHE[name]


def _unpack(name: str) -> Record | None:
    packed = FUNCTIONS.get(name)
    if packed is None:
        return None
    return lookup(packed[1:]) if packed.startswith("=") else Record(name, packed)


def attribute(name: str) -> str | None:
    """What an attribute of a traced array is: traced (``T``), static (``shape``) or raises (``device``)."""
    return ATTRIBUTES.get(name)
