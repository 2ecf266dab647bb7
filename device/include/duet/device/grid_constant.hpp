#pragma once

#include <duet/device/vendor/select.hpp>
#include DUET_VENDOR_HEADER(grid_constant)

/// Stands before a const, non-reference kernel parameter: all threads read the one copy that the
/// launch passes, also through its address. Without it the compiler may copy the parameter for each
/// thread. Empty on targets without this (all but NVIDIA from sm_70 on).
///
///     __global__ void k(const DUET_GRID_CONSTANT Table table, float* out)
