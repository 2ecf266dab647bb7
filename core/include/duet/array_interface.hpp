#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <duet/array_view.hpp>
#include <duet/export.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// The fields of Python's `__cuda_array_interface__`, version 3, for bindings that fill the
/// dictionary. `duet.hpp` does not include this header.
struct ArrayInterface {
  std::vector<std::int64_t> shape{};  ///< "shape": number of elements in each dimension.
  std::string typestr{};              ///< "typestr": "<f4", "|b1" …
  std::uintptr_t data = 0;            ///< "data"[0]: the address; 0 for an array without elements.
  bool is_read_only = false;          ///< "data"[1].
  /// "strides", in bytes; none for a dense array in row-major order.
  std::optional<std::vector<std::int64_t>> strides{};
  /// "stream": a native stream that the reader waits for; 1 is the default stream, 2 that of the
  /// thread; none if there is nothing to wait for.
  std::optional<std::uintptr_t> stream{};
  int version = 3;  ///< "version".
};

/// The fields of an array.
/// @throws Error  not_supported for bfloat16, which the interface lacks
ArrayInterface array_interface(const ArrayView& array);
/// The fields of an array that a stream writes.
ArrayInterface array_interface(const ArrayView& array, StreamRef stream);

/// A view of another library's array, which must stay alive. Before its use, let a stream wait for
/// `interface.stream`.
/// @throws Error  invalid_argument for an unknown or byte-swapped type, a null or misaligned
///                address, strides that are no multiple of the element's size, an invalid shape, a
///                stream of 0; not_supported for a version before 2
ArrayView view_of(const ArrayInterface& interface);

}  // namespace duet
DUET_API_END
