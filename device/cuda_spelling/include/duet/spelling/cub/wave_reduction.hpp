#pragma once

#include <cub/thread/thread_operators.cuh>
#include <duet/device/wave_reduce.hpp>

// CUB's operators are duet's for the instructions that combine a wave's values.

namespace duet {

namespace ops {
struct Add;
struct Maximum;
struct Minimum;
}  // namespace ops

namespace vendor {
template <typename T>
struct WaveReduction<T, cub::Sum> : WaveReduction<T, ops::Add> {};
template <typename T>
struct WaveReduction<T, cub::Max> : WaveReduction<T, ops::Maximum> {};
template <typename T>
struct WaveReduction<T, cub::Min> : WaveReduction<T, ops::Minimum> {};
}  // namespace vendor

}  // namespace duet
