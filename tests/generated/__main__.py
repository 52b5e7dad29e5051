"""python -m tests.generated --seeds 0:2000 --jobs 2"""

from __future__ import annotations

import os

os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true")

from tests.generated.long_run import main

main()
