#pragma once

// What the algorithms share.

#include <duet/spelling/std/algorithm.hpp>
#include <duet/spelling/std/iterator.hpp>

namespace std {
namespace spelling_detail {

struct equals {
  template <typename A_, typename B_>
  __host__ __device__ constexpr bool operator()(const A_& a, const B_& b) const {
    return a == b;
  }
};

}  // namespace spelling_detail
}  // namespace std
