#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace duet::detail {

/// A list of trivially copyable values. Unlike std::vector, it leaves the elements that `extend`
/// appends uninitialised. The encoder appends to several of these for each operation.
template <typename T>
class FlatList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  FlatList() = default;
  FlatList(FlatList&& other) noexcept { swap(other); }
  FlatList& operator=(FlatList&& other) noexcept {
    swap(other);
    return *this;
  }

  /// Makes room for `count` more elements. @throws std::bad_alloc
  void reserve(std::size_t count) {
    if (capacity_ - size_ < count) [[unlikely]] {
      grow(count);
    }
  }
  /// Appends `count` uninitialised elements. @returns the first of them. @throws std::bad_alloc
  T* extend(std::size_t count) {
    reserve(count);
    return data_.get() + std::exchange(size_, size_ + count);
  }
  void push_back(const T& value) { *extend(1) = value; }
  void clear() noexcept { size_ = 0; }
  /// Removes all elements from index `size` on.
  void truncate(std::size_t size) noexcept { size_ = std::min(size_, size); }

  std::size_t size() const noexcept { return size_; }
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  T* data() noexcept { return data_.get(); }
  std::span<const T> values() const noexcept { return {data_.get(), size_}; }

  /// Compares bytes.
  friend bool operator==(const FlatList& a, const FlatList& b) noexcept {
    return a.size_ == b.size_ &&
           (a.size_ == 0 || std::memcmp(a.data_.get(), b.data_.get(), a.size_ * sizeof(T)) == 0);
  }

 private:
  [[gnu::noinline]] void grow(std::size_t count) {
    const std::size_t capacity = std::max(2 * capacity_, size_ + count);
    std::unique_ptr<T[]> larger(new T[capacity]);
    std::copy_n(data_.get(), size_, larger.get());
    data_ = std::move(larger);
    capacity_ = capacity;
  }
  void swap(FlatList& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  std::unique_ptr<T[]> data_{};
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace duet::detail
