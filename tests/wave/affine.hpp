#pragma once

#include <cstdint>
#include <string>

namespace duet::test {

/// The map x -> a * x + b modulo 2^32. The composition of two maps is such a map, and it depends on
/// their order. Reductions and scans are tested with this operation, since it exposes a wrong
/// order.
struct Affine {
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  bool operator==(const Affine&) const = default;
};

inline Affine then(Affine p, Affine q) { return {p.a * q.a, q.a * p.b + q.b}; }

/// The map that a thread contributes.
inline Affine map_of(std::uint32_t thread) {
  return {thread * 2654435761u | 1u, thread * 40503u + 7u};
}

/// The same as kernel source. There the composition is a function object, `Then`.
inline const std::string affine_source = R"(
  struct Affine { unsigned a, b; };
  struct Then {
    __device__ Affine operator()(Affine p, Affine q) const { return {p.a * q.a, q.a * p.b + q.b}; }
  };
  __device__ Affine map_of(unsigned thread) {
    return {thread * 2654435761u | 1u, thread * 40503u + 7u};
  }
)";

}  // namespace duet::test
