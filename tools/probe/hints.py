"""All hand hints: what the probe cannot find out alone, calls that work and values that parameters take by name.

Names are those of values.py: V, W vectors; M a matrix; I, J indices; B a mask; K a key; S, N a float and an int scalar.
"""

from __future__ import annotations

# One call a line.  The first that JAX takes is the one the others are derived from; `name#form` is another form of
# the call, told by itself.  Functions without a line are called with arrays and the values below.
CALLS = {
    "jax.numpy": """
        apply_along_axis(jnp.sum, 0, M)
        apply_over_axes(jnp.sum, M, (0,))
        arange(3)
        arange(0, 3, 1)
        arange(0., 1., .25)
        argpartition(V, 1)
        argwhere(B)
        array(V)
        array_repr(V)
        array_split(V, 2)
        array_split#indices(V, (1, 2))
        asarray(V)
        astype(V, jnp.int32)
        bincount(I)
        block([[M, M], [M, M]])
        broadcast_arrays(V, S)
        broadcast_shapes((3,), (2, 3))
        broadcast_to(V, (2, 3))
        can_cast(jnp.int32, jnp.float32)
        choose(jnp.array([0, 1, 0]), [V, W])
        clip(V, 0., 1.)
        compress(B, V)
        concatenate([V, W])
        concatenate([M, M], 1)
        convolve(V, W)
        correlate(V, W)
        cross(V, W)
        delete(V, 1)
        delete(V, I)
        delete#array_index(V, I)
        delete#bool_mask(V, B)
        diag(V)
        diag(M)
        diag_indices(3)
        diagonal(M)
        digitize(V, W)
        dot(M, V)
        dsplit(T, 2)
        einsum('ij,jk->ik', M, M)
        einsum_path('ij,jk->ik', M, M)
        expand_dims(V, 0)
        extract(B, V)
        eye(3)
        fill_diagonal(M, 0., inplace=False)
        finfo(jnp.float32)
        flatnonzero(B)
        from_dlpack(V)
        frombuffer(b'abcd', jnp.uint8)
        fromfunction(lambda i, j: i + j, (3, 3))
        frompyfunc(jnp.add, 2, 1, identity=0)
        fromstring('1 2', jnp.float32, sep=' ')
        full((3,), 1.)
        full(3, V)
        full_like(V, 1.)
        geomspace(1., 8.)
        gradient(V)
        histogram(V)
        histogram(V, V)
        histogram(V, 4, (0., 1.))
        histogram2d(V, W)
        histogram2d(V, W, [V, V])
        histogram_bin_edges(V)
        histogram_bin_edges(V, V)
        histogramdd(M)
        histogramdd(M, [V, V, V])
        hsplit(V, 3)
        identity(3)
        iinfo(jnp.int32)
        indices((2, 3))
        insert(V, 1, 1.)
        insert#array_index(V, I, 1.)
        insert#slice(V, slice(0, 2), 1.)
        interp(V, W, V)
        interp(V, W, V, period=1.)
        intersect1d(V, W)
        isdtype(jnp.float32, 'real floating')
        issubdtype(jnp.float32, jnp.floating)
        ix_(I, J)
        ldexp(V, I)
        lexsort([V, W])
        linspace(0., 1.)
        linspace(V, W)
        logspace(0., 1.)
        mask_indices(3, jnp.triu)
        matvec(M, V)
        max(V)
        max(V, where=B, initial=0.)
        amax(V)
        amax(V, where=B, initial=0.)
        nanmax(V)
        nanmax(V, where=B, initial=0.)
        min(V)
        min(V, where=B, initial=0.)
        amin(V)
        amin(V, where=B, initial=0.)
        nanmin(V)
        nanmin(V, where=B, initial=0.)
        meshgrid(V, W)
        moveaxis(M, 0, 1)
        nanpercentile(V, 50.)
        nanquantile(V, .5)
        nonzero(B)
        packbits(B)
        pad(V, 1)
        pad(M, ((1, 1), (0, 0)), constant_values=2.)
        partition(V, 1)
        percentile(V, 50.)
        permute_dims(M, (1, 0))
        piecewise(V, [V > 0.3, V <= 0.3], [jnp.sin, jnp.cos])
        place(V, B, V, inplace=False)
        poly(V)
        polyder(V)
        polyfit(V, W, 1)
        polyint(V)
        polyval(V, W)
        promote_types(jnp.int32, jnp.float32)
        put(V, I, V, inplace=False)
        put_along_axis(V, I, V, 0, inplace=False)
        quantile(V, .5)
        ravel_multi_index((I, I), (3, 3), mode='clip')
        repeat(V, 2)
        repeat#array_repeats(V, J)
        reshape(V, (3, 1))
        reshape(M, (-1, 3))
        resize(V, (2, 3))
        result_type(V, jnp.float32)
        roll(V, 1)
        rollaxis(M, 1)
        roots(V)
        rot90(M)
        searchsorted(V, W)
        select([B, ~B], [V, W])
        select([B, ~B], [V, W], 0.)
        setxor1d(V, W)
        split(V, 3)
        split(V, (1, 2))
        split#indices(V, (1, 2))
        split#array_indices(V, jnp.array([1, 2]))
        squeeze(V[None])
        squeeze(V[None], 0)
        stack([V, W])
        hstack([V, W])
        vstack([V, W])
        dstack([V, W])
        column_stack([V, W])
        concat([V, W])
        sum(V)
        swapaxes(M, 0, 1)
        take(V, I)
        take(V, I, mode='fill', fill_value=0.)
        take(V, 1)
        take_along_axis(V, I, 0)
        tensordot(M, M)
        tile(V, 2)
        tile(V, (2, 1))
        trapezoid(V)
        tri(3)
        tril(M)
        tril_indices(3)
        tril_indices_from(M)
        triu(M)
        triu_indices(3)
        triu_indices_from(M)
        trim_zeros(V)
        union1d(V, W)
        unique(V)
        unpackbits(U)
        unravel_index(I, (3, 3))
        vander(V)
        vecmat(V, M)
        vectorize(jnp.sin)
        vsplit(M, 3)
        where(B, V, W)
        where(B, size=3, fill_value=0)
        where#1arg(B)
        zeros((3,))
        zeros(3)
        ones((3,))
        empty((3,))
    """,
    "jax.numpy.linalg": """
        cond(M)
        cond(M, 2)
        cross(V, W)
        diagonal(M)
        lstsq(M, V)
        matrix_power(M, 2)
        multi_dot([M, M, V])
        norm(V)
        norm(M, 2)
        norm(M)
        solve(M, V)
        tensordot(M, M)
        tensorinv(jnp.eye(4).reshape(2, 2, 2, 2))
        tensorsolve(jnp.eye(4).reshape(2, 2, 2, 2), jnp.ones((2, 2)))
    """,
    "jax.numpy.fft": """
        fftfreq(8)
        rfftfreq(8)
        irfft(C)
        fft2(M)
        fftn(M)
        fftn(M, (3, 3))
    """,
    "jax.lax": """
        after_all()
        approx_max_k(V, 2)
        approx_min_k(V, 2)
        argmax(V, 0, jnp.int32)
        argmin(V, 0, jnp.int32)
        associative_scan(jnp.add, V)
        batch_matmul(jnp.ones((2, 3, 3)), jnp.ones((2, 3, 3)))
        betainc(V, V, V)
        bitcast_convert_type(V, jnp.int32)
        broadcast(V, (2,))
        broadcast_in_dim(V, (2, 3), (1,))
        broadcast_shapes((3,), (2, 3))
        broadcast_to_rank(V, 2)
        broadcasted_iota(jnp.int32, (3, 2), 0)
        clamp(0., V, 1.)
        collapse(T, 0)
        complex(V, V)
        composite(jnp.sin, 'my.sin')
        concatenate([V, W], 0)
        cond(B[0], jnp.sin, jnp.cos, V)
        cond#closure(B[0], lambda: 1., lambda: 2.)
        conv(jnp.ones((1, 1, 4, 4)), jnp.ones((1, 1, 2, 2)), (1, 1), 'SAME')
        conv_dimension_numbers((1, 1, 4, 4), (1, 1, 2, 2), None)
        conv_general_dilated(jnp.ones((1, 1, 4, 4)), jnp.ones((1, 1, 2, 2)), (1, 1), 'SAME')
        conv_general_dilated_local(jnp.ones((1, 1, 4)), jnp.ones((1, 2, 3)), (1,), 'VALID', (2,))
        conv_general_dilated_patches(jnp.ones((1, 1, 4, 4)), (2, 2), (1, 1), 'SAME')
        conv_general_permutations(('NCHW', 'OIHW', 'NCHW'))
        conv_general_shape_tuple((1, 1, 4, 4), (1, 1, 2, 2), (1, 1), 'SAME', ('NCHW', 'OIHW', 'NCHW'))
        conv_shape_tuple((1, 1, 4, 4), (1, 1, 2, 2), (1, 1), ((0, 0), (0, 0)))
        conv_transpose(jnp.ones((1, 4, 4, 1)), jnp.ones((2, 2, 1, 1)), (1, 1), 'SAME')
        conv_transpose_shape_tuple((1, 1, 4, 4), (1, 1, 2, 2), (1, 1), ((0, 0), (0, 0)), ('NCHW', 'OIHW', 'NCHW'))
        conv_with_general_padding(jnp.ones((1, 1, 4, 4)), jnp.ones((1, 1, 2, 2)), (1, 1), 'SAME', None, None)
        convert_element_type(V, jnp.int32)
        custom_linear_solve(lambda x: 2. * x, V, lambda mv, b: b / 2., symmetric=True)
        custom_root(lambda x: x - 1., S, lambda f, x: x, lambda g, y: y / g(1.0))
        dot(M, M)
        dot_general(M, M, (((1,), (0,)), ((), ())))
        dynamic_index_in_dim(V, 0)
        dynamic_slice(V, (0,), (2,))
        dynamic_slice_in_dim(V, 0, 2)
        dynamic_update_index_in_dim(V, V[0], 0, 0)
        dynamic_update_slice(V, V[:1], (0,))
        dynamic_update_slice_in_dim(V, V[:1], 0, 0)
        empty((3,), jnp.float32)
        expand_dims(V, (0,))
        fft(C, 'FFT', (3,))
        fft(C, lax.FftType.FFT, (3,))
        fori_loop(0, 3, lambda i, c: c + 1., S)
        full((3,), 1.)
        full_like(V, 1.)
        gather(V, jnp.array([[0], [1]]), lax.GatherDimensionNumbers((), (0,), (0,)), (1,))
        igamma(V, V)
        index_in_dim(V, 0)
        index_take(V, (I,), (0,))
        integer_pow(V, 2)
        iota(jnp.int32, 3)
        map(jnp.sin, V)
        mulhi(I, J)
        nextafter(V, W)
        pad(V, 0., ((1, 1, 0),))
        padtype_to_pads((4, 4), (2, 2), (1, 1), 'SAME')
        platform_dependent(V, cpu=jnp.sin, default=jnp.cos)
        polygamma(jnp.ones(3), V)
        pow(V, W)
        ragged_dot(jnp.ones((4, 3)), jnp.ones((2, 3, 5)), jnp.array([2, 2]))
        ragged_dot_general(jnp.ones((4, 3)), jnp.ones((2, 3, 5)), jnp.array([2, 2]),\
 lax.RaggedDotDimensionNumbers((((1,), (1,)), ((), ())), [0], [0]))
        random_gamma_grad(V, V)
        reduce(V, 0., lax.add, (0,))
        reduce_and(B, (0,))
        reduce_or(B, (0,))
        reduce_max(V, (0,))
        reduce_min(V, (0,))
        reduce_sum(V, (0,))
        reduce_prod(V, (0,))
        reduce_precision(V, 5, 5)
        reduce_window(V, 0., lax.add, (2,), (1,), 'VALID')
        reduce_window_shape_tuple((4,), (2,), (1,), ((0, 0),))
        reduce_xor(I, (0,))
        reshape(V, (3, 1))
        rev(V, (0,))
        rng_bit_generator(jnp.zeros(4, jnp.uint32), (3,))
        rng_uniform(0., 1., (3,))
        scan(lambda c, x: (c + x, c), S, V)
        scan(lambda c, _: (c, c), S, None, 3)
        scatter(jnp.zeros(5), jnp.array([[1], [3]]), jnp.ones(2), lax.ScatterDimensionNumbers((), (0,), (0,)))
        scatter_add(jnp.zeros(5), jnp.array([[1], [3]]), jnp.ones(2), lax.ScatterDimensionNumbers((), (0,), (0,)))
        scatter_sub(jnp.zeros(5), jnp.array([[1], [3]]), jnp.ones(2), lax.ScatterDimensionNumbers((), (0,), (0,)))
        scatter_mul(jnp.zeros(5), jnp.array([[1], [3]]), jnp.ones(2), lax.ScatterDimensionNumbers((), (0,), (0,)))
        scatter_min(jnp.zeros(5), jnp.array([[1], [3]]), jnp.ones(2), lax.ScatterDimensionNumbers((), (0,), (0,)))
        scatter_max(jnp.zeros(5), jnp.array([[1], [3]]), jnp.ones(2), lax.ScatterDimensionNumbers((), (0,), (0,)))
        scatter_apply(jnp.zeros(5), jnp.array([[1], [3]]), jnp.sin, lax.ScatterDimensionNumbers((), (0,), (0,)))
        select(B, V, W)
        select_n(B, V, W)
        shape_as_value((3,))
        slice(V, (0,), (2,))
        slice_in_dim(V, 0, 2)
        sort(V)
        sort_key_val(V, W)
        split(V, (1, 2))
        squeeze(V[None], (0,))
        stop_gradient(V)
        switch(1, [jnp.sin, jnp.cos], V)
        tile(V, (2,))
        top_k(V, 2)
        transpose(M, (1, 0))
        unstack(V)
        while_loop(lambda c: c < 3., lambda c: c + 1., S)
        all_gather(V, 'i')
        all_to_all(V[None], 'i', 0, 0)
        axis_index('i')
        axis_size('i')
        pbroadcast(V, 'i', 0)
        pmax(V, 'i')
        pmean(V, 'i')
        pmin(V, 'i')
        ppermute(V, 'i', [(0, 0)])
        pshuffle(V, 'i', [0])
        psum(V, 'i')
        psum_scatter(V[None], 'i')
        pswapaxes(V[None], 'i', 0)
    """,
    "jax.lax.linalg": """
        cholesky_update(M, V)
        householder_product(M, V)
        lu_pivots_to_permutation(I, 3)
        ormqr(M, V, M)
        symmetric_product(M, M)
        triangular_solve(M, M, left_side=True)
        tridiagonal(M)
        tridiagonal_solve(V, V, V, M)
    """,
    "jax.random": """
        PRNGKey(0)
        ball(K, 2)
        bernoulli(K)
        bernoulli(K, V)
        beta(K, V, W)
        binomial(K, 5., .5)
        bits(K)
        categorical(K, V)
        categorical(K, V, shape=(4,))
        chisquare(K, V)
        choice(K, V)
        choice(K, 5)
        choice(K, V, (2,), True, V / V.sum())
        choice#int(K, 5)
        clone(K)
        dirichlet(K, V)
        double_sided_maxwell(K, 0., 1.)
        f(K, V, W)
        fold_in(K, 1)
        gamma(K, V)
        generalized_normal(K, 2.)
        geometric(K, V)
        key(0)
        key_data(K)
        key_impl(K)
        loggamma(K, V)
        multinomial(K, 5, V)
        multivariate_normal(K, V, M)
        normal(K)
        orthogonal(K, 3)
        pareto(K, V)
        permutation(K, V)
        permutation(K, 5)
        permutation#int(K, 5)
        poisson(K, V)
        poisson(KEY, V)
        randint(K, (3,), 0, 5)
        randint(K, (3,), I, J)
        rayleigh(K, V)
        shuffle(K, V)
        split(K)
        split(K, (2, 2))
        t(K, V)
        triangular(K, 0., .5, 1.)
        truncated_normal(K, -1., 1.)
        uniform(K)
        wald(K, 1.)
        weibull_min(K, 1., 1.)
        wrap_key_data(KEY)
    """,
    "jax.nn": """
        dot_product_attention(jnp.ones((1, 3, 2, 4)), jnp.ones((1, 3, 2, 4)), jnp.ones((1, 3, 2, 4)))
        gelu(V)
        glu(jnp.ones(4))
        log1mexp(V)
        log_softmax(V)
        log_softmax(V, where=B)
        logsumexp(V)
        one_hot(I, 3)
        scaled_matmul(jnp.ones((1, 4, 32)), jnp.ones((1, 4, 32)), jnp.ones((1, 4, 1)), jnp.ones((1, 4, 1)))
        softmax(V)
        softmax(V, where=B)
        standardize(V)
    """,
    "jax.nn.initializers": """
        constant(1.)
        ones(K, (3, 3))
        variance_scaling(1., 'fan_in', 'normal')
        zeros(K, (3, 3))
    """,
    "jax.ops": """
        segment_sum(V, jnp.array([0, 1, 1]))
        segment_prod(V, jnp.array([0, 1, 1]))
        segment_max(V, jnp.array([0, 1, 1]))
        segment_min(V, jnp.array([0, 1, 1]))
    """,
    "jax.image": """
        resize(IMAGE, (1, 3, 2, 2), 'linear')
        scale_and_translate(M, (3, 3), (0, 1), jnp.ones(2), jnp.zeros(2), 'linear')
    """,
    "jax.tree": """
        all([True, True])
        flatten([V, W])
        flatten_with_path([V, W])
        leaves([V, W])
        leaves_with_path([V, W])
        map(jnp.sin, [V, W])
        map_with_path(lambda path, x: x, [V, W])
        reduce(jnp.add, [V, W])
        reduce_associative(jnp.add, [V, W])
        broadcast(V, [V, W])
        structure([V, W])
        transpose(jax.tree_util.tree_structure([0, 0]), jax.tree_util.tree_structure((0, 0)), [(V, W), (V, W)])
        unflatten(jax.tree_util.tree_structure([0, 0]), [V, W])
        unflatten(jax.tree_util.tree_structure((0, 0)), [V, W])
    """,
    "jax.tree_util": """
        Partial(jnp.sin)
        all_leaves([V, W])
        build_tree(jax.tree_util.tree_structure([0, 0]), [V, W])
        build_tree(jax.tree_util.tree_structure((0, 0)), [V, W])
        tree_all([True, True])
        tree_broadcast(V, [V, W])
        tree_flatten([V, W])
        tree_flatten_with_path([V, W])
        tree_leaves([V, W])
        tree_leaves_with_path([V, W])
        tree_map(jnp.sin, [V, W])
        tree_map_with_path(lambda path, x: x, [V, W])
        tree_reduce(jnp.add, [V, W])
        tree_reduce_associative(jnp.add, [V, W])
        tree_structure([V, W])
        tree_transpose(jax.tree_util.tree_structure([0, 0]), jax.tree_util.tree_structure((0, 0)), [(V, W), (V, W)])
        tree_unflatten(jax.tree_util.tree_structure([0, 0]), [V, W])
        tree_unflatten(jax.tree_util.tree_structure((0, 0)), [V, W])
        treedef_is_leaf(jax.tree_util.tree_structure(0))
        treedef_children(jax.tree_util.tree_structure([0, 0]))
        treedef_tuple([jax.tree_util.tree_structure([0, 0])])
        keystr((jax.tree_util.DictKey('a'),))
    """,
    "jax.dtypes": """
        issubdtype(jnp.float32, jnp.floating)
        canonicalize_dtype(jnp.float32)
        result_type(V, jnp.float32)
        scalar_type_of(1.)
    """,
    "jax.scipy.cluster.vq": """
        vq(M, M)
    """,
    "jax.scipy.fft": """
        dct(V)
        dctn(M)
        idctn(M)
    """,
    "jax.scipy.integrate": """
        trapezoid(V)
    """,
    "jax.scipy.linalg": """
        block_diag(M, M)
        cho_factor(M)
        cho_solve((M, True), V)
        eigh_tridiagonal(V, W[:2], eigvals_only=True)
        expm(M)
        funm(M, jnp.exp)
        hilbert(3)
        invhilbert(3)
        lu_solve((M, I), V)
        pascal(3)
        rsf2csf(M, M)
        solve(M, V)
        solve_sylvester(M, M, M)
        solve_triangular(M, V)
        toeplitz(V)
    """,
    "jax.scipy.ndimage": """
        map_coordinates(M, [V, W], 1)
    """,
    "jax.scipy.optimize": """
        minimize(lambda x: jnp.sum(x ** 2), V, method='BFGS')
    """,
    "jax.scipy.signal": """
        convolve(V, W)
        convolve2d(M, M)
        correlate(V, W)
        correlate2d(M, M)
        csd(LONG, LONG, nperseg=8)
        detrend(V)
        fftconvolve(V, W)
        istft(jnp.ones((5, 5), jnp.complex64), nperseg=8)
        stft(LONG, nperseg=8)
        welch(LONG, nperseg=8)
    """,
    "jax.scipy.sparse.linalg": """
        bicgstab(M, V)
        cg(lambda x: M @ x, V)
        cg(M, V)
        gmres(M, V)
    """,
    "jax.scipy.special": """
        bernoulli(5)
        bessel_jn(V, v=2)
        betainc(V, V, V)
        factorial(V)
        hyp1f1(V, V, V)
        hyp2f1(V, V, V, V)
        logsumexp(V)
        lpmn(2, 2, V)
        lpmn_values(2, 2, V, True)
        multigammaln(V + 3., 2)
        poch(V, V)
        polygamma(1, V)
        sph_harm(jnp.array([1]), jnp.array([2]), V[:1], V[:1], n_max=2)
        sph_harm_y(jnp.array([2]), jnp.array([1]), V[:1], V[:1], n_max=2)
        zeta(V + 1., V)
    """,
    "jax.scipy.stats": """
        gaussian_kde(V)
        mode(V)
        rankdata(V)
        sem(V)
        betabinom.logpmf(I, 5, 2., 3.)
        dirichlet.logpdf(V / V.sum(), V)
        dirichlet.pdf(V / V.sum(), V)
        multinomial.logpmf(I, 3, V)
        multinomial.pmf(I, 3, V)
        multivariate_normal.logpdf(V, V, M)
        multivariate_normal.pdf(V, V, M)
    """,
    "ufunc": """
        at(V, I, W, inplace=False)
        at(I, I, J, inplace=False)
        reduceat(V, I)
        reduceat(I, I)
        reduceat(B, I)
        reduce(V)
        reduce(I)
        accumulate(V)
        accumulate(I)
        outer(V, W)
        outer(I, J)
    """,
    "jax.Array": """
        argpartition(M, 1)
        astype(M, jnp.int32)
        choose(I, [V, W, V])
        at[].apply(jnp.sin)
        clip(M, 0., 1.)
        compress(M, B, 0)
        diagonal(M)
        dot(M, M)
        item(S)
        item(M, (0, 0))
        item(M, 0, 0)
        max(M)
        max(M, where=jnp.ones((3, 3), bool), initial=0.)
        min(M)
        min(M, where=jnp.ones((3, 3), bool), initial=0.)
        nonzero(V)
        repeat(M, 2)
        reshape(M, (9, 1))
        reshape(M, 9, 1)
        searchsorted(V, 1.)
        squeeze(V[None], 0)
        swapaxes(M, 0, 1)
        take(M, I)
        tobytes(M)
        to_device(M, jax.devices()[0])
        trace(M)
        transpose(M)
        transpose(M, (1, 0))
        transpose(M, 1, 0)
        view(M, jnp.int32)
    """,
}

