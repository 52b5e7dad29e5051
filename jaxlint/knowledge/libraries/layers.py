"""Neural-network layers: objects of a library that map arrays to one array when they are called."""

LAYERS = {
    "flax.linen.": frozenset(
        """Dense DenseGeneral Conv ConvTranspose ConvLocal Embed BatchNorm LayerNorm GroupNorm RMSNorm InstanceNorm
        Dropout MultiHeadDotProductAttention SelfAttention MultiHeadAttention Einsum PReLU SpectralNorm
        WeightNorm Sequential""".split()
    ),
    "flax.nnx.": frozenset(
        """Linear LinearGeneral Conv ConvTranspose Embed BatchNorm LayerNorm GroupNorm RMSNorm Dropout Einsum
        MultiHeadAttention Sequential""".split()
    ),
    "equinox.nn.": frozenset(
        """Linear Identity Conv Conv1d Conv2d Conv3d ConvTranspose Embedding LayerNorm GroupNorm RMSNorm Dropout MLP
        Lambda Sequential MultiheadAttention AvgPool1d AvgPool2d MaxPool1d MaxPool2d PReLU""".split()
    ),
    "haiku.": frozenset(
        """Linear Bias Conv1D Conv2D Conv3D Embed LayerNorm BatchNorm GroupNorm RMSNorm Sequential Flatten
        AvgPool MaxPool MultiHeadAttention""".split()
    ),
}
# Functions of jax.nn that a library hands on under its own name.
ACTIVATION_HOMES = ("flax.linen.", "flax.nnx.")
# Arguments of layers that they ask with Python's `if`.
PYTHON_FLAGS = frozenset(
    "deterministic use_running_average train training is_training inference test_local_stats".split()
)
