#pragma once

#include <duet/duet.hpp>

namespace arrays {

/// Records c = a b for row-major matrices: a has m rows and k columns, b has k rows and n columns.
/// By the vendor's BLAS if the example was built with it, else by a kernel; both submit to a stream
/// that the encoder captures.
void multiply(duet::CommandEncoder& encoder, duet::DeviceSpan<const float> a,
              duet::DeviceSpan<const float> b, duet::DeviceSpan<float> c, int m, int n, int k);

}  // namespace arrays
