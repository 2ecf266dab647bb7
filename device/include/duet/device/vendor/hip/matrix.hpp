#pragma once

#if defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx940__) || defined(__gfx941__) || \
    defined(__gfx942__) || defined(__gfx950__)
#include <duet/device/vendor/hip/mfma.hpp>
#elif defined(__GFX11__) || defined(__GFX12__)
#include <duet/device/vendor/hip/wmma.hpp>
#else
#include <duet/device/detail/matrix/no_matrix_unit.hpp>

namespace duet::vendor {

using MatrixUnit = detail::NoMatrixUnit<wave_size>;
using detail::MatrixOperand;

}  // namespace duet::vendor
#endif
