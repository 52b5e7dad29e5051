"""Which parameters of JAX's functions refuse what NumPy takes for an array.

l: lists and tuples, n: None, s: strings; N and S: those in a list, which itself is taken.

``python -m tools.probe_operands`` asks JAX and writes the rows; tests/knowledge/test_array_operands.py asks again.
"""

from __future__ import annotations

_NOTHING: dict[str, str] = {}
_refused: dict[str, dict[str, str]] = {}


def refused(name: str) -> dict[str, str]:
    """By parameter, what ``jax.numpy.sum`` refuses: ``{"a": "lns"}``."""
    if not _refused:
        for line in _ROWS.splitlines():
            home, row, names = line.split(" | ")
            parameters = dict([part.split(":") for part in row.split()])
            _refused.update([(f"{home}.{short}", parameters) for short in names.split()])
    return _refused.get(name, _NOTHING)


_ROWS = """\
jax.Array | b:lns | dot
jax.Array | choices:N | choose
jax.Array | condition:lns | compress
jax.Array | indices:lns | take
jax.Array | initial:s where:s | max min
jax.Array | min:ls max:ls | clip
jax.Array | repeats:ln | repeat
jax.Array | v:lns sorter:ls | searchsorted
jax.Array | where:ls | mean std var
jax.Array | where:s | all any prod sum
jax.Array.at[] | values:nsNS | add divide max min mul multiply power set subtract
jax.image | image:sS | resize
jax.lax | a:lns b:lns | rng_uniform
jax.lax | a:lns b:lns x:lns | betainc
jax.lax | a:lns x:lns | igamma igamma_grad_a igammac
jax.lax | arr:lns like_arr:lns | broadcast_like
jax.lax | array:l | squeeze
jax.lax | array:lns | expand_dims
jax.lax | key:lns | rng_bit_generator
jax.lax | lhs:lns rhs:lns | dot_general
jax.lax | lhs:lns rhs:lns group_sizes:lns | ragged_dot ragged_dot_general
jax.lax | lhs:s | conv_general_dilated_patches
jax.lax | lhs:s rhs:lns | conv_general_dilated_local
jax.lax | m:lns x:lns | polygamma
jax.lax | min:lns x:lns max:lns | clamp
jax.lax | operand:l | top_k
jax.lax | operand:lns | approx_max_k approx_min_k broadcast broadcast_in_dim cumlogsumexp cummax cummin cumprod
jax.lax | operand:lns | cumsum reduce_and reduce_max reduce_min reduce_or reduce_precision reduce_prod reduce_sum
jax.lax | operand:lns | reduce_xor reshape rev slice split tile transpose
jax.lax | operand:lns padding_value:lns | pad
jax.lax | operand:lns scatter_indices:lns updates:lns | scatter
jax.lax | operand:lns start_indices:lns | gather
jax.lax | operand:sS | optimization_barrier
jax.lax | operands:NS | concatenate stack
jax.lax | pred:lns on_true:lns on_false:lns | select
jax.lax | scatter_indices:lns updates:lns | scatter_add scatter_max scatter_min scatter_mul scatter_sub
jax.lax | update:lns | dynamic_update_slice dynamic_update_slice_in_dim
jax.lax | update:ns | dynamic_update_index_in_dim
jax.lax | val:sS | dce_sink
jax.lax | values:lns | sort_key_val
jax.lax | which:lns cases:lns | select_n
jax.lax | x1:lns x2:lns | nextafter
jax.lax | x:S | pmean psum
jax.lax | x:lns | abs acos acosh asin asinh atan atanh bessel_i0e bessel_i1e bitwise_not cbrt ceil clz cos cosh
jax.lax | x:lns | digamma erf erf_inv erfc exp exp2 expm1 floor imag integer_pow is_finite lgamma log log1p log2
jax.lax | x:lns | logistic neg one_minus_square polynomial population_count real reciprocal round rsqrt sign sin
jax.lax | x:lns | sinh sqrt square stage tan tanh unstack
jax.lax | x:lns q:lns | zeta
jax.lax | x:lns y:lns | add atan2 bitwise_and bitwise_or bitwise_xor complex div eq ge gt le lt max min mul mulhi ne
jax.lax | x:lns y:lns | pdot pow rem shift_left shift_right_arithmetic shift_right_logical sub
jax.lax | x:s | psum_scatter
jax.lax | x:sS | all_gather fft pbroadcast pmax pmin ppermute pshuffle stop_gradient
jax.lax.linalg | a:lns | hessenberg
jax.lax.linalg | a:lns b:lns | triangular_solve
jax.lax.linalg | a:lns taus:lns | householder_product
jax.lax.linalg | a:lns taus:lns c:lns | ormqr
jax.lax.linalg | a:s | tridiagonal
jax.lax.linalg | a_matrix:lns c_matrix:lns | symmetric_product
jax.lax.linalg | pivots:lns | lu_pivots_to_permutation
jax.lax.linalg | r_matrix:lns w_vector:lns | cholesky_update
jax.lax.linalg | x:lns | eig lu qr schur svd
jax.lax.linalg | x:sS | qdwh
jax.nn | a:ln b:l where:s | logsumexp
jax.nn | lhs:sS rhs:sS | scaled_dot_general
jax.nn | query:nsNS key:nsNS value:nsNS mask:sNS scale:N query_seq_lengths:sNS key_value_seq_lengths:sNS | dot_product_attention
jax.nn | x:ln | gelu
jax.nn | x:lns | glu hard_silu hard_swish hard_tanh identity log1mexp log_sigmoid mish relu relu6 selu sigmoid silu
jax.nn | x:lns | soft_sign softplus sparse_plus swish tanh
jax.nn | x:lns alpha:sS | celu elu
jax.nn | x:lns b:lns | squareplus
jax.nn | x:lns mean:sS variance:sS where:sS | standardize
jax.nn | x:lns negative_slope:sS | leaky_relu
jax.nn | x:lns where:ls | logmeanexp
jax.nn | x:lns where:s | log_softmax softmax
jax.nn | x:sS | hard_sigmoid one_hot sparse_sigmoid
jax.numpy | A:lns | tile
jax.numpy | a1:ln a2:ln | polymul
jax.numpy | a1:lns a2:lns | polyadd polysub
jax.numpy | a1:sS a2:sS | array_equal array_equiv
jax.numpy | a:ln | ones_like zeros_like
jax.numpy | a:ln bins:ln weights:l | histogram
jax.numpy | a:ln choices:N | choose
jax.numpy | a:ln fill_value:ln | full_like
jax.numpy | a:lns | argmax argmin argpartition argsort around copy count_nonzero cumprod cumsum diagonal expand_dims
jax.numpy | a:lns | flatnonzero median minmax moveaxis nanargmax nanargmin nancumprod nancumsum nanmedian nonzero
jax.numpy | a:lns | packbits partition permute_dims ptp ravel reshape resize roll rollaxis round round_ sort
jax.numpy | a:lns | sort_complex squeeze swapaxes top_k trace transpose unpackbits
jax.numpy | a:lns b:lns | allclose cross dot inner isclose kron matmul outer tensordot vdot
jax.numpy | a:lns bins:ln | histogram_bin_edges
jax.numpy | a:lns ind:lns v:lns | put
jax.numpy | a:lns indices:lns | take
jax.numpy | a:lns initial:s where:s | amax amin max min nanmax nanmin
jax.numpy | a:lns prepend:ls append:ls | diff
jax.numpy | a:lns q:lns | nanpercentile nanquantile percentile quantile
jax.numpy | a:lns repeats:ln | repeat
jax.numpy | a:lns v:lns | convolve correlate
jax.numpy | a:lns v:lns sorter:ls | searchsorted
jax.numpy | a:lns val:lns | fill_diagonal
jax.numpy | a:lns where:ls | mean
jax.numpy | a:lns where:ls mean:ls | std var
jax.numpy | a:lns where:s | all any nanmean nanprod nansum prod sum
jax.numpy | a:lns where:s mean:ls | nanstd nanvar
jax.numpy | a:ns weights:ls | average
jax.numpy | a:s | argwhere
jax.numpy | a:sS | asarray
jax.numpy | ar1:lns ar2:lns | intersect1d setdiff1d setxor1d union1d
jax.numpy | ar:lns | unique
jax.numpy | args:lns | add bitwise_and bitwise_or bitwise_xor ix_ logaddexp logaddexp2 maximum minimum multiply
jax.numpy | args:lns | negative subtract
jax.numpy | args:ns | broadcast_arrays
jax.numpy | args:s | logical_and logical_or logical_xor
jax.numpy | arr:ln | diag_indices_from
jax.numpy | arr:lns indices:lns | take_along_axis
jax.numpy | arr:lns indices:lns values:lns | put_along_axis
jax.numpy | arr:lns mask:lns vals:lns | place
jax.numpy | arr:lns obj:ln | delete
jax.numpy | arr:lns values:lns | append insert
jax.numpy | arr:ls min:ls max:ls | clip
jax.numpy | array:ln | pad
jax.numpy | array:lns | broadcast_to
jax.numpy | arrays:N | concat concatenate stack
jax.numpy | ary:lns | array_split dsplit hsplit split vsplit
jax.numpy | ary:lns to_end:ls to_begin:ls | ediff1d
jax.numpy | arys:s | atleast_1d atleast_2d atleast_3d
jax.numpy | condition:lns a:lns | compress
jax.numpy | condition:lns arr:lns | extract
jax.numpy | condition:lns x:lns y:lns | where
jax.numpy | element:lns test_elements:lns | isin
jax.numpy | f:s | gradient
jax.numpy | fill_value:ln | full
jax.numpy | filt:s | trim_zeros
jax.numpy | indices:lns | unravel_index
jax.numpy | keys:NS | lexsort
jax.numpy | m:lns | flip fliplr flipud rot90 tril triu
jax.numpy | m:lns y:ls fweights:ls aweights:ls | cov
jax.numpy | object:sS | array
jax.numpy | p:ln | roots
jax.numpy | p:lns | polyder polyint unwrap
jax.numpy | p:lns x:lns | polyval
jax.numpy | prototype:ln | empty_like
jax.numpy | sample:ln weights:l | histogramdd
jax.numpy | seq_of_zeros:lns | poly
jax.numpy | start:lns stop:lns | linspace
jax.numpy | start:ns stop:ns | geomspace logspace
jax.numpy | tup:S | column_stack dstack hstack vstack
jax.numpy | u:ln v:ln | polydiv
jax.numpy | v:lns | diag diagflat
jax.numpy | val:lns | imag real
jax.numpy | x1:ln x2:ln | pow power
jax.numpy | x1:lns x2:lns | arctan2 atan2 bitwise_right_shift copysign divide divmod floor_divide fmax fmin fmod gcd
jax.numpy | x1:lns x2:lns | heaviside hypot lcm ldexp matvec mod remainder right_shift true_divide vecdot vecmat
jax.numpy | x:S | iscomplexobj isrealobj
jax.numpy | x:ln | bincount matrix_transpose
jax.numpy | x:lns | abs absolute acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh
jax.numpy | x:lns | bitwise_count bitwise_invert bitwise_not cbrt ceil conj conjugate cos cosh cumulative_prod
jax.numpy | x:lns | cumulative_sum deg2rad degrees exp exp2 expm1 fabs fix floor frexp i0 invert iscomplex isfinite
jax.numpy | x:lns | isinf isnan isreal log log10 log1p log2 modf nan_to_num positive rad2deg radians reciprocal rint
jax.numpy | x:lns | sign signbit sin sinc sinh spacing sqrt square tan tanh trunc unique_all unique_counts
jax.numpy | x:lns | unique_inverse unique_values unstack vander
jax.numpy | x:lns bins:lns | digitize
jax.numpy | x:lns xp:lns fp:lns period:s | interp
jax.numpy | x:lns y:lns | bitwise_left_shift equal float_power greater greater_equal left_shift less less_equal
jax.numpy | x:lns y:lns | nextafter not_equal
jax.numpy | x:lns y:lns w:ls | polyfit
jax.numpy | x:lns y:lns weights:l | histogram2d
jax.numpy | x:lns y:ls | corrcoef
jax.numpy | x:s | logical_not
jax.numpy | xi:lns | meshgrid
jax.numpy | y:lns x:ls | trapezoid
jax.numpy | z:lns | angle
jax.numpy.add | A:lns B:lns | outer
jax.numpy.add | a:lns | accumulate
jax.numpy.add | a:lns indices:lns | reduceat
jax.numpy.add | a:lns where:ls | reduce
jax.numpy.add | a:sS indices:sS b:sNS | at
jax.numpy.bitwise_and | A:lns B:lns | outer
jax.numpy.bitwise_and | a:lns | accumulate
jax.numpy.bitwise_and | a:lns indices:lns | reduceat
jax.numpy.bitwise_and | a:lns indices:sS b:ls | at
jax.numpy.bitwise_and | a:lns where:ls | reduce
jax.numpy.bitwise_or | A:lns B:lns | outer
jax.numpy.bitwise_or | a:lns | accumulate
jax.numpy.bitwise_or | a:lns indices:lns | reduceat
jax.numpy.bitwise_or | a:lns indices:sS b:ls | at
jax.numpy.bitwise_or | a:lns where:ls | reduce
jax.numpy.bitwise_xor | A:lns B:lns | outer
jax.numpy.bitwise_xor | a:lns | accumulate
jax.numpy.bitwise_xor | a:lns indices:lns | reduceat
jax.numpy.bitwise_xor | a:lns indices:sS b:ls | at
jax.numpy.bitwise_xor | a:lns where:ls | reduce
jax.numpy.fft | a:lns | fft fft2 fftn hfft ifft ifft2 ifftn irfft irfft2 irfftn rfft rfft2 rfftn
jax.numpy.fft | a:sS | ihfft
jax.numpy.fft | x:lns | fftshift ifftshift
jax.numpy.linalg | M:lns | matrix_rank
jax.numpy.linalg | a:lns | cholesky det eig eigh eigvals eigvalsh inv matrix_power pinv qr slogdet svd tensorinv
jax.numpy.linalg | a:lns b:lns | lstsq solve tensorsolve
jax.numpy.linalg | arrays:NS | multi_dot
jax.numpy.linalg | x1:lns x2:lns | cross matmul outer tensordot vecdot
jax.numpy.linalg | x:lns | cond diagonal matrix_norm matrix_transpose norm svdvals trace vector_norm
jax.numpy.logaddexp | A:lns B:lns | outer
jax.numpy.logaddexp | a:lns | accumulate
jax.numpy.logaddexp | a:lns indices:lns | reduceat
jax.numpy.logaddexp | a:lns indices:sS b:ls | at
jax.numpy.logaddexp | a:lns where:ls | reduce
jax.numpy.logaddexp2 | A:lns B:lns | outer
jax.numpy.logaddexp2 | a:lns | accumulate
jax.numpy.logaddexp2 | a:lns indices:lns | reduceat
jax.numpy.logaddexp2 | a:lns indices:sS b:ls | at
jax.numpy.logaddexp2 | a:lns where:ls | reduce
jax.numpy.logical_and | A:lns B:lns | outer
jax.numpy.logical_and | a:lns | accumulate
jax.numpy.logical_and | a:lns indices:lns | reduceat
jax.numpy.logical_and | a:lns indices:sS b:ls | at
jax.numpy.logical_and | a:lns where:ls | reduce
jax.numpy.logical_or | A:lns B:lns | outer
jax.numpy.logical_or | a:lns | accumulate
jax.numpy.logical_or | a:lns indices:lns | reduceat
jax.numpy.logical_or | a:lns indices:sS b:ls | at
jax.numpy.logical_or | a:lns where:ls | reduce
jax.numpy.logical_xor | A:lns B:lns | outer
jax.numpy.logical_xor | a:lns | accumulate
jax.numpy.logical_xor | a:lns indices:lns | reduceat
jax.numpy.logical_xor | a:lns indices:sS b:ls | at
jax.numpy.logical_xor | a:lns where:ls | reduce
jax.numpy.maximum | A:lns B:lns | outer
jax.numpy.maximum | a:lns | accumulate reduce
jax.numpy.maximum | a:lns indices:lns | reduceat
jax.numpy.maximum | a:lns indices:sS b:ls | at
jax.numpy.minimum | A:lns B:lns | outer
jax.numpy.minimum | a:lns | accumulate reduce
jax.numpy.minimum | a:lns indices:lns | reduceat
jax.numpy.minimum | a:lns indices:sS b:ls | at
jax.numpy.multiply | A:lns B:lns | outer
jax.numpy.multiply | a:lns | accumulate
jax.numpy.multiply | a:lns indices:lns | reduceat
jax.numpy.multiply | a:lns where:ls | reduce
jax.numpy.multiply | a:sS indices:sS b:sNS | at
jax.numpy.subtract | A:lns B:lns | outer
jax.numpy.subtract | a:lns | accumulate reduce
jax.numpy.subtract | a:lns indices:lns | reduceat
jax.numpy.subtract | a:sS indices:sS b:sNS | at
jax.ops | data:lns segment_ids:lns | segment_max segment_min segment_prod segment_sum
jax.random | a:lns p:l | choice
jax.random | a:sS | gamma loggamma
jax.random | alpha:sS | dirichlet
jax.random | key:lns | clone
jax.random | lam:lns | poisson
jax.random | loc:s scale:s | double_sided_maxwell
jax.random | logits:lns | categorical
jax.random | lower:s upper:s | truncated_normal
jax.random | minval:ns maxval:ns | randint
jax.random | n:ln p:ln | multinomial
jax.random | n:lns p:lns | binomial
jax.random | p:ns | geometric
jax.random | scale:s concentration:s | weibull_min
jax.random | seed:s | PRNGKey key
jax.random | x:ln | permutation
jax.random | x:sS | shuffle
jax.scipy.cluster.vq | obs:ln code_book:ln | vq
jax.scipy.integrate | y:lns x:ls | trapezoid
jax.scipy.linalg | A:nsNS B:nsNS C:nsNS | solve_sylvester
jax.scipy.linalg | A:s | sqrtm
jax.scipy.linalg | A:sS | expm
jax.scipy.linalg | A:sS E:sS | expm_frechet
jax.scipy.linalg | T:sS Z:sS | rsf2csf
jax.scipy.linalg | a:ln | companion fiedler_companion
jax.scipy.linalg | a:lns | convolution_matrix det fiedler inv schur
jax.scipy.linalg | a:lns b:lns | solve
jax.scipy.linalg | a:nsNS c:nsNS | qr_multiply
jax.scipy.linalg | a:sS | cho_factor cholesky eigh hessenberg lu lu_factor polar qr svd
jax.scipy.linalg | a:sS b:sS | solve_triangular
jax.scipy.linalg | arrs:sS | block_diag
jax.scipy.linalg | b:sS | cho_solve
jax.scipy.linalg | c:lns | circulant
jax.scipy.linalg | c:lns r:ls | hankel toeplitz
jax.scipy.linalg | d:sS e:sS key:sS | eigh_tridiagonal
jax.scipy.linalg | f:lns s:lns | leslie
jax.scipy.linalg | lu_and_piv:S b:sS | lu_solve
jax.scipy.ndimage | input:sS coordinates:S | map_coordinates
jax.scipy.signal | Zxx:ln | istft
jax.scipy.signal | data:sS | detrend
jax.scipy.signal | in1:ln in2:ln | fftconvolve
jax.scipy.signal | y:l | csd
jax.scipy.sparse.linalg | b:ln x0:sS | bicgstab gmres
jax.scipy.special | N:ln k:ln | comb
jax.scipy.special | a:ln | beta multigammaln
jax.scipy.special | a:ln b:l where:s | logsumexp
jax.scipy.special | a:ln b:ln | betaln
jax.scipy.special | a:ln b:ln x:ln | betainc
jax.scipy.special | a:ln x:ln | gammainc gammaincc
jax.scipy.special | a:nsNS b:nsNS c:nsNS x:nsNS | hyp2f1
jax.scipy.special | a:sS b:nsS x:nsS | hyp1f1
jax.scipy.special | h:ln a:ln | owens_t
jax.scipy.special | m:sS n:sS theta:sS phi:lns | sph_harm
jax.scipy.special | n:ln | factorial
jax.scipy.special | n:sNS m:sS theta:lns phi:sS | sph_harm_y
jax.scipy.special | p:ln q:ln | kl_div rel_entr
jax.scipy.special | x:ln | dawsn digamma entr erf erfc erfcx erfinv exp1 expit gamma gammaln gammasgn i0 i0e i1 i1e
jax.scipy.special | x:ln | loggamma polygamma
jax.scipy.special | x:ln lmbda:ln | boxcox boxcox1p
jax.scipy.special | x:lns | expi fresnel log_softmax logit sici softmax
jax.scipy.special | x:lns q:ls | zeta
jax.scipy.special | x:lns y:lns | xlog1py xlogy
jax.scipy.special | x:n | expn
jax.scipy.special | x:sS | log_ndtr ndtr spence
jax.scipy.special | y:ln | erfcinv
jax.scipy.special | z:ln | wofz
jax.scipy.special | z:lns m:lns | poch
jax.scipy.special | z:sS | bessel_jn
jax.scipy.stats | a:lns | mode rankdata sem
jax.scipy.stats.bernoulli | k:ln p:ln | cdf
jax.scipy.stats.bernoulli | k:ln p:ln loc:ln | logpmf pmf
jax.scipy.stats.bernoulli | q:ln p:ln | ppf
jax.scipy.stats.beta | x:ln a:ln b:ln loc:ln scale:ln | cdf logcdf logpdf logsf pdf sf
jax.scipy.stats.betabinom | k:ln n:ln a:ln b:ln loc:ln | logpmf pmf
jax.scipy.stats.binom | k:ln n:ln p:ln loc:ln | logpmf pmf
jax.scipy.stats.cauchy | q:ln loc:ln scale:ln | isf ppf
jax.scipy.stats.cauchy | x:ln loc:ln scale:ln | cdf logcdf logpdf logsf pdf sf
jax.scipy.stats.chi2 | x:ln df:ln loc:ln scale:ln | cdf logcdf logpdf logsf pdf sf
jax.scipy.stats.expon | q:ln loc:ln scale:ln | ppf
jax.scipy.stats.expon | x:ln loc:ln scale:ln | cdf logcdf logpdf logsf pdf sf
jax.scipy.stats.gamma | x:ln a:ln loc:ln scale:ln | cdf logcdf logpdf logsf pdf sf
jax.scipy.stats.gennorm | x:ln beta:ln | cdf logpdf pdf
jax.scipy.stats.geom | k:ln p:ln loc:ln | logpmf pmf
jax.scipy.stats.gumbel_l | p:ln loc:ln scale:ln | ppf
jax.scipy.stats.gumbel_l | x:ln loc:ln scale:ln | cdf logcdf logpdf logsf pdf sf
jax.scipy.stats.gumbel_r | p:ln loc:ln scale:ln | ppf
jax.scipy.stats.gumbel_r | x:ln loc:ln scale:ln | cdf logcdf logpdf logsf pdf sf
jax.scipy.stats.laplace | x:ln loc:ln scale:ln | cdf logpdf pdf
jax.scipy.stats.logistic | x:ln loc:ln scale:ln | cdf isf logpdf pdf ppf sf
jax.scipy.stats.multinomial | x:ln n:ln p:ln | logpmf pmf
jax.scipy.stats.nbinom | k:ln n:ln p:ln loc:ln | logpmf pmf
jax.scipy.stats.norm | x:ln loc:ln scale:ln | cdf logcdf logpdf logsf pdf sf
jax.scipy.stats.pareto | q:ln b:ln loc:ln scale:ln | ppf
jax.scipy.stats.pareto | x:ln b:ln loc:ln scale:ln | cdf logcdf logpdf logsf pdf sf
jax.scipy.stats.poisson | k:ln mu:ln loc:ln | cdf logpmf pmf
jax.scipy.stats.poisson | mu:lns loc:lns | entropy
jax.scipy.stats.t | x:ln df:ln loc:ln scale:ln | logpdf pdf
jax.scipy.stats.truncnorm | x:ln a:ln b:ln loc:ln scale:ln | cdf logcdf logpdf logsf pdf sf
jax.scipy.stats.uniform | q:ln loc:ln scale:ln | ppf
jax.scipy.stats.uniform | x:ln loc:ln scale:ln | cdf logpdf pdf
jax.scipy.stats.vonmises | x:ln kappa:ln | logpdf pdf
jax.scipy.stats.wrapcauchy | x:ln c:ln | logpdf pdf
"""  # JAX 0.12.0.1, 0.10.2, 0.4.30
