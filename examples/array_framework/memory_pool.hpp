#pragma once

#include <map>
#include <memory>
#include <vector>

#include <duet/duet.hpp>

#include "node.hpp"

namespace arrays {

/// Device memory by size. Memory may be used again as soon as it was returned, before the kernels
/// that use it have run: the encoder orders operations that use the same memory.
/// Thread-safety: none.
class MemoryPool {
 public:
  explicit MemoryPool(const duet::Device& device) : device_(device) {}

  /// @param size  number of floats
  Memory take(std::size_t size) {
    std::vector<duet::Buffer<float>>& free = (*free_)[size];
    duet::Buffer<float> buffer =
        free.empty() ? duet::Buffer<float>(device_, size) : std::move(free.back());
    if (!free.empty()) free.pop_back();
    return {new duet::Buffer<float>(std::move(buffer)),
            [pool = std::weak_ptr(free_), size](const duet::Buffer<float>* returned) {
              auto* const owned = const_cast<duet::Buffer<float>*>(returned);
              if (const auto alive = pool.lock()) (*alive)[size].push_back(std::move(*owned));
              delete owned;
            }};
  }

 private:
  using Free = std::map<std::size_t, std::vector<duet::Buffer<float>>>;

  duet::Device device_;
  std::shared_ptr<Free> free_ = std::make_shared<Free>();
};

}  // namespace arrays
