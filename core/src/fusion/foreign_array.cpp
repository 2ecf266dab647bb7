#include "foreign_array.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace duet {

ArrayView foreign_array(std::string_view source, std::uintptr_t address, DataType type,
                        const Dimensions& shape, const Dimensions& strides, bool is_read_only) {
  const std::size_t alignment = std::min<std::size_t>(size_of(type), 8);
  if (address % alignment != 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: the address of the first element, {:#x}, is no multiple of {}, "
                            "which kernels need; copy the array",
                            source, address, alignment));
  }
  auto* const data = reinterpret_cast<void*>(address);
  const ArrayView view = is_read_only
                             ? ArrayView(static_cast<const void*>(data), type, shape, strides)
                             : ArrayView(data, type, shape, strides);
  if (data == nullptr && view.size() != 0) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("{}: the array has {} elements but a null address", source, view.size()));
  }
  return view;
}

}  // namespace duet
