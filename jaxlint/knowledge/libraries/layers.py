"""Neural-network layers: objects of a library that map arrays to one array when they are called."""

LAYERS = {
    "flax.linen.": frozenset(
        """Dense DenseGeneral Conv ConvTranspose ConvLocal Embed BatchNorm LayerNorm GroupNorm RMSNorm InstanceNorm
        Dropout MultiHeadDotProductAttention SelfAttention MultiHeadAttention Einsum PReLU SpectralNorm
        WeightNorm Sequential""".split()
    ),
    "flax.nnx.": frozenset("Linear LinearGeneral Conv ConvTranspose Embed LayerNorm GroupNorm RMSNorm Einsum".split()),
    "equinox.nn.": frozenset(
        """Linear Identity Conv Conv1d Conv2d Conv3d ConvTranspose Embedding LayerNorm GroupNorm RMSNorm Dropout MLP
        Lambda Sequential MultiheadAttention AvgPool1d AvgPool2d MaxPool1d MaxPool2d PReLU""".split()
    ),
    "haiku.": frozenset(
        """Linear Bias Conv1D Conv2D Conv3D Embed LayerNorm BatchNorm GroupNorm RMSNorm Sequential Flatten
        AvgPool MaxPool MultiHeadAttention""".split()
    ),
}
# Layers that have a function among their leaves, which no transform of JAX's takes; those of filtered ones do.
WITH_FUNCTIONS = frozenset(
    "equinox.nn." + name for name in "MLP Lambda AvgPool1d AvgPool2d MaxPool1d MaxPool2d".split()
)
# Functions of jax.nn that a library hands on under its own name.
ACTIVATION_HOMES = ("flax.linen.", "flax.nnx.")
# Layers that ask for the truth of a flag: its name, the parameters of the constructor and those of the call.  Of one
# with a rate, not where that is zero.
RATES = ("rate", "p")
FLAGS = {
    "flax.linen.Dropout": ("deterministic", "rate broadcast_dims deterministic", "inputs deterministic"),
    "flax.linen.BatchNorm": ("use_running_average", "use_running_average", "x use_running_average"),
    "equinox.nn.Dropout": ("inference", "p inference", "x"),
}
# Arguments of layers that they ask with Python's `if`.
PYTHON_FLAGS = frozenset(
    "deterministic use_running_average train training is_training inference test_local_stats".split()
)
# Parameters of constructors, in order, that decide on shapes or are asked with `if`: none of them takes a tracer.
SIZES = {
    **dict.fromkeys(("flax.linen.Dense", "flax.linen.DenseGeneral"), "features"),
    **dict.fromkeys([f"flax.linen.{one}" for one in ("Conv", "ConvTranspose", "ConvLocal")], "features kernel_size"),
    "flax.linen.Embed": "num_embeddings features",
    **{f"flax.linen.{one}Attention": "num_heads" for one in ("MultiHeadDotProduct", "MultiHead", "Self")},
    "flax.linen.Dropout": "rate",
    **dict.fromkeys(("flax.nnx.Linear", "flax.nnx.LinearGeneral"), "in_features out_features"),
    **dict.fromkeys(("flax.nnx.Conv", "flax.nnx.ConvTranspose"), "in_features out_features kernel_size"),
    "flax.nnx.Embed": "num_embeddings features",
    **{f"flax.nnx.{one}Norm": "num_features" for one in ("Layer", "Group", "RMS")},
    "equinox.nn.Linear": "in_features out_features",
    **{f"equinox.nn.Conv{one}": "in_channels out_channels kernel_size" for one in ("1d", "2d", "3d")},
    "equinox.nn.Embedding": "num_embeddings embedding_size",
    "equinox.nn.MLP": "in_size out_size width_size depth",
    "equinox.nn.LayerNorm": "shape",
    "haiku.Linear": "output_size",
    **{f"haiku.Conv{one}": "output_channels kernel_shape" for one in ("1D", "2D", "3D")},
    "haiku.Embed": "vocab_size embed_dim",
}
# What the call of a layer of flax.linen needs of `apply`, unless its flag says otherwise: the keyword, and in words.
NEEDED = {
    "flax.linen.Dropout": ("rngs", "an RNG for `dropout`: pass `rngs=`"),
    "flax.linen.BatchNorm": ("mutable", "the collection `batch_stats` to be mutable: pass `mutable=`"),
}
