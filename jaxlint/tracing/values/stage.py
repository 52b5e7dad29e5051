"""The contexts a piece of code can run in; taxonomy measured on JAX 0.10.2."""

EAGER = "eager"  # no transform: every array is concrete
GRAD = "grad"  # grad, jvp, vjp ... alone: tracers know their numbers
VMAP = "vmap"  # vmap alone: mapped values are abstract, constants stay concrete
ABSTRACT = "abstract"  # jit, scan bodies ...: every JAX operation is traced, even on constants


def enter(outer: str, inner: str) -> str:
    """The context of a body that a transform runs: staging, once begun, does not end inside."""
    if outer == ABSTRACT or inner == ABSTRACT:
        return ABSTRACT
    if VMAP in (outer, inner):
        return VMAP
    return inner if inner != EAGER else outer
