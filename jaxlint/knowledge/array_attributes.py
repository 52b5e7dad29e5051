"""Which attributes JAX's arrays, keys and tracers have, in any of the versions that were asked.

``python -m tools.probe_attributes`` asks JAX and writes the names; tests/knowledge/test_array_attributes.py asks again.
"""

from __future__ import annotations

# Of flax's Variables, for which an array may stand here.
_OF_VARIABLES = frozenset(
    """value raw_value type get_value set_value get_raw_value set_raw_value get_metadata set_metadata has_metadata
    add_axis remove_axis copy_from update_from_state to_state from_metadata replace state trace_state metadata
    var_type ref hijax create_value del_metadata required_metadata sharding_names""".split()
)


def is_lacking(name: str) -> bool:
    """True where no array and no tracer has such an attribute."""
    return name not in _NAMES and name not in _OF_VARIABLES and not name.startswith("_")


_VERSIONS = "0.12.0.1, 0.10.2, 0.4.30"
_NAMES = frozenset(
    """
    T addressable_data addressable_shards all any argmax argmin argpartition argsort array_abstraction_level astype
    at at_least_vspace aval aval_mutable_qdd batch_dim block_until_ready broadcast byteswap choose clip clone
    committed compress conj conjugate copy copy_to_host_async cumprod cumsum cur_qdd dec_rank delete device
    device_buffer device_buffers devices diagonal dimension_as_value dot dtype flat flatten format full_lower
    get_const get_referent global_shards has_qdd imag inc_rank is_deleted is_fully_addressable is_fully_replicated
    is_high is_ready item itemsize join layout leading_axis_spec lo_ty lo_ty_qdd lower_val lower_val2 mT
    manual_axis_type mat max mean memory_space min mutable_qdd named_shape nbytes ndim nonzero normalize nospec
    on_device_size_in_bytes parent platform pprint primal prod ptp raise_val raise_val2 ravel real repeat reshape
    reshard round searchsorted shape shard sharding size sort source_info squeeze std str_short strip_named_shape
    strip_weak_type sum swapaxes take tangent to_concrete_value to_ct_aval to_device to_tangent_aval tobytes tolist
    trace traceback transpose unsafe_buffer_pointer unsafe_raw_buffer unshard update update_manual_axis_type
    update_weak_type val var view vspace_add weak_type
    """.split()
)
