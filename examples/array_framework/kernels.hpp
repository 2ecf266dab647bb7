#pragma once

#include <map>
#include <string>

#include <duet/duet.hpp>

#include "node.hpp"

namespace arrays {

/// The kernels of a device, generated and compiled when they are first needed.
/// Thread-safety: none.
class Kernels {
 public:
  explicit Kernels(const duet::Device& device) : device_(device) {}

  /// A kernel for the values of each row: `row_sum`, `row_maximum`, `softmax`.
  /// `void kernel(const float* x, float* y, int columns)`, one block of `row_block` threads a row.
  const duet::Kernel& of_rows(const std::string& name);
  static constexpr unsigned row_block = 128;

  /// A kernel for random numbers: `uniform`, `normal`.
  /// `void kernel(float* x, uint64_t seed, int count)`, one thread for two numbers.
  const duet::Kernel& random(const std::string& name);

  /// A fused kernel. @param key  identifies the fusion that `build` returns
  template <typename Build>
  const duet::FusedKernel& fused(const std::string& key, const Build& build) {
    const auto found = fused_.find(key);
    if (found != fused_.end()) return found->second;
    return fused_.emplace(key, duet::FusedKernel(device_, build())).first->second;
  }

 private:
  const duet::Kernel& find(const std::string& name, std::string (*source)(const std::string&));

  duet::Device device_;
  std::map<std::string, duet::Kernel> kernels_{};
  std::map<std::string, duet::FusedKernel> fused_{};
};

}  // namespace arrays
