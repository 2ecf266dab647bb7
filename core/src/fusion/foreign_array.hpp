#pragma once

#include <cstdint>
#include <string_view>

#include <duet/array_view.hpp>

namespace duet {

/// A view of an array that another library describes.
/// @param source   begins messages, such as "DLPack"
/// @param address  of the element at coordinates 0
/// @throws Error (invalid_argument) for an address that is null or that kernels cannot use
ArrayView foreign_array(std::string_view source, std::uintptr_t address, DataType type,
                        const Dimensions& shape, const Dimensions& strides, bool is_read_only);

}  // namespace duet
