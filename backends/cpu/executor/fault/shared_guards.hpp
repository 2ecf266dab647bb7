#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "cpu/object/shared_arrays.hpp"

namespace duet::cpu {

/// The guards around the static shared memory of loaded code: bytes that no kernel may write.
class SharedGuards {
 public:
  SharedGuards() = default;
  /// @param image   of the code
  /// @param handle  of the loaded code, from dlopen
  SharedGuards(std::span<const std::byte> image, void* handle);

  bool empty() const noexcept { return arrays_.empty(); }
  /// Fills the calling OS thread's guards.
  void fill() const noexcept;

  struct Damage {
    const SharedArray* array;
    std::ptrdiff_t offset;  ///< of the changed byte, from the array's beginning
  };
  /// The changed byte next to an array of the calling OS thread.
  std::optional<Damage> find_damage() const noexcept;

 private:
  std::byte* memory_of(const SharedArray& array) const noexcept;

  std::size_t module_ = 0;  ///< the loader's number of the code
  std::vector<SharedArray> arrays_{};
};

}  // namespace duet::cpu
