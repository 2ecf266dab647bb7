#pragma once

#include <duet/device/vendor/select.hpp>
#include DUET_VENDOR_HEADER(grid_constant)

/// DUET_GRID_CONSTANT, before a parameter of a kernel that is const and no reference: all threads
/// read the one copy that the launch passes, even by its address, where the compiler would else
/// make one for each thread. Nothing on targets without that (all but NVIDIA's from sm_70 on).
///
///   __global__ void k(const DUET_GRID_CONSTANT Table table, float* out)
