#pragma once

#include <duet/spelling/libcu/std_names.hpp>
#include <duet/spelling/std/functional.hpp>

namespace cuda {

template <typename T = void>
struct maximum {
  template <typename A, typename B>
  __host__ __device__ constexpr ::std::common_type_t<A, B> operator()(const A& a,
                                                                      const B& b) const {
    return a < b ? b : a;
  }
};
template <typename T = void>
struct minimum {
  template <typename A, typename B>
  __host__ __device__ constexpr ::std::common_type_t<A, B> operator()(const A& a,
                                                                      const B& b) const {
    return b < a ? b : a;
  }
};

}  // namespace cuda
