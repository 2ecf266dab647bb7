#pragma once

#include <duet/device/matrix/convert.hpp>
#include <duet/device/matrix/product.hpp>
#include <duet/device/matrix/tile.hpp>

/// @file
/// Matrices in the registers of a wave, and their products by the GPU's matrix units: `mma` on
/// NVIDIA, MFMA and WMMA on AMD, ordinary arithmetic elsewhere. Where each element lies is known,
/// and differs between targets:
///
///     duet::AccumulatorTile<float, 64, 64> sum;
///     duet::LeftTile<duet::half, 64, 16> a;
///     duet::RightTile<duet::half, 16, 64> b;
///     sum.fill(0);
///     for (int k = 0; k < depth; k += 16) {
///       a.load(&x[k], depth);
///       b.load(&y[k * columns], columns);
///       duet::multiply_add(sum, a, b);
///     }
///     sum.apply([=](float x, int row, int column) { return x + bias[column]; });
///     sum.store(z, columns);
