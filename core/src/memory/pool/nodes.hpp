#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace duet::pool {

/// Gives and takes back objects whose memory stays readable until this is destroyed.
template <typename T>
class Nodes {
 public:
  /// Returns an object with any content. @throws std::bad_alloc
  T* take() {
    reserve(1);
    T* const node = free_.back();
    free_.pop_back();
    return node;
  }
  /// Makes sure that `count` calls of `take` succeed. @throws std::bad_alloc
  void reserve(std::size_t count) {
    while (free_.size() < count) add_chunk();
  }
  void give_back(T* node) noexcept { free_.push_back(node); }  // has room for all nodes

 private:
  static constexpr std::size_t chunk_size = 128;

  void add_chunk() {
    free_.reserve((chunks_.size() + 1) * chunk_size);
    chunks_.reserve(chunks_.size() + 1);
    auto chunk = std::make_unique<T[]>(chunk_size);
    for (std::size_t i = chunk_size; i != 0; --i) free_.push_back(&chunk[i - 1]);
    chunks_.push_back(std::move(chunk));
  }

  std::vector<T*> free_{};
  std::vector<std::unique_ptr<T[]>> chunks_{};
};

}  // namespace duet::pool
