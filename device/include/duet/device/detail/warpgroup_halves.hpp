#pragma once

// Products by warpgroups of some types, for generated kernels: no macro of theirs names a header.

#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(warpgroup_halves)
#include DUET_VENDOR_HEADER(warpgroup_product)
