#pragma once

// For generated kernels, no macro of which names a header: products by warpgroups of some types.
// Only one vendor has them.

#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(warpgroup_tf32)
#include DUET_VENDOR_HEADER(warpgroup_product)
