"""jax.experimental.pallas: kernels get references for arrays, and run under a trace.  Measured on JAX 0.10.2."""

from jaxlint.knowledge.models import anything, in_trace, on_indices, on_references, whole_number


def pallas_call(kernel, out_shape=None, *, grid_spec=None, grid=(), in_specs=None, out_specs=None, **settings):
    def call(*args):
        on_references(kernel, *args)
        return anything(*args)

    return call


def kernel(body=None, out_shape=None, **settings):
    if body is None:
        return lambda function: kernel(function, out_shape, **settings)
    return pallas_call(body, out_shape)


def core_map(mesh, **settings):
    return lambda body: on_references(body)


def emit_pipeline(body, **settings):
    return lambda *refs, **kwargs: on_references(body)


def emit_pipeline_with_allocations(body, **settings):
    return emit_pipeline(body), None


def run_scoped(f, *types, **kw_types):
    return on_references(f)


def with_scoped(*types, **kw_types):
    return lambda f: lambda *args: on_references(f, *args)


def run_state(f):
    def call(state):
        on_references(f, state)
        return anything(state)

    return call


run_state2 = run_state


def when(condition):
    def run(function):
        if condition:
            in_trace(function)

    return run


def loop(lower, upper, *, init_carry=None, step=1, unroll=None):
    def run(body):
        if init_carry is None:
            return in_trace(body, whole_number())
        return in_trace(body, whole_number(), init_carry)

    return run


class BlockSpec:
    def __init__(self, block_shape=None, index_map=None, **settings):
        self.block_shape = block_shape
        self.index_map = index_map
        if index_map is not None:
            on_indices(index_map)


def program_id(axis):
    return whole_number()


def cdiv(a, b):
    return (a + b - 1) // b
