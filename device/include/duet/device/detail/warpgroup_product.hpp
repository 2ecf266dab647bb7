#pragma once

// The target's products by warpgroups, for generated kernels: no macro of theirs names a header.

#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(warpgroup_product)
