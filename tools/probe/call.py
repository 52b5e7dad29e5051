"""A call that can be repeated with other arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable

Arguments = dict[str, object]


def signature_of(function: object) -> inspect.Signature | None:
    for candidate in (function, *(getattr(function, name, None) for name in ("__wrapped__", "_func", "__call__"))):
        if candidate is None:
            continue
        try:
            return inspect.signature(candidate)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            continue
    return None


class Call:
    """``function`` on ``arguments``, which are held by parameter."""

    def __init__(self, function: Callable[..., object], signature: inspect.Signature, arguments: Arguments) -> None:
        self.function, self.signature, self.arguments = function, signature, arguments

    @classmethod
    def of(
        cls,
        function: Callable[..., object],
        signature: inspect.Signature,
        args: tuple[object, ...],
        keywords: dict[str, object],
    ) -> Call | None:
        try:
            return cls(function, signature, dict(signature.bind(*args, **keywords).arguments))
        except TypeError:
            return None

    def having(self, /, **changes: object) -> Call:
        return Call(self.function, self.signature, {**self.arguments, **changes})

    def without(self, name: str) -> Call:
        return Call(self.function, self.signature, {key: kept for key, kept in self.arguments.items() if key != name})

    def __call__(self) -> object:
        args: list[object] = []
        keywords: dict[str, object] = {}
        by_position = True
        for name, parameter in self.signature.parameters.items():
            if name not in self.arguments:
                by_position = by_position and parameter.kind == parameter.VAR_POSITIONAL
                continue
            value = self.arguments[name]
            if parameter.kind == parameter.VAR_POSITIONAL:
                args.extend(value)  # type: ignore[arg-type]
            elif parameter.kind == parameter.VAR_KEYWORD:
                keywords.update(value)  # type: ignore[call-overload]
            elif parameter.kind == parameter.POSITIONAL_ONLY or (
                by_position and parameter.kind == parameter.POSITIONAL_OR_KEYWORD
            ):
                args.append(value)
            else:
                keywords[name] = value
        return self.function(*args, **keywords)
