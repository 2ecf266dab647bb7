#pragma once

// For generated kernels, no macro of which names a header: products by waves whose operands the
// copy engine brings. Only one vendor has it.

#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(bulk_wave_product)
