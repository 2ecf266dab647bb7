#pragma once

#include <duet/spelling/libcu/std_names.hpp>
#include <duet/spelling/std/functional.hpp>

namespace cuda {

template <typename T = void>
struct maximum {
  template <typename U>
  __host__ __device__ constexpr U operator()(const U& a, const U& b) const {
    return a < b ? b : a;
  }
};
template <typename T = void>
struct minimum {
  template <typename U>
  __host__ __device__ constexpr U operator()(const U& a, const U& b) const {
    return b < a ? b : a;
  }
};

}  // namespace cuda
