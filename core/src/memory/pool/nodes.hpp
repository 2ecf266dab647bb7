#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace duet::pool {

/// Gives and takes back objects whose memory stays readable until this is destroyed. Their `next`
/// links those that are not in use.
template <typename T>
class Nodes {
 public:
  /// Returns an object with any content. @throws std::bad_alloc
  T* take() {
    if (first_ == nullptr) [[unlikely]] {
      add_chunk();
    }
    --count_;
    return std::exchange(first_, first_->next);
  }
  /// Makes sure that `count` calls of `take` succeed. @throws std::bad_alloc
  void reserve(std::size_t count) {
    while (count_ < count) add_chunk();
  }
  void give_back(T* node) noexcept {
    ++count_;
    node->next = std::exchange(first_, node);
  }

 private:
  static constexpr std::size_t chunk_size = 128;

  [[gnu::noinline]] void add_chunk() {
    chunks_.push_back(std::make_unique<T[]>(chunk_size));
    for (std::size_t i = chunk_size; i != 0; --i) give_back(&chunks_.back()[i - 1]);
  }

  T* first_ = nullptr;
  std::size_t count_ = 0;
  std::vector<std::unique_ptr<T[]>> chunks_{};
};

}  // namespace duet::pool
