"""JAX's sparse arrays."""

from jaxlint.knowledge.models import anything, bounded


def bcoo_fromdense(mat, *, nse=None, **settings):
    if nse is None:
        bounded(mat, "nse")
    return anything(mat)


bcsr_fromdense = bcoo_fromdense


class BCOO:
    @classmethod
    def fromdense(cls, mat, *, nse=None, **settings):
        return bcoo_fromdense(mat, nse=nse)


BCSR = BCOO
