#pragma once

#include <duet/device/detail/matrix/no_matrix_unit.hpp>

namespace duet::vendor {

using MatrixUnit = detail::NoMatrixUnit<wave_size>;
using detail::MatrixOperand;

}  // namespace duet::vendor
