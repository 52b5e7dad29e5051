"""How the shape of a JAX function's result follows from its arguments, by family.  Names without their module."""

# Same shape as all operands broadcast together.
ELEMENTWISE = frozenset(
    """abs absolute acos acosh add angle arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin asinh atan atan2
    atanh bitwise_and bitwise_not bitwise_or bitwise_xor cbrt ceil clip conj conjugate copysign cos cosh deg2rad degrees
    divide equal exp exp2 expm1 fabs float_power floor floor_divide fmax fmin fmod greater greater_equal heaviside
    hypot imag invert isclose isfinite isin isinf isnan isneginf isposinf ldexp left_shift less less_equal log log10
    log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor maximum minimum mod multiply
    nan_to_num negative nextafter not_equal positive pow power rad2deg radians real reciprocal remainder right_shift
    rint round select sign signbit sin sinc sinh sqrt square subtract tan tanh true_divide trunc where
    relu relu6 sigmoid soft_sign softplus silu swish gelu elu selu celu leaky_relu log_sigmoid hard_tanh hard_sigmoid
    hard_silu hard_swish mish squareplus erf erfc erf_inv erfinv gammaln lgamma digamma expit logit xlogy xlog1py
    eq ne gt ge lt le div max min neg rem rsqrt integer_pow is_finite clamp convert_element_type stop_gradient
    logistic population_count bitwise_count ndtr log_ndtr entr""".split()
)
# Same shape as the first operand.
SAME_SHAPE = frozenset(
    """cumsum cumprod cumulative_sum cumulative_prod nancumsum nancumprod sort argsort flip fliplr flipud roll softmax
    log_softmax standardize zeros_like ones_like full_like empty_like copy triu tril cummax cummin cumlogsumexp rev
    permutation astype conj round clip sort_key fft ifft""".split()
)
REDUCTIONS = frozenset(
    """sum prod mean max min amax amin any all std var median nansum nanprod nanmean nanmax nanmin nanstd nanvar
    nanmedian argmax argmin nanargmax nanargmin count_nonzero ptp average logsumexp norm""".split()
)
BOOLS = frozenset(
    """isnan isinf isfinite isneginf isposinf signbit logical_and logical_or logical_not logical_xor greater
    greater_equal less less_equal equal not_equal isclose iscomplex isreal any all isin allclose array_equal
    array_equiv eq ne gt ge lt le is_finite""".split()
)
INTEGERS = frozenset(
    """argmax argmin nanargmax nanargmin argsort count_nonzero searchsorted digitize bincount argpartition
    population_count bitwise_count lexsort""".split()
)
FLOATS = frozenset(
    """sin cos tan arcsin arccos arctan arctan2 asin acos atan atan2 sinh cosh tanh arcsinh arccosh arctanh exp exp2
    expm1 log log2 log10 log1p sqrt cbrt divide true_divide mean std var median nanmean nanstd nanvar nanmedian average
    sigmoid softmax log_softmax softplus gelu silu swish hypot logaddexp logsumexp norm sinc reciprocal linspace
    logspace geomspace erf expit logit""".split()
)
# The first argument, or ``shape``, is the shape.
CONSTRUCTORS = frozenset(["zeros", "ones", "full", "empty"])
# Draws of jax.random: kind of the result; the shape is the parameter ``shape``.
DRAWS = {
    "normal": "f",
    "uniform": "f",
    "truncated_normal": "f",
    "exponential": "f",
    "gamma": "f",
    "beta": "f",
    "laplace": "f",
    "gumbel": "f",
    "cauchy": "f",
    "logistic": "f",
    "randint": "i",
    "bernoulli": "b",
    "rademacher": "i",
    "bits": "i",
}
# Hand back several arrays, as a tuple or a list.
SEVERAL = frozenset(
    """split array_split hsplit vsplit dsplit unstack meshgrid divmod modf frexp eig eigh svd qr slogdet lstsq
    histogram histogram2d histogramdd nonzero where#1arg unravel_index broadcast_arrays gradient unique_all
    unique_counts unique_inverse top_k approx_max_k approx_min_k ix_ indices tril_indices triu_indices
    atleast_1d#many cho_factor lu schur polydiv sort_key_val lu_factor""".split()
)