# Called where an axis of this name is mapped.
COLLECTIVES = frozenset(
    """all_gather all_to_all axis_index axis_size pbroadcast pmax pmean pmin ppermute pshuffle psum psum_scatter
    pswapaxes""".split()
)

# Read or write files, ask the user, end the run, or destroy what they are given.
NEVER_CALLED = frozenset(
    """
    jax.Array.delete jax.numpy.save jax.numpy.savez jax.numpy.load jax.numpy.fromfile numpy.save numpy.savez
    numpy.savez_compressed numpy.savetxt numpy.load numpy.loadtxt numpy.fromfile numpy.genfromtxt
    numpy.fromregex numpy.memmap numpy.test numpy.show_config numpy.show_runtime numpy.info numpy.who
    numpy.source numpy.lookfor numpy.linalg.test numpy.fft.test numpy.deprecate numpy.seterr numpy.seterrcall
    numpy.setbufsize numpy.set_printoptions numpy.get_include builtins.input builtins.open builtins.exit
    builtins.quit builtins.breakpoint builtins.help builtins.exec builtins.eval builtins.compile
    builtins.copyright builtins.credits builtins.license builtins.print builtins.super builtins.memoryview
    builtins.delattr builtins.setattr builtins.range
    """.split()
)

# What a parameter of this name takes; tried in this order.
VALUES = {
    "axis": "0; -1; (0,); 1; (0, 1)",
    "axes": "(0,); (0, 1); (1, 0); 0",
    "axis1 start_dimension source in_axis out_axis column_axis offset trans": "0",
    "axis2 destination stop_dimension": "1; 0",
    "dim dimension": "0",
    "dimensions permutation fft_dims": "(0,)",
    "shape": "(3,); (3, 3); (2, 3)",
    "newshape new_sizes": "(3, 1)",
    "sizes slice_sizes limit_indices window_dimensions": "(2,); (1, 2)",
    "size length num_segments num_classes N num_rows minlength count axis_size ncols": "3; 4; (3,)",
    "total_repeat_length": "6; 5; 3; 9",
    "n num_keys": "3; 2; 1",
    "M m": "3; 2; M",
    "k": "1; 2; V",
    "num": "4",
    "deg degree kth shift step stride unroll batch_size local_window_size dx n_iter": "1; 2",
    "ndim rank k_max slice_size limit_index broadcast_sizes": "2",
    "nfft nperseg": "8",
    "noverlap": "4; 1",
    "key rng prng_key": "K; KEY",
    "seed start start_index index": "0",
    "start_indices strides window_strides base_dilation window_dilation lhs_dilation rhs_dilation": "(0,); (1,)",
    "keepdims full_matrices compute_uv hermitian permute_l pivoting unit_diagonal return_sign is_causal endpoint "
    "retstep rowvar bias density equal_nan replace independent reverse is_stable indices_are_sorted unique_indices "
    "assume_unique assume_unique_indices return_index return_inverse return_counts eigvals_only zero_phase sparse "
    "promote_integers strip_zeros invert cov full unique_inverse sorted keep_order left_side lower "
    "approximate stable descending ordered hermitian": "True; False",
    "where": "B; jnp.ones((3, 3), bool); M > 1",
    "initial": "0.; 0",
    "ddof correction edge_order": "1",
    "decimals": "2",
    "repeats reps": "2; (2,)",
    "indices idx ind indices_or_sections obj": "I; 1",
    "condition cond pred mask": "B",
    "bins": "4; V",
    "range": "(0., 1.); ((0., 1.), (0., 1.)); ((0., 1.), (0., 1.), (0., 1.))",
    "weights aweights": "V; jnp.ones(3)",
    "fweights": "J",
    "pad_width": "1",
    "prepend append to_begin to_end": "V; 0.",
    "fill_value left cval nan default": "0.; 0",
    "right": "True; 0.",
    "period posinf discont": "1.; 3.",
    "neginf": "-1.",
    "stop": "3; 1.",
    "base": "2.",
    "rtol atol rcond tol epsilon eps": "1e-3",
    "min a_min minval": "0.; 0",
    "max a_max maxval": "1.; 5; 1",
    "alpha beta scale stddev sigma variance negative_slope lambd": "1.; V",
    "mean lower loc": "0.; V",
    "upper": "1.",
    "p": "0.5; V; 2",
    "lam df logits x0 xi r w": "V; 3.",
    "v": "2; V",
    "b y": "V; M",
    "x": "V; S; M",
    "ord order": "2; 1",
    "s": "(3,); (3, 3)",
    "exponent_bits mantissa_bits maxiter max_iterations": "5",
    "max_squarings": "8",
    "recall_target": "0.9",
    "fs": "1.",
    "type": "2",
    "values": "V; 1.",
    "segment_ids": "jnp.array([0, 1, 1])",
    "sorter": "I",
    "bucket_size": "2",
    "query_seq_lengths key_value_seq_lengths": "jnp.array([2])",
    "batch_axis": "()",
    "fft_lengths": "(3,)",
    "n_max": "5",
    "ndmin": "2",
    "dtype preferred_element_type": "jnp.float32",
    "new_dtype index_dtype": "jnp.int32",
    "mode": "'clip'; 'wrap'; 'same'; 'full'; 'fill'",
    "side": "'right'",
    "method": "'linear'; 'sort'",
    "norm": "'ortho'",
    "padding": "'SAME'",
    "axis_name": "'i'",
    "subset_by_index select_range eigvals": "(0, 1)",
    "UPLO": "'U'",
    "is_leaf": "lambda leaf: False",
    "copy use_magma suppress_small wrap_negative_indices debug": "True; False",
    "device sharding out_sharding": "jax.devices()[0]",
    "axis_index_groups dimension_numbers precision options out": "'of another sort'",
    "max_line_width": "80",
}

# Same name in NumPy, but jax.numpy's does something else or always raises.
NOT_TWINS = frozenset("fromiter fromfile fill_diagonal place put put_along_axis load save savez".split())
